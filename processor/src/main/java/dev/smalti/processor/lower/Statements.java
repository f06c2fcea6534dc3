package dev.smalti.processor.lower;

import com.sun.source.tree.AnnotatedTypeTree;
import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.ArrayTypeTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.EmptyStatementTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.PrimitiveTypeTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreeScanner;
import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tasks;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.UnaryScalar;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.message.Code;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import javax.lang.model.element.ElementKind;
import javax.lang.model.type.TypeKind;
import org.jspecify.annotations.Nullable;

/** Reads the statements of one body. */
final class Statements {
  private final Frame frame;
  private final AssignedLocals assigned;
  private final Expressions expressions;

  Statements(Frame frame, AssignedLocals assigned) {
    this.frame = frame;
    this.assigned = assigned;
    this.expressions = new Expressions(frame);
  }

  private Statements inner() {
    return new Statements(frame.inner(), assigned);
  }

  /** Reads a whole body; gives the value of a trailing {@code return}. */
  Optional<Value> body(BlockTree body) {
    List<? extends StatementTree> statements = body.getStatements();
    Optional<Value> result = Optional.empty();
    for (int i = 0; i < statements.size(); i++) {
      StatementTree each = statements.get(i);
      if (each instanceof ReturnTree last && i == statements.size() - 1) {
        if (last.getExpression() != null) {
          result = Optional.of(expressions.lower(last.getExpression()));
        }
      } else {
        statement(each);
      }
    }
    return result;
  }

  /** Reads one statement; what is wrong in it is reported and the statement left out. */
  void statement(StatementTree tree) {
    try {
      read(tree);
    } catch (Rejected rejected) {
      if (tree instanceof VariableTree declaration) {
        frame.environment.define(declaration.getName().toString(), new Local.Poisoned());
      }
      frame.lowering.fail();
    }
  }

  private void read(StatementTree tree) {
    switch (tree) {
      case VariableTree t -> declaration(t);
      case ExpressionStatementTree t -> expression(t.getExpression());
      case BlockTree t -> inner().all(t.getStatements());
      case IfTree t -> conditional(t);
      case ForLoopTree t -> new Loops(frame, assigned).basic(t);
      case EnhancedForLoopTree t -> new RangeLoops(frame, assigned).read(t);
      case WhileLoopTree t -> whileLoop(t);
      case BreakTree t -> jump(t, t.getLabel() != null, new Stmt.Break(frame.origin(t)));
      case ContinueTree t -> jump(t, t.getLabel() != null, new Stmt.Continue(frame.origin(t)));
      case EmptyStatementTree _ -> {}
      case ReturnTree t ->
          throw frame.error(
              Code.RETURN_PLACE,
              t,
              "return is not the last statement of the method",
              "Put what follows into an else branch.");
      case ClassTree t -> {
        frame.environment.define(t.getSimpleName().toString(), new Local.Poisoned());
        throw unsupported(t);
      }
      default -> throw unsupported(tree);
    }
  }

  private Rejected unsupported(StatementTree tree) {
    return frame.error(
        Code.STATEMENT,
        tree,
        frame.here() + " cannot contain " + noun(tree),
        "Statements are declarations, assignments, calls, if, for, while, break and"
            + " continue.");
  }

  private void all(List<? extends StatementTree> statements) {
    statements.forEach(this::statement);
  }

  private static String noun(Tree tree) {
    return switch (tree.getKind()) {
      case DO_WHILE_LOOP -> "a do loop: write a while loop";
      case TRY -> "try";
      case THROW -> "throw";
      case SWITCH -> "switch: write if and else";
      case SYNCHRONIZED -> "synchronized";
      case CLASS, RECORD, ENUM, INTERFACE -> "a local class";
      case LABELED_STATEMENT -> "a label";
      case ASSERT -> "assert";
      case YIELD -> "yield";
      default -> tree.getKind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    };
  }

  private void jump(StatementTree tree, boolean labelled, Stmt statement) {
    if (labelled) {
      throw frame.error(
          Code.STATEMENT,
          tree,
          frame.here() + " cannot contain a jump to a label",
          "Leave the inner loop only, or test a boolean in the outer one.");
    }
    Optional<LoopCall.Form> loop = frame.lowering.loop();
    if (loop.isEmpty()) {
      frame.lowering.report.leaveToJavac(); // a jump outside of a loop
      throw new Rejected();
    }
    if (!loop.get().allowsJumps()) {
      throw frame.error(
          Code.LOOP_JUMP,
          tree,
          (statement instanceof Stmt.Break ? "break" : "continue")
              + " stands in a loop over "
              + loop.get().word()
              + ", whose rounds do not run one after the other");
    }
    frame.emit(statement, tree);
  }

  // ---- declarations

  private void declaration(VariableTree tree) {
    String name = tree.getName().toString();
    checkType(tree);
    boolean mutable = assigned.contains(tree);
    Optional<ScalarType> declared = primitive(tree.getType());
    if (tree.getInitializer() == null) {
      declareWithoutValue(tree, name, declared);
      return;
    }
    Optional<TypeKind> narrow =
        declared.isPresent() ? Optional.empty() : expressions.narrow(tree.getInitializer());
    if (narrow.isPresent()) {
      throw notLocal(tree, narrow.get().name().toLowerCase(Locale.ROOT));
    }
    if (LocalArrays.isDeclaration(tree) && !new TaskCalls(frame, expressions).makesArray(tree)) {
      Value array = new LocalArrays(frame, expressions).declare(tree, mutable);
      frame.environment.define(name, new Local.Fixed(array));
      return;
    }
    TaskCalls tasks = new TaskCalls(frame, expressions);
    Value value =
        tasks.makesArray(tree) ? tasks.newArray(tree) : expressions.lower(tree.getInitializer());
    if (declared.isPresent()) {
      value = new Value.OfScalar(expressions.convert(value, declared.get(), tree.getInitializer()));
    }
    Local local =
        mutable
            ? new Local.Mutable(hold(name, value, tree))
            : new Local.Fixed(fix(name, value, tree));
    frame.environment.define(name, local);
  }

  /** Only types that the language computes with keep their meaning; {@code var} has none. */
  void checkType(VariableTree tree) {
    Tree type = plain(tree.getType());
    boolean known =
        switch (type) {
          case null -> true;
          case PrimitiveTypeTree _ -> primitive(type).isPresent();
          case ArrayTypeTree _ ->
              LocalArrays.component(type).isPresent()
                  || new TaskCalls(frame, expressions).isArray(type);
          case ParameterizedTypeTree generic -> isLanguageType(generic.getType());
          default -> isLanguageType(type);
        };
    if (!known) {
      throw notLocal(tree, String.valueOf(type));
    }
  }

  private Rejected notLocal(VariableTree tree, String type) {
    return frame.error(
        Code.LOCAL_TYPE,
        tree,
        "a local variable of type " + type + " is not part of the language",
        "Locals are boolean, int, long, float, double, the types of Smalti, and records of them.");
  }

  private boolean isLanguageType(Tree type) {
    if (type.toString().equals("var")) {
      return true;
    }
    if (frame.environment.isPoisoned(type.toString())) {
      throw new Rejected(); // a local class, which was reported
    }
    return frame
        .source
        .names()
        .typeNamed(type.toString())
        .map(
            found ->
                found.getQualifiedName().toString().startsWith("dev.smalti.lang.")
                    || found.getKind() == ElementKind.RECORD)
        .orElse(true); // unknown to javac too, which says so
  }

  private void declareWithoutValue(VariableTree tree, String name, Optional<ScalarType> declared) {
    if (declared.isPresent()) {
      Value zero = new Value.OfScalar(Expressions.zero(declared.get()));
      frame.environment.define(name, new Local.Mutable(hold(name, zero, tree)));
      return;
    }
    if (plain(tree.getType()) instanceof ArrayTypeTree array) {
      throw notLocal(tree, array.toString());
    }
    throw frame.error(
        Code.LOCAL_TYPE,
        tree,
        "the local " + name + " has no value at its declaration",
        "Give it one, for example with `condition ? a : b`, or Tile.fill(...).");
  }

  /** The type without the annotations that stand before it. */
  static @Nullable Tree plain(@Nullable Tree type) {
    return type instanceof AnnotatedTypeTree annotated ? annotated.getUnderlyingType() : type;
  }

  static Optional<ScalarType> primitive(@Nullable Tree type) {
    if (plain(type) instanceof PrimitiveTypeTree primitive) {
      return switch (primitive.getPrimitiveTypeKind()) {
        case INT -> Optional.of(ScalarType.INT);
        case LONG -> Optional.of(ScalarType.LONG);
        case FLOAT -> Optional.of(ScalarType.FLOAT);
        case DOUBLE -> Optional.of(ScalarType.DOUBLE);
        case BOOLEAN -> Optional.of(ScalarType.BOOLEAN);
        default -> Optional.empty();
      };
    }
    return Optional.empty();
  }

  /** The value as one that keeps: its parts are constants, extents, or new variables. */
  Value fix(String name, Value value, Tree at) {
    return switch (value) {
      case Value.OfScalar(Scalar scalar) ->
          new Value.OfScalar(
              frame.lowering.isStable(scalar)
                  ? scalar
                  : new Scalar.Read(frame.let(name, scalar, at)));
      case Value.OfTile(Tile tile, boolean mask) ->
          new Value.OfTile(new Tile.Ref(tileVariable(name, tile, at)), mask);
      case Value.OfPlace(Place place) -> new Value.OfPlace(named(name, place, at));
      case Value.OfIndex(List<Scalar> axes) -> {
        List<Scalar> held = new ArrayList<>();
        for (int i = 0; i < axes.size(); i++) {
          held.add(frame.captured(axes.get(i), name + i, at));
        }
        yield new Value.OfIndex(held);
      }
      case Value.OfRecord record -> {
        Map<String, Value> parts = new LinkedHashMap<>();
        record.components().forEach((part, v) -> parts.put(part, fix(name + "_" + part, v, at)));
        yield new Value.OfRecord(record.type(), parts);
      }
      case Value.OfTask(Tasks tasks) ->
          new Value.OfTask(new TaskCalls(frame, expressions).fixed(name, tasks, at));
      case Value.OfDomain domain -> new WorldCalls(frame, expressions).named(name, domain, at);
      case Value.OfExtent _,
          Value.OfChunk _,
          Value.OfCores _,
          Value.OfElement _,
          Value.OfEnum _,
          Value.OfNamedDomain _,
          Value.OfWorld _ ->
          value;
      case Value.OfTaskOption _,
          Value.OfType _,
          Value.OfField _,
          Value.OfPackage _,
          Value.OfCallback _,
          Value.Nothing _ ->
          throw noLocal(value, at);
    };
  }

  private Variable tileVariable(String name, Tile tile, Tree at) {
    if (tile instanceof Tile.Ref(Variable variable) && frame.lowering.isFixed(variable)) {
      return variable;
    }
    Variable held = frame.let(name, tile, at);
    expressions.remember(held, tile, at);
    return held;
  }

  private Place named(String name, Place place, Tree at) {
    return switch (place) {
      case Place.Named _ -> place;
      case Place.View _, Place.Reshaped _, Place.NewTensor _ ->
          new Place.Named(frame.let(name, place, at));
      case Place.NewArray _ -> throw new IllegalArgumentException("declared by LocalArrays");
      case Place.Devices _ -> throw new IllegalArgumentException("declared by WorldCalls");
      case Place.NewWindow _, Place.NewSignal _ -> {
        if (frame.lowering.builder.isInner()) {
          throw frame.error(
              Code.ALLOCATION_PLACE,
              at,
              name + " is allocated in a loop, a branch or a dispatch",
              "Allocate it first in the program: a window lives as long as the program runs.");
        }
        Variable made = frame.let(name, place, at);
        frame.lowering.allocations.made(made, frame.located(at));
        yield new Place.Named(made);
      }
    };
  }

  private Rejected noLocal(Value value, Tree at) {
    return frame.error(
        Code.LOCAL_TYPE,
        at,
        "a local variable cannot hold " + value.noun(),
        "Locals are primitive values, tiles, masks, tensors, windows, signals, positions, extents,"
            + " records of them, and tasks.");
  }

  /** New variables for every part, to be assigned later. */
  private Value hold(String name, Value value, Tree at) {
    return switch (value) {
      case Value.OfScalar(Scalar scalar) ->
          new Value.OfScalar(new Scalar.Read(mutable(name, scalar, at)));
      case Value.OfTile(Tile tile, boolean mask) ->
          new Value.OfTile(new Tile.Ref(mutable(name, tile, at)), mask);
      case Value.OfIndex(List<Scalar> axes) -> {
        List<Scalar> held = new ArrayList<>();
        for (int i = 0; i < axes.size(); i++) {
          held.add(new Scalar.Read(mutable(name + i, axes.get(i), at)));
        }
        yield new Value.OfIndex(held);
      }
      case Value.OfRecord record -> {
        Map<String, Value> parts = new LinkedHashMap<>();
        record.components().forEach((part, v) -> parts.put(part, hold(name + "_" + part, v, at)));
        yield new Value.OfRecord(record.type(), parts);
      }
      case Value.OfTask(Tasks tasks) -> new Value.OfTask(new Tasks.Ref(mutable(name, tasks, at)));
      case Value.OfPlace _,
          Value.OfExtent _,
          Value.OfChunk _,
          Value.OfCores _,
          Value.OfTaskOption _,
          Value.OfElement _,
          Value.OfEnum _,
          Value.OfWorld _,
          Value.OfDomain _,
          Value.OfNamedDomain _,
          Value.OfType _,
          Value.OfField _,
          Value.OfPackage _,
          Value.OfCallback _,
          Value.Nothing _ ->
          throw frame.error(
              Code.TYPE_CHANGES,
              at instanceof VariableTree local ? assigned.first(local) : at,
              value.noun() + " cannot be assigned again",
              "Use another local, or select by an index.");
    };
  }

  private Variable mutable(String name, dev.smalti.processor.ir.Expr value, Tree at) {
    Variable variable = frame.lowering.builder.variable(name, value.type());
    frame.emit(new Stmt.Let(variable, value, frame.origin(at)), at);
    if (value instanceof Tile tile) {
      expressions.remember(variable, tile, at);
    }
    return variable;
  }

  // ---- expressions as statements

  private void expression(ExpressionTree tree) {
    switch (AssignedLocals.strip(tree)) {
      case AssignmentTree t
          when AssignedLocals.strip(t.getVariable()) instanceof ArrayAccessTree element ->
          new LocalArrays(frame, expressions).assign(element, t.getExpression(), t);
      case CompoundAssignmentTree t
          when AssignedLocals.strip(t.getVariable()) instanceof ArrayAccessTree element ->
          new LocalArrays(frame, expressions).update(element, old -> compounded(t, old), t);
      case UnaryTree t
          when AssignedLocals.isStep(t)
              && AssignedLocals.strip(t.getExpression()) instanceof ArrayAccessTree element ->
          new LocalArrays(frame, expressions).update(element, old -> stepped(t, old), t);
      case AssignmentTree t -> assign(t.getVariable(), expressions.lower(t.getExpression()), t);
      case CompoundAssignmentTree t -> compound(t);
      case UnaryTree t when AssignedLocals.isStep(t) -> step(t);
      case MethodInvocationTree t -> call(t);
      default ->
          throw frame.error(
              Code.STATEMENT, tree, "this expression does nothing here", "Remove it.");
    }
  }

  private void call(MethodInvocationTree tree) {
    Value value = expressions.lower(tree);
    if (value instanceof Value.OfTask(Tasks.Ref(Variable task))) {
      frame
          .lowering
          .builder
          .submitted(task)
          .filter(submit -> submit.after().isEmpty())
          .ifPresent(frame.lowering.builder::withoutTask);
      return;
    }
    if (!(value instanceof Value.Nothing)) {
      throw frame.error(
          Code.RESULT_UNUSED,
          tree,
          "the result of this operation is not used: "
              + value.noun()
              + " is a value, the operation changes nothing",
          "Assign it, or remove the statement.");
    }
  }

  private void compound(CompoundAssignmentTree tree) {
    Scalar left = expressions.scalar(tree.getVariable());
    Scalar result = compounded(tree, left);
    // Java converts the result of a compound assignment back to the variable's type
    assign(tree.getVariable(), new Value.OfScalar(Expressions.cast(result, left.type())), tree);
  }

  /** Java reads the variable or element before it evaluates the other operand. */
  private Scalar compounded(CompoundAssignmentTree tree, Scalar old) {
    List<Value> left = new ArrayList<>();
    left.add(new Value.OfScalar(old));
    Scalar right = frame.after(left, tree, () -> expressions.scalar(tree.getExpression()));
    BinaryScalar operator = Expressions.compoundOperator(tree.getKind());
    return expressions.binary(operator, expressions.scalar(left.getFirst(), tree), right, tree);
  }

  private Scalar stepped(UnaryTree tree, Scalar value) {
    boolean up =
        tree.getKind() == Tree.Kind.PREFIX_INCREMENT
            || tree.getKind() == Tree.Kind.POSTFIX_INCREMENT;
    return expressions.binary(
        up ? BinaryScalar.ADD : BinaryScalar.SUBTRACT, value, Scalar.Constant.of(1), tree);
  }

  private void step(UnaryTree tree) {
    Scalar value = expressions.scalar(tree.getExpression());
    Scalar result = stepped(tree, value);
    assign(tree.getExpression(), new Value.OfScalar(Expressions.cast(result, value.type())), tree);
  }

  private void assign(ExpressionTree target, Value value, Tree at) {
    if (!(AssignedLocals.strip(target) instanceof IdentifierTree id)) {
      throw frame.error(
          Code.EXPRESSION,
          target,
          "only a local variable can be assigned",
          "Elements are written with tensor.write(at(...), value).");
    }
    String name = id.getName().toString();
    switch (frame.environment.find(name).orElse(new Local.Poisoned())) {
      case Local.Mutable(Value old) -> {
        refuseCarried(name, at);
        replace(name, old, value, at);
      }
      case Local.Poisoned _ when frame.environment.find(name).isPresent() -> throw new Rejected();
      case Local.Poisoned _ ->
          throw frame.error(
              Code.EXPRESSION,
              target,
              name + " is not a local variable",
              "A kernel changes its locals and its @Out memory only.");
      case Local.Fixed _ ->
          throw frame.error(
              Code.PARAMETER_ASSIGNED,
              at,
              name + " is a parameter or counter: assigning it changes nothing outside",
              "Use a local variable; write memory with store or write.");
    }
  }

  private void refuseCarried(String name, Tree at) {
    OptionalInt loop = frame.environment.sharedBy(name);
    if (loop.isPresent()) {
      throw frame.error(
          Code.PARALLEL_CARRIES,
          at,
          name
              + " is declared outside of the parallel loop at line "
              + loop.getAsInt()
              + " and would be carried from round to round");
    }
  }

  private void replace(String name, Value old, Value value, Tree at) {
    switch (old) {
      case Value.OfScalar(Scalar.Read(Variable variable)) ->
          frame.emit(
              new Stmt.Assign(
                  variable, expressions.convert(value, variable.scalar(), at), frame.origin(at)),
              at);
      case Value.OfTile(Tile.Ref(Variable variable), boolean _)
          when value instanceof Value.OfTile(Tile tile, boolean _) -> {
        if (!tile.type().equals(variable.tile())) {
          throw frame.error(
              Code.TYPE_CHANGES,
              at,
              name
                  + " is "
                  + Shapes.text(variable.tile())
                  + ", the new value is "
                  + Shapes.text(tile.type()),
              "A variable keeps one shape; use another local for the new one.");
        }
        frame.emit(new Stmt.Assign(variable, tile, frame.origin(at)), at);
        expressions.remember(variable, tile, at);
      }
      case Value.OfTask(Tasks.Ref(Variable variable))
          when value instanceof Value.OfTask(Tasks task) && task.type().equals(variable.type()) ->
          frame.emit(new Stmt.Assign(variable, task, frame.origin(at)), at);
      case Value.OfIndex(List<Scalar> axes)
          when value instanceof Value.OfIndex(List<Scalar> fresh)
              && axes.size() == fresh.size() -> {
        List<Scalar> captured = new ArrayList<>();
        for (int i = 0; i < axes.size(); i++) {
          captured.add(frame.captured(fresh.get(i), name + i, at));
        }
        for (int i = 0; i < axes.size(); i++) {
          replace(name, new Value.OfScalar(axes.get(i)), new Value.OfScalar(captured.get(i)), at);
        }
      }
      case Value.OfRecord(var _, Map<String, Value> parts)
          when value instanceof Value.OfRecord(var _, Map<String, Value> fresh) -> {
        Map<String, Value> captured = new LinkedHashMap<>();
        fresh.forEach((part, v) -> captured.put(part, fix(name + "_" + part, v, at)));
        parts.forEach((part, v) -> replace(name + "." + part, v, part(captured, part, at), at));
      }
      default ->
          throw frame.error(
              Code.TYPE_CHANGES,
              at,
              name + " is " + old.noun() + ", the new value is " + value.noun(),
              "A variable keeps one type.");
    }
  }

  private Value part(Map<String, Value> parts, String name, Tree at) {
    Value value = parts.get(name);
    if (value == null) {
      throw frame.error(Code.TYPE_CHANGES, at, "the new value has no component " + name);
    }
    return value;
  }

  // ---- control flow

  private void conditional(IfTree tree) {
    Scalar condition =
        condition(() -> expressions.bool(tree.getCondition()), () -> readSides(tree));
    Optional<Object> known = frame.lowering.constant(condition);
    if (known.isPresent() && !frame.instance.isEmpty()) {
      takenSide(tree, condition, known.get().equals(true));
      return;
    }
    Block then = side(tree, true, known, tree.getThenStatement());
    Block otherwise =
        tree.getElseStatement() == null
            ? Block.of()
            : side(tree, false, known, tree.getElseStatement());
    frame.emit(new Stmt.If(condition, then, otherwise, frame.origin(tree)), tree);
  }

  /**
   * The side that an instance takes; the other one is not read, since it may be wrong in this
   * instance.
   */
  private void takenSide(IfTree tree, Scalar condition, boolean then) {
    frame.lowering.fold();
    StatementTree taken = then ? tree.getThenStatement() : tree.getElseStatement();
    if (taken == null) {
      return;
    }
    List<Stmt> read = frame.lowering.builder.block(() -> inner().branch(taken)).statements();
    boolean jumps =
        !read.isEmpty()
            && (read.getLast() instanceof Stmt.Break || read.getLast() instanceof Stmt.Continue);
    if (jumps) { // What follows is dead code, of which the passes take care.
      Scalar holds = then ? condition : new Scalar.Unary(UnaryScalar.NOT, condition);
      frame.emit(new Stmt.If(holds, new Block(read), Block.of(), frame.origin(tree)), tree);
    } else {
      read.forEach(frame.lowering.builder::emit);
    }
  }

  /** A condition; if it is wrong, the rest is read all the same, for what is wrong there. */
  private static Scalar condition(Supplier<Scalar> read, Runnable rest) {
    try {
      return read.get();
    } catch (Rejected rejected) {
      rest.run();
      throw rejected;
    }
  }

  private void readSides(IfTree tree) {
    side(tree, true, Optional.empty(), tree.getThenStatement());
    if (tree.getElseStatement() != null) {
      side(tree, false, Optional.empty(), tree.getElseStatement());
    }
  }

  /**
   * One side of a condition.
   *
   * @param known the value of the condition if it is a constant
   */
  private Block side(IfTree tree, boolean side, Optional<Object> known, StatementTree statement) {
    boolean taken = known.isEmpty() || known.get().equals(side);
    Runnable read = () -> inner().branch(statement);
    return frame.lowering.builder.block(
        () -> frame.lowering.effects.branch(tree, side, () -> frame.lowering.branch(taken, read)));
  }

  /** A statement that stands for a block: with or without braces. */
  void branch(StatementTree tree) {
    if (tree instanceof BlockTree block) {
      all(block.getStatements());
    } else {
      statement(tree);
    }
  }

  private Block body(WhileLoopTree tree) {
    return frame.lowering.loop(LoopCall.Form.RANGE, () -> inner().branch(tree.getStatement()));
  }

  private void whileLoop(WhileLoopTree tree) {
    Scalar condition =
        condition(
            () -> frame.conditionally(() -> expressions.bool(tree.getCondition())),
            () -> body(tree));
    frame.emit(new Stmt.While(condition, body(tree), frame.origin(tree)), tree);
  }

  /** Counts up or down. */
  static final class Loops {
    private final Frame frame;
    private final AssignedLocals assigned;
    private final Expressions expressions;

    Loops(Frame frame, AssignedLocals assigned) {
      this.frame = frame;
      this.assigned = assigned;
      this.expressions = new Expressions(frame);
    }

    Rejected counterAssigned(VariableTree counter) {
      return frame.error(
          Code.COUNTER_ASSIGNED,
          counter,
          "the loop counter " + counter.getName() + " is assigned in the body",
          "Use a local of its own, or a while loop.");
    }

    private void loop(
        String name, ScalarType type, List<Scalar> bounds, StatementTree body, Tree at) {
      Variable counter = frame.lowering.builder.variable(name, type);
      frame.lowering.fix(counter, Optional.<Dim>empty());
      Frame inside = frame.inner();
      inside.environment.define(
          name, new Local.Fixed(new Value.OfScalar(new Scalar.Read(counter))));
      Block block =
          frame.lowering.loop(
              LoopCall.Form.RANGE, () -> new Statements(inside, assigned).branch(body));
      frame.emit(
          new Stmt.For(
              counter, bounds.get(0), bounds.get(1), bounds.get(2), block, frame.origin(at)),
          at);
    }

    void basic(ForLoopTree tree) {
      if (tree.getInitializer().size() != 1
          || !(tree.getInitializer().getFirst() instanceof VariableTree counter)
          || counter.getInitializer() == null
          || tree.getUpdate().size() != 1
          || tree.getCondition() == null) {
        throw form(tree);
      }
      boolean inferred = counter.getType() == null || counter.getType().toString().equals("var");
      Optional<ScalarType> declared =
          inferred ? inferred(counter.getInitializer()) : primitive(counter.getType());
      ScalarType type = declared.filter(ScalarType::isInteger).orElseThrow(() -> form(tree));
      String name = counter.getName().toString();
      if (AssignedLocals.assigns(tree.getStatement(), name)) {
        throw counterAssigned(counter);
      }
      long step = step(tree.getUpdate().getFirst(), name, tree);
      Scalar from =
          expressions.convert(
              expressions.lower(counter.getInitializer()), type, counter.getInitializer());
      Scalar to = bound(tree, name, type, step);
      Scalar by =
          type == ScalarType.INT ? Scalar.Constant.of((int) step) : Scalar.Constant.of(step);
      loop(name, type, List.of(from, to, by), tree.getStatement(), tree);
    }

    private Optional<ScalarType> inferred(ExpressionTree first) {
      return expressions.narrow(first).isPresent()
          ? Optional.empty()
          : Optional.of(expressions.scalar(first).type());
    }

    private Rejected form(ForLoopTree tree) {
      return frame.error(
          Code.LOOP_FORM,
          tree,
          "a basic for loop counts: for (int i = from; i < to; i += step)",
          "Write the loop so, or with while.");
    }

    private long step(ExpressionStatementTree update, String name, ForLoopTree tree) {
      return switch (AssignedLocals.strip(update.getExpression())) {
        case UnaryTree t when AssignedLocals.isStep(t) && AssignedLocals.assigns(update, name) ->
            t.getKind() == Tree.Kind.PREFIX_INCREMENT || t.getKind() == Tree.Kind.POSTFIX_INCREMENT
                ? 1
                : -1;
        case CompoundAssignmentTree t
            when AssignedLocals.assigns(update, name)
                && (t.getKind() == Tree.Kind.PLUS_ASSIGNMENT
                    || t.getKind() == Tree.Kind.MINUS_ASSIGNMENT) -> {
          long magnitude =
              frame
                  .lowering
                  .dimOf(expressions.scalar(t.getExpression()))
                  .flatMap(d -> d.constant().stream().boxed().findFirst())
                  .filter(value -> value != 0)
                  .orElseThrow(() -> form(tree));
          yield t.getKind() == Tree.Kind.PLUS_ASSIGNMENT ? magnitude : -magnitude;
        }
        default -> throw form(tree);
      };
    }

    /** The bound that the counter stays below, or above for a negative step. */
    private Scalar bound(ForLoopTree tree, String name, ScalarType type, long step) {
      if (!(AssignedLocals.strip(tree.getCondition()) instanceof BinaryTree condition)) {
        throw form(tree);
      }
      boolean left = isName(condition.getLeftOperand(), name);
      ExpressionTree limit = left ? condition.getRightOperand() : condition.getLeftOperand();
      if (!left && !isName(condition.getRightOperand(), name)) {
        throw form(tree);
      }
      if (names(limit, name)) {
        throw form(tree);
      }
      Tree.Kind relation = left ? condition.getKind() : mirrored(condition.getKind());
      int failures = frame.lowering.failures();
      Scalar value =
          frame.conditionally(() -> expressions.convert(expressions.lower(limit), type, limit));
      if (frame.lowering.failures() > failures) {
        throw new Rejected(); // the limit is wrong, which was reported
      }
      refuseChangingBound(tree, limit, value);
      boolean below = relation == Tree.Kind.LESS_THAN || relation == Tree.Kind.LESS_THAN_EQUAL;
      boolean above =
          relation == Tree.Kind.GREATER_THAN || relation == Tree.Kind.GREATER_THAN_EQUAL;
      if (step > 0 ? !below : !above) {
        throw form(tree);
      }
      if (relation == Tree.Kind.LESS_THAN || relation == Tree.Kind.GREATER_THAN) {
        return value;
      }
      Scalar one = type == ScalarType.INT ? Scalar.Constant.of(1) : Scalar.Constant.of(1L);
      return expressions.binary(
          below ? BinaryScalar.ADD : BinaryScalar.SUBTRACT, value, one, limit);
    }

    private void refuseChangingBound(ForLoopTree tree, ExpressionTree limit, Scalar value) {
      if (!Expressions.isInvariant(
          value, variable -> AssignedLocals.assigns(tree.getStatement(), variable.name()))) {
        throw frame.error(
            Code.LOOP_FORM,
            limit,
            "the bound of the loop may change while it runs",
            "Give it to a local variable before the loop, or write a while loop.");
      }
    }

    private static boolean names(ExpressionTree tree, String name) {
      return Boolean.TRUE.equals(
          new TreeScanner<Boolean, @Nullable Void>() {
            @Override
            public Boolean visitIdentifier(IdentifierTree identifier, @Nullable Void none) {
              return identifier.getName().contentEquals(name);
            }

            @Override
            public Boolean reduce(@Nullable Boolean left, @Nullable Boolean right) {
              return Boolean.TRUE.equals(left) || Boolean.TRUE.equals(right);
            }
          }.scan(tree, null));
    }

    private static boolean isName(ExpressionTree tree, String name) {
      return AssignedLocals.strip(tree) instanceof IdentifierTree id
          && id.getName().contentEquals(name);
    }

    private static Tree.Kind mirrored(Tree.Kind relation) {
      return switch (relation) {
        case LESS_THAN -> Tree.Kind.GREATER_THAN;
        case LESS_THAN_EQUAL -> Tree.Kind.GREATER_THAN_EQUAL;
        case GREATER_THAN -> Tree.Kind.LESS_THAN;
        case GREATER_THAN_EQUAL -> Tree.Kind.LESS_THAN_EQUAL;
        default -> relation;
      };
    }
  }
}
