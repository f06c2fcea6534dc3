package dev.smalti.processor.lower;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.PrimitiveTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.UnaryTree;
import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.UnaryScalar;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.message.Article;
import dev.smalti.processor.message.Code;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Reads expressions. */
final class Expressions {
  private final Frame frame;

  Expressions(Frame frame) {
    this.frame = frame;
  }

  /** The meaning of an expression; operations that are not held by a variable yet stay so. */
  Value lower(ExpressionTree tree) {
    return switch (tree) {
      case ParenthesizedTree t -> lower(t.getExpression());
      case LiteralTree t -> literal(t);
      case IdentifierTree t -> identifier(t);
      case MemberSelectTree t -> member(t);
      case MethodInvocationTree t -> new Calls(frame, this).call(t);
      case UnaryTree t -> unary(t);
      case BinaryTree t -> binary(t);
      case ConditionalExpressionTree t -> conditional(t);
      case TypeCastTree t -> typeCast(t);
      case NewClassTree t -> newRecord(t);
      case ArrayAccessTree t -> new LocalArrays(frame, this).read(t);
      case NewArrayTree t ->
          throw frame.error(Code.ARRAY_FORM, t, "an array is made where no declaration holds it");
      case AssignmentTree t ->
          throw frame.error(
              Code.EXPRESSION,
              t,
              "an assignment is a statement of its own here",
              "Assign first, then use the variable.");
      default ->
          throw frame.error(
              Code.EXPRESSION,
              tree,
              frame.here() + " cannot contain " + noun(tree),
              "Kernels compute with primitive values, tiles and the memory of their parameters.");
    };
  }

  private static String noun(Tree tree) {
    return switch (tree.getKind()) {
      case LAMBDA_EXPRESSION -> "a lambda expression";
      case MEMBER_REFERENCE -> "a method reference: write the call as a lambda";
      case SWITCH_EXPRESSION -> "switch: write if and else";
      case INSTANCE_OF -> "instanceof";
      default -> "this: " + tree.getKind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    };
  }

  // ---- names

  private Value identifier(IdentifierTree tree) {
    Value value = qualifier(tree);
    return refuseNonValue(value, tree);
  }

  private Value refuseNonValue(Value value, ExpressionTree tree) {
    if (value instanceof Value.OfField(VariableElement field)) {
      throw notConstant(field, tree);
    }
    if (value instanceof Value.OfType || value instanceof Value.OfPackage) {
      throw frame.error(Code.EXPRESSION, tree, tree + " is not a value here");
    }
    return value;
  }

  /** What stands before a dot: a value, a class or a package. */
  Value qualifier(ExpressionTree tree) {
    return switch (tree) {
      case IdentifierTree t -> simpleName(t);
      case MemberSelectTree t -> memberOf(qualifier(t.getExpression()), t);
      default -> lower(tree);
    };
  }

  private Value simpleName(IdentifierTree tree) {
    String name = tree.getName().toString();
    if (name.equals("this") || name.equals("super")) {
      frame.lowering.report.leaveToJavac(); // a static method has none
      throw new Rejected();
    }
    Optional<Local> local = frame.environment.find(name);
    if (local.isPresent()) {
      return switch (local.get()) {
        case Local.Fixed(Value value) -> value;
        case Local.Mutable(Value value) -> value;
        case Local.Poisoned _ -> throw new Rejected();
      };
    }
    Optional<VariableElement> field = frame.source.names().field(name);
    if (field.isPresent()) {
      return field(field.get(), tree);
    }
    Optional<TypeElement> type = frame.source.names().type(name);
    if (type.isPresent()) {
      frame.lowering.resolutions.add(frame.source.unit(), tree, type.get());
      return new Value.OfType(type.get());
    }
    if (frame.lowering.elements.getPackageElement(name) != null
        || Character.isLowerCase(name.codePointAt(0))) {
      return new Value.OfPackage(name);
    }
    throw frame.error(Code.EXPRESSION, tree, "nothing named " + name + " is known here");
  }

  private Value member(MemberSelectTree tree) {
    return refuseNonValue(memberOf(qualifier(tree.getExpression()), tree), tree);
  }

  private Value memberOf(Value owner, MemberSelectTree tree) {
    String name = tree.getIdentifier().toString();
    return switch (owner) {
      case Value.OfPackage(String pack) -> {
        String full = pack + "." + name;
        Optional<TypeElement> type = frame.source.names().qualified(full);
        yield type.<Value>map(Value.OfType::new).orElseGet(() -> new Value.OfPackage(full));
      }
      case Value.OfType(TypeElement type) ->
          frame
              .source
              .names()
              .fieldIn(type, name)
              .map(field -> field(field, tree))
              .or(() -> frame.source.names().typeIn(type, name).map(Value.OfType::new))
              .orElseThrow(
                  () ->
                      frame.error(
                          Code.EXPRESSION,
                          tree,
                          type.getSimpleName() + " has no member " + name + " that is known here"));
      case Value.OfRecord(TypeElement _, Map<String, Value> parts) when parts.containsKey(name) ->
          component(parts, name);
      case Value.OfField(VariableElement field) -> throw notConstant(field, tree.getExpression());
      case Value.OfPlace(Place.Named(Variable array))
          when name.equals("length") && array.type() instanceof TensorType t && t.isArray() ->
          new Value.OfScalar(new Scalar.Extent(t.shape().getFirst()));
      default ->
          throw frame.error(
              Code.EXPRESSION, tree, "a field " + name + " of " + owner.noun() + " is not known");
    };
  }

  static Value component(Map<String, Value> parts, String name) {
    Value value = parts.get(name);
    if (value == null) {
      throw new IllegalArgumentException(name);
    }
    return value;
  }

  /** A field that has no value here stands before a dot only. */
  private Value field(VariableElement field, ExpressionTree tree) {
    frame.lowering.resolutions.add(frame.source.unit(), tree, field);
    Optional<dev.smalti.processor.ir.Element> element = Signatures.element(field.asType());
    if (element.isPresent()
        && field.getModifiers().contains(Modifier.STATIC)
        && field.getSimpleName().contentEquals(element.get().name())) {
      return new Value.OfElement(element.get());
    }
    String language = Signatures.languageClass(field.asType());
    if (!language.isEmpty() && isEnum(field)) {
      String owner =
          ((TypeElement) java.util.Objects.requireNonNull(field.getEnclosingElement()))
              .getQualifiedName()
              .toString();
      if (!owner.startsWith("dev.smalti.lang.")) {
        throw frame.error(
            Code.HIDDEN_NAME,
            tree,
            field.getSimpleName()
                + " is a field of "
                + owner
                + " here, not the constant of "
                + language,
            "Write " + language + "." + field.getSimpleName() + ", or rename the field.");
      }
      return new Value.OfEnum(language, field.getSimpleName().toString());
    }
    return frame
        .source
        .names()
        .value(field)
        .<Value>map(value -> new Value.OfScalar(constant(value, tree)))
        .orElseGet(() -> new Value.OfField(field));
  }

  private Rejected notConstant(VariableElement field, Tree tree) {
    boolean primitive = Signatures.scalar(field.asType()).isPresent();
    return frame.error(
        Code.NOT_CONSTANT,
        tree,
        field.getSimpleName()
            + " is not a compile-time constant"
            + (primitive ? "" : ", it is a field of type " + simple(field.asType())),
        primitive
            ? "Make it `static final` with a constant value, or pass it as a parameter."
            : "Pass what is needed of it as a parameter: a number, a boolean or a tensor.");
  }

  private static String simple(TypeMirror type) {
    return type instanceof DeclaredType declared
        ? declared.asElement().getSimpleName().toString()
        : type.toString();
  }

  private boolean isEnum(VariableElement field) {
    return frame.lowering.types.asElement(field.asType()).getKind() == ElementKind.ENUM
        && field.getModifiers().contains(Modifier.STATIC);
  }

  private Scalar.Constant constant(Object value, Tree at) {
    return switch (value) {
      case Integer v -> Scalar.Constant.of(v);
      case Short v -> Scalar.Constant.of((int) v);
      case Byte v -> Scalar.Constant.of((int) v);
      case Character v -> Scalar.Constant.of((int) v);
      case Long v -> Scalar.Constant.of(v);
      case Double v -> Scalar.Constant.of(v);
      case Float v -> new Scalar.Constant(ScalarType.FLOAT, v);
      case Boolean v -> Scalar.Constant.of(v);
      default ->
          throw frame.error(
              Code.EXPRESSION,
              at,
              frame.here() + " cannot contain text",
              "Kernels compute with numbers and tiles.");
    };
  }

  private Value literal(LiteralTree tree) {
    if (tree.getValue() == null) {
      throw frame.error(Code.EXPRESSION, tree, frame.here() + " cannot contain null");
    }
    return new Value.OfScalar(constant(tree.getValue(), tree));
  }

  // ---- scalars

  /** The expression as a primitive value. */
  Scalar scalar(ExpressionTree tree) {
    return scalar(lower(tree), tree);
  }

  Scalar scalar(Value value, Tree at) {
    if (value instanceof Value.OfScalar(Scalar scalar)) {
      return scalar;
    }
    throw frame.error(
        Code.EXPRESSION, at, "a primitive value is needed here, this is " + value.noun());
  }

  /** The expression as an {@code int}. */
  Scalar integer(Value value, Tree at) {
    return convert(value, ScalarType.INT, at);
  }

  Scalar bool(ExpressionTree tree) {
    return convert(lower(tree), ScalarType.BOOLEAN, tree);
  }

  /** The value in the type that an assignment wants; Java checks that the conversion is legal. */
  Scalar convert(Value value, ScalarType type, Tree at) {
    Scalar scalar = scalar(value, at);
    if ((scalar.type() == ScalarType.BOOLEAN) != (type == ScalarType.BOOLEAN)) {
      throw frame.error(
          Code.EXPRESSION,
          at,
          scalar.type().keyword() + " cannot be converted to " + type.keyword());
    }
    return cast(scalar, type);
  }

  static Scalar cast(Scalar scalar, ScalarType type) {
    return scalar.type() == type ? scalar : new Scalar.Cast(type, scalar);
  }

  static Scalar zero(ScalarType type) {
    return switch (type) {
      case BOOLEAN -> Scalar.Constant.of(false);
      case INT -> Scalar.Constant.of(0);
      case LONG -> Scalar.Constant.of(0L);
      case FLOAT -> new Scalar.Constant(ScalarType.FLOAT, 0f);
      case DOUBLE -> Scalar.Constant.of(0d);
    };
  }

  private Value unary(UnaryTree tree) {
    if (AssignedLocals.isStep(tree)) {
      throw frame.error(
          Code.EXPRESSION,
          tree,
          "counting is a statement of its own here",
          "Write `i++;` alone, then use i.");
    }
    Scalar operand = scalar(tree.getExpression());
    return new Value.OfScalar(
        switch (tree.getKind()) {
          case UNARY_PLUS -> operand;
          case UNARY_MINUS -> negated(operand);
          case LOGICAL_COMPLEMENT -> new Scalar.Unary(UnaryScalar.NOT, operand);
          case BITWISE_COMPLEMENT -> new Scalar.Unary(UnaryScalar.COMPLEMENT, operand);
          default -> throw frame.error(Code.EXPRESSION, tree, "this operator is not known");
        });
  }

  private static Scalar negated(Scalar operand) {
    if (operand instanceof Scalar.Constant(ScalarType _, Object value)) {
      return switch (value) {
        case Integer v -> Scalar.Constant.of(-v);
        case Long v -> Scalar.Constant.of(-v);
        case Float v -> new Scalar.Constant(ScalarType.FLOAT, -v);
        case Double v -> Scalar.Constant.of(-v);
        default -> new Scalar.Unary(UnaryScalar.NEGATE, operand);
      };
    }
    return new Scalar.Unary(UnaryScalar.NEGATE, operand);
  }

  private Value binary(BinaryTree tree) {
    BinaryScalar operator = operator(tree.getKind(), tree);
    if (operator.isLogical()) {
      return new Value.OfScalar(logical(tree, operator));
    }
    Value first = lower(tree.getLeftOperand());
    if (first instanceof Value.OfEnum constant) {
      return new Value.OfScalar(same(operator, constant, tree));
    }
    List<Value> left = new ArrayList<>();
    left.add(new Value.OfScalar(scalar(first, tree.getLeftOperand())));
    Scalar right = frame.after(left, tree, () -> scalar(tree.getRightOperand()));
    return new Value.OfScalar(binary(operator, scalar(left.getFirst(), tree), right, tree));
  }

  /** {@code op == SUM}: known while the method is compiled. */
  private Scalar same(BinaryScalar operator, Value.OfEnum left, BinaryTree tree) {
    Value right = lower(tree.getRightOperand());
    boolean equality = operator == BinaryScalar.EQUAL || operator == BinaryScalar.NOT_EQUAL;
    if (!equality || !(right instanceof Value.OfEnum)) {
      throw frame.error(
          Code.EXPRESSION,
          tree,
          "bad operand types for "
              + operator.symbol()
              + ": "
              + left.noun()
              + " and "
              + right.noun());
    }
    return Scalar.Constant.of(left.equals(right) == (operator == BinaryScalar.EQUAL));
  }

  /** The right side takes effect only where Java evaluates it. */
  private Scalar logical(BinaryTree tree, BinaryScalar operator) {
    Scalar left = scalar(tree.getLeftOperand());
    Scalar[] right = new Scalar[1];
    Block needed = frame.lowering.builder.block(() -> right[0] = scalar(tree.getRightOperand()));
    Scalar whole = binary(operator, left, right[0], tree);
    if (needed.isEmpty()) {
      return whole;
    }
    Variable holds = variable("holds", left, tree);
    Block then = assigning(needed, holds, right[0], tree.getRightOperand());
    Scalar isOpen = new Scalar.Read(holds);
    frame.emit(
        new Stmt.If(
            operator == BinaryScalar.LOGICAL_AND
                ? isOpen
                : new Scalar.Unary(UnaryScalar.NOT, isOpen),
            then,
            Block.of(),
            frame.origin(tree)),
        tree);
    return new Scalar.Read(holds);
  }

  private Variable variable(String name, Expr first, Tree at) {
    Variable variable = frame.lowering.builder.variable(name, first.type());
    frame.emit(new Stmt.Let(variable, first, frame.origin(at)), at);
    return variable;
  }

  /** The operation with Java's promotion of both operands. */
  Scalar binary(BinaryScalar operator, Scalar left, Scalar right, Tree at) {
    boolean bool = left.type() == ScalarType.BOOLEAN;
    if (bool != (right.type() == ScalarType.BOOLEAN)
        || bool && !takesBooleans(operator)
        || !bool && operator.isLogical()
        || takesIntegers(operator)
            && !bool
            && !(left.type().isInteger() && right.type().isInteger())) {
      throw frame.error(
          Code.EXPRESSION,
          at,
          "bad operand types for "
              + operator.symbol()
              + ": "
              + left.type().keyword()
              + " and "
              + right.type().keyword());
    }
    if (bool || operator.isShift()) {
      return new Scalar.Binary(operator, left, right);
    }
    ScalarType type = ScalarType.promote(left.type(), right.type());
    return asExtent(new Scalar.Binary(operator, cast(left, type), cast(right, type)));
  }

  /** Arithmetic over symbols alone is kept as an extent, so that equal extents are recognised. */
  private Scalar asExtent(Scalar.Binary binary) {
    boolean symbolic =
        binary.left() instanceof Scalar.Extent && isSymbolic(binary.right())
            || binary.right() instanceof Scalar.Extent && isSymbolic(binary.left());
    return symbolic && binary.type() == ScalarType.INT
        ? frame.lowering.dimOf(binary).<Scalar>map(Scalar.Extent::new).orElse(binary)
        : binary;
  }

  private static boolean isSymbolic(Scalar scalar) {
    return scalar instanceof Scalar.Extent || scalar instanceof Scalar.Constant;
  }

  private static boolean takesBooleans(BinaryScalar operator) {
    return switch (operator) {
      case EQUAL, NOT_EQUAL, AND, OR, XOR, LOGICAL_AND, LOGICAL_OR -> true;
      default -> false;
    };
  }

  private static boolean takesIntegers(BinaryScalar operator) {
    return switch (operator) {
      case SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_UNSIGNED, AND, OR, XOR -> true;
      default -> false;
    };
  }

  private BinaryScalar operator(Tree.Kind kind, Tree at) {
    return switch (kind) {
      case MULTIPLY -> BinaryScalar.MULTIPLY;
      case DIVIDE -> BinaryScalar.DIVIDE;
      case REMAINDER -> BinaryScalar.REMAINDER;
      case PLUS -> BinaryScalar.ADD;
      case MINUS -> BinaryScalar.SUBTRACT;
      case LEFT_SHIFT -> BinaryScalar.SHIFT_LEFT;
      case RIGHT_SHIFT -> BinaryScalar.SHIFT_RIGHT;
      case UNSIGNED_RIGHT_SHIFT -> BinaryScalar.SHIFT_RIGHT_UNSIGNED;
      case LESS_THAN -> BinaryScalar.LESS;
      case LESS_THAN_EQUAL -> BinaryScalar.LESS_EQUAL;
      case GREATER_THAN -> BinaryScalar.GREATER;
      case GREATER_THAN_EQUAL -> BinaryScalar.GREATER_EQUAL;
      case EQUAL_TO -> BinaryScalar.EQUAL;
      case NOT_EQUAL_TO -> BinaryScalar.NOT_EQUAL;
      case AND -> BinaryScalar.AND;
      case XOR -> BinaryScalar.XOR;
      case OR -> BinaryScalar.OR;
      case CONDITIONAL_AND -> BinaryScalar.LOGICAL_AND;
      case CONDITIONAL_OR -> BinaryScalar.LOGICAL_OR;
      default -> throw frame.error(Code.EXPRESSION, at, "this operator is not known");
    };
  }

  static BinaryScalar compoundOperator(Tree.Kind kind) {
    return switch (kind) {
      case MULTIPLY_ASSIGNMENT -> BinaryScalar.MULTIPLY;
      case DIVIDE_ASSIGNMENT -> BinaryScalar.DIVIDE;
      case REMAINDER_ASSIGNMENT -> BinaryScalar.REMAINDER;
      case PLUS_ASSIGNMENT -> BinaryScalar.ADD;
      case MINUS_ASSIGNMENT -> BinaryScalar.SUBTRACT;
      case LEFT_SHIFT_ASSIGNMENT -> BinaryScalar.SHIFT_LEFT;
      case RIGHT_SHIFT_ASSIGNMENT -> BinaryScalar.SHIFT_RIGHT;
      case UNSIGNED_RIGHT_SHIFT_ASSIGNMENT -> BinaryScalar.SHIFT_RIGHT_UNSIGNED;
      case AND_ASSIGNMENT -> BinaryScalar.AND;
      case XOR_ASSIGNMENT -> BinaryScalar.XOR;
      case OR_ASSIGNMENT -> BinaryScalar.OR;
      default -> throw new IllegalArgumentException(kind.name());
    };
  }

  private Value typeCast(TypeCastTree tree) {
    if (!(Statements.plain(tree.getType()) instanceof PrimitiveTypeTree primitive)) {
      throw frame.error(
          Code.EXPRESSION, tree, "only primitive values can be cast", "Remove the cast.");
    }
    Optional<ScalarType> type = Statements.primitive(tree.getType());
    Value value = lower(tree.getExpression());
    return new Value.OfScalar(
        type.isPresent()
            ? convert(value, type.get(), tree)
            : narrowed(primitive.getPrimitiveTypeKind(), convert(value, ScalarType.INT, tree)));
  }

  /** The type of an expression if Java gives it one that is narrower than int. */
  Optional<TypeKind> narrow(ExpressionTree tree) {
    return switch (AssignedLocals.strip(tree)) {
      case LiteralTree t when t.getValue() instanceof Character -> Optional.of(TypeKind.CHAR);
      case TypeCastTree t
          when Statements.plain(t.getType()) instanceof PrimitiveTypeTree primitive ->
          narrow(primitive.getPrimitiveTypeKind());
      case ConditionalExpressionTree t ->
          narrow(t.getTrueExpression()).or(() -> narrow(t.getFalseExpression()));
      case IdentifierTree t when frame.environment.find(t.getName().toString()).isEmpty() ->
          frame.source.names().field(t.getName().toString()).flatMap(Expressions::narrow);
      case MemberSelectTree t ->
          frame.source.names().constant(t.toString()).flatMap(Expressions::narrow);
      default -> Optional.empty();
    };
  }

  private static Optional<TypeKind> narrow(VariableElement field) {
    return narrow(field.asType().getKind());
  }

  static Optional<TypeKind> narrow(TypeKind type) {
    return switch (type) {
      case BYTE, SHORT, CHAR -> Optional.of(type);
      default -> Optional.empty();
    };
  }

  /** As an {@code int} with the value of a narrower type: arithmetic goes on with an int anyway. */
  private Scalar narrowed(TypeKind type, Scalar value) {
    if (value instanceof Scalar.Constant(ScalarType _, Object constant)) {
      int whole = (int) constant;
      return Scalar.Constant.of(
          switch (type) {
            case BYTE -> (byte) whole;
            case SHORT -> (short) whole;
            default -> (char) whole;
          });
    }
    if (type == TypeKind.CHAR) {
      return new Scalar.Binary(BinaryScalar.AND, value, Scalar.Constant.of(0xFFFF));
    }
    Scalar bits = Scalar.Constant.of(type == TypeKind.BYTE ? 24 : 16);
    return new Scalar.Binary(
        BinaryScalar.SHIFT_RIGHT, new Scalar.Binary(BinaryScalar.SHIFT_LEFT, value, bits), bits);
  }

  /** Whether it makes no difference if an expression is evaluated later: it reads no memory. */
  static boolean isQuiet(Scalar scalar) {
    return switch (scalar) {
      case Scalar.Constant _, Scalar.Extent _, Scalar.Rank _, Scalar.Read _ -> true;
      case Scalar.Unary(UnaryScalar _, Scalar operand) -> isQuiet(operand);
      case Scalar.Binary(BinaryScalar operator, Scalar left, Scalar right) ->
          isQuiet(left) && isQuiet(right) && !mayFail(operator, right);
      case Scalar.Conditional(Scalar condition, Scalar yes, Scalar no) ->
          isQuiet(condition) && isQuiet(yes) && isQuiet(no);
      case Scalar.Cast(ScalarType _, Scalar operand) -> isQuiet(operand);
      case Scalar.Call call -> call.arguments().stream().allMatch(Expressions::isQuiet);
      case Scalar.ReadElement _, Scalar.ReadCell _ -> false;
    };
  }

  /** An exception comes before the statements that come later. */
  private static boolean mayFail(BinaryScalar operator, Scalar divisor) {
    return (operator == BinaryScalar.DIVIDE || operator == BinaryScalar.REMAINDER)
        && divisor.type().isInteger()
        && !(divisor instanceof Scalar.Constant);
  }

  /** Whether an expression cannot change while nothing that {@code assigned} names is assigned. */
  static boolean isInvariant(Scalar scalar, Predicate<Variable> assigned) {
    return switch (scalar) {
      case Scalar.Constant _, Scalar.Extent _, Scalar.Rank _ -> true;
      case Scalar.Read(Variable variable) -> !assigned.test(variable);
      case Scalar.Unary(UnaryScalar _, Scalar operand) -> isInvariant(operand, assigned);
      case Scalar.Binary(BinaryScalar _, Scalar left, Scalar right) ->
          isInvariant(left, assigned) && isInvariant(right, assigned);
      case Scalar.Conditional(Scalar condition, Scalar yes, Scalar no) ->
          isInvariant(condition, assigned)
              && isInvariant(yes, assigned)
              && isInvariant(no, assigned);
      case Scalar.Cast(ScalarType _, Scalar operand) -> isInvariant(operand, assigned);
      case Scalar.Call call ->
          call.arguments().stream().allMatch(argument -> isInvariant(argument, assigned));
      case Scalar.ReadElement _, Scalar.ReadCell _ -> false;
    };
  }

  // ---- conditional expressions

  private Value conditional(ConditionalExpressionTree tree) {
    Scalar condition = bool(tree.getCondition());
    Optional<Object> known = frame.lowering.constant(condition);
    if (known.isPresent() && !frame.instance.isEmpty()) {
      return takenSide(tree, known.get().equals(true));
    }
    // both sides are read into blocks of their own, because a tile's operations are statements
    Value[] sides = new Value[2];
    Block yes = side(tree.getTrueExpression(), sides, 0);
    Block no = side(tree.getFalseExpression(), sides, 1);
    if (sides[0] instanceof Value.OfScalar(Scalar a)
        && sides[1] instanceof Value.OfScalar(Scalar b)) {
      Scalar.Conditional whole = choose(condition, a, b, tree);
      return new Value.OfScalar(
          yes.isEmpty() && no.isEmpty() ? whole : chooseScalar(tree, whole, yes, no));
    }
    if (sides[0] instanceof Value.OfTile(Tile a, boolean mask)
        && sides[1] instanceof Value.OfTile(Tile b, boolean _)) {
      return chooseTile(tree, condition, new Block[] {yes, no}, new Tile[] {a, b}, mask);
    }
    throw frame.error(
        Code.EXPRESSION,
        tree,
        "a condition cannot choose between " + sides[0].noun() + " and " + sides[1].noun(),
        "Write if and else.");
  }

  /** The side that an instance takes, in the type that Java gives both. */
  private Value takenSide(ConditionalExpressionTree tree, boolean yes) {
    frame.lowering.fold();
    Value taken = lower(yes ? tree.getTrueExpression() : tree.getFalseExpression());
    if (!(taken instanceof Value.OfScalar(Scalar scalar))) {
      return taken;
    }
    Value[] other = new Value[1];
    side(yes ? tree.getFalseExpression() : tree.getTrueExpression(), other, 0);
    ScalarType type = scalar(other[0], tree).type();
    return new Value.OfScalar(
        type == ScalarType.BOOLEAN || scalar.type() == ScalarType.BOOLEAN
            ? scalar
            : cast(scalar, ScalarType.promote(scalar.type(), type)));
  }

  private Block side(ExpressionTree tree, Value[] sides, int index) {
    return frame.lowering.builder.block(() -> sides[index] = lower(tree));
  }

  private Scalar chooseScalar(
      ConditionalExpressionTree tree, Scalar.Conditional whole, Block yes, Block no) {
    Variable chosen = variable("chosen", zero(whole.type()), tree);
    frame.emit(
        new Stmt.If(
            whole.condition(),
            assigning(yes, chosen, whole.yes(), tree.getTrueExpression()),
            assigning(no, chosen, whole.no(), tree.getFalseExpression()),
            frame.origin(tree)),
        tree);
    return new Scalar.Read(chosen);
  }

  private Scalar.Conditional choose(Scalar condition, Scalar yes, Scalar no, Tree at) {
    if (yes.type() == ScalarType.BOOLEAN || no.type() == ScalarType.BOOLEAN) {
      return new Scalar.Conditional(
          condition,
          convert(new Value.OfScalar(yes), ScalarType.BOOLEAN, at),
          convert(new Value.OfScalar(no), ScalarType.BOOLEAN, at));
    }
    ScalarType type = ScalarType.promote(yes.type(), no.type());
    return new Scalar.Conditional(condition, cast(yes, type), cast(no, type));
  }

  private Value chooseTile(
      ConditionalExpressionTree tree,
      Scalar condition,
      Block[] blocks,
      Tile[] tiles,
      boolean mask) {
    if (!tiles[0].type().equals(tiles[1].type())) {
      throw frame.error(
          Code.TYPE_CHANGES,
          tree,
          "one side is "
              + Shapes.text(tiles[0].type())
              + ", the other "
              + Shapes.text(tiles[1].type()),
          "Both sides of a condition have one shape.");
    }
    Scalar zero = zero(((dev.smalti.processor.ir.Element) tiles[0].type().element()).scalar());
    Variable chosen = variable("chosen", new Tile.Fill(tiles[0].type(), zero), tree);
    frame.emit(
        new Stmt.If(
            condition,
            assigning(blocks[0], chosen, tiles[0], tree.getTrueExpression()),
            assigning(blocks[1], chosen, tiles[1], tree.getFalseExpression()),
            frame.origin(tree)),
        tree);
    return new Value.OfTile(new Tile.Ref(chosen), mask);
  }

  private Block assigning(Block before, Variable target, Expr value, Tree at) {
    List<Stmt> statements = new ArrayList<>(before.statements());
    statements.add(new Stmt.Assign(target, value, frame.origin(at)));
    return new Block(statements);
  }

  // ---- records

  private Value newRecord(NewClassTree tree) {
    String name = tree.getIdentifier().toString().replaceAll("<.*>", "");
    if (frame.environment.isPoisoned(name)) {
      throw new Rejected(); // a local class, which was reported
    }
    TypeElement type =
        frame
            .source
            .names()
            .typeNamed(name)
            .filter(t -> t.getKind() == ElementKind.RECORD && tree.getClassBody() == null)
            .orElseThrow(
                () ->
                    frame.error(
                        Code.EXPRESSION,
                        tree,
                        frame.here() + " cannot create " + Article.with(name),
                        "Only records of tiles, memory and primitive values can be created."));
    refuseOwnCode(type, tree);
    List<? extends RecordComponentElement> components = type.getRecordComponents();
    if (components.size() != tree.getArguments().size()) {
      throw frame.error(
          Code.EXPRESSION,
          tree,
          name
              + " has "
              + components.size()
              + " components, "
              + tree.getArguments().size()
              + " are given");
    }
    Map<String, Value> parts = new LinkedHashMap<>();
    Statements statements = new Statements(frame, new AssignedLocals(frame.source.tree()));
    for (int i = 0; i < components.size(); i++) {
      ExpressionTree argument = tree.getArguments().get(i);
      String part = components.get(i).getSimpleName().toString();
      Value value = lower(argument);
      Optional<ScalarType> scalar = Signatures.scalar(components.get(i).asType());
      if (narrow(components.get(i).asType().getKind()).isPresent()) {
        throw frame.error(
            Code.LOCAL_TYPE,
            argument,
            part + " of " + name + " is of type " + components.get(i).asType(),
            "Declare it int: records here are taken apart into variables of the language.");
      }
      if (scalar.isPresent()) {
        value = new Value.OfScalar(convert(value, scalar.get(), argument));
      }
      parts.put(part, statements.fix(part, value, argument));
    }
    return new Value.OfRecord(type, parts);
  }

  /** A record is taken apart: what its own constructor or accessors do would be lost. */
  private void refuseOwnCode(TypeElement type, Tree at) {
    PlainRecords records = new PlainRecords(frame.lowering.elements, frame.lowering.sources);
    Optional<String> own = records.ownConstructor(type).or(() -> records.ownAccessor(type));
    if (own.isPresent()) {
      throw frame.error(
          Code.EXPRESSION,
          at,
          type.getSimpleName() + " declares " + own.get() + ": records here are plain",
          "Leave constructor and accessors to the compiler; compute before or after.");
    }
  }

  // ---- loops and shapes

  /** What a loop goes over; empty for anything but {@code range} and its like. */
  Optional<LoopCall> loop(ExpressionTree tree) {
    return AssignedLocals.strip(tree) instanceof MethodInvocationTree call
        ? new Calls(frame, this).loop(call)
        : Optional.empty();
  }

  /** Notes how a tile came about, for messages. */
  void remember(Variable variable, Tile tile, Tree at) {
    int line = frame.span(at).line();
    String text =
        switch (tile) {
          case Tile.Load load -> "was loaded at line " + line + " from " + load.source().name();
          case Tile.RemoteLoad load ->
              "was loaded at line " + line + " from a peer's " + load.source().name();
          case Tile.Reduce _ -> "is a reduction, line " + line;
          default -> "was computed at line " + line;
        };
    frame.lowering.history.put(variable, text);
  }

  /** The extent of an axis that is written as a constant; negative counts from the end. */
  int axis(Value value, int axes, Tree at) {
    Optional<Long> axis =
        frame
            .lowering
            .dimOf(scalar(value, at))
            .flatMap(d -> d.constant().stream().boxed().findFirst());
    if (axis.isEmpty()) {
      throw frame.error(
          Code.EXTENT_FORM, at, "the axis is not a constant", "Write dim(0), or dim(-1).");
    }
    long index = axis.get() < 0 ? axes + axis.get() : axis.get();
    if (index < 0 || index >= axes) {
      throw frame.error(
          Code.AXES_DIFFER, at, "there is no axis " + axis.get() + " of " + Shapes.axes(axes));
    }
    return (int) index;
  }

  /** The memory of a value. */
  Place place(Value value, Tree at) {
    if (value instanceof Value.OfPlace(Place place)) {
      return place;
    }
    throw frame.error(Code.EXPRESSION, at, "memory is needed here, this is " + value.noun());
  }
}
