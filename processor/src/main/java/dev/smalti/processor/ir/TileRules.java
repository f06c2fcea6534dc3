package dev.smalti.processor.ir;

import dev.smalti.processor.ir.Violation.Rule;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** What tiles keep. Each check gives the type, or nothing where something below is wrong. */
final class TileRules {
  private final Scope scope;
  private final ScalarRules scalars;

  TileRules(Scope scope, ScalarRules scalars) {
    this.scope = scope;
    this.scalars = scalars;
  }

  Optional<TileType> tile(Tile tile) {
    boolean right =
        switch (tile) {
          case Tile.Ref(Variable variable) -> scope.use(variable, TileType.class).isPresent();
          case Tile.Splat t -> scope.element(t.element()) && element(t.element(), t.value(), t);
          case Tile.Load t -> load(t);
          case Tile.RemoteLoad t -> remoteLoad(t);
          case Tile.Fill t -> scope.type(t.type()) && element(t.type().element(), t.value(), t);
          case Tile.Unary t -> tile(t.operand()).filter(type -> legal(t, type)).isPresent();
          case Tile.Binary t -> binary(t);
          case Tile.Fma t -> fma(t);
          case Tile.Compare t -> compare(t);
          case Tile.Select t -> select(t);
          case Tile.Cast t -> tile(t.operand()).isPresent() && scope.element(t.type().element());
          case Tile.Reduce t -> tile(t.operand()).filter(type -> reduces(t, type)).isPresent();
          case Tile.Matmul t -> matmul(t);
          case Tile.Whole t -> whole(t);
        };
    return right && hasDerivedType(tile) ? Optional.of(tile.type()) : Optional.empty();
  }

  private boolean hasDerivedType(Tile tile) {
    Optional<TileType> derived = TileTypes.derived(tile);
    return scope.require(
        derived.equals(Optional.of(tile.type())),
        Rule.OPERATION_TYPE,
        () ->
            Printer.describe(tile)
                + " has the type "
                + Printer.describe(tile.type())
                + ", its operands give "
                + derived.map(Printer::describe).orElse("none"));
  }

  /** Whether a scalar may become an element. */
  boolean element(ElementType element, Scalar value, Expr where) {
    Optional<ScalarType> scalar = scalars.scalar(value);
    if (scalar.isEmpty()) {
      return false;
    }
    boolean fits =
        switch (element) {
          case Element e when e.isFloating() -> scalar.get().isNumeric();
          case Element e when e.isInteger() -> scalar.get().isInteger();
          case Element _ -> true;
          case ElementParameter _ -> scalar.get().isNumeric();
        };
    return scope.require(
        fits,
        Rule.SCALAR_TYPE,
        () ->
            Printer.describe(where)
                + " makes an element of "
                + Words.element(element)
                + " of a "
                + scalar.get().keyword());
  }

  // ---- memory

  private boolean load(Tile.Load t) {
    Optional<TensorType> memory = scope.use(t.source(), TensorType.class);
    boolean elements =
        memory.isPresent()
            && scope.require(
                !memory.get().isArray(),
                Rule.KIND,
                () -> "the array " + t.source().name() + " is loaded as a whole");
    if (!elements || !box(t.source(), memory.get(), t.offsets(), t.shape())) {
      return false;
    }
    boolean right =
        scope.require(
            t.valid().size() == t.shape().size(),
            Rule.AXES,
            () -> "the box has " + t.shape().size() + " axes, its valid part " + t.valid().size());
    for (int axis = 0; right && axis < t.shape().size(); axis++) {
      right = scope.valid(t.shape().get(axis), t.valid().get(axis));
    }
    return right;
  }

  private boolean remoteLoad(Tile.RemoteLoad t) {
    scalars.require(t.peer(), ScalarType.INT, "the peer");
    Optional<TensorType> memory = scope.use(t.source(), TensorType.class);
    return memory.isPresent()
        && window(t.source(), memory.get())
        && box(t.source(), memory.get(), t.offsets(), t.shape());
  }

  boolean window(Variable variable, TensorType memory) {
    return scope.require(
        memory.isWindow(), Rule.KIND, () -> variable.name() + " is no window and has no peers");
  }

  private boolean box(Variable source, TensorType memory, List<Scalar> offsets, List<Dim> shape) {
    int axes = memory.shape().size();
    return scalars.position(offsets, axes, source.name())
        && scope.extents(shape, 1)
        && scope.require(
            shape.size() == axes,
            Rule.AXES,
            () -> source.name() + " has " + axes + " axes, the box " + shape.size());
  }

  // ---- operations

  private boolean noOperation(boolean legal, Tile tile, ElementType element) {
    return scope.require(
        legal,
        Rule.NO_OPERATION,
        () -> Printer.describe(tile) + " is not defined for " + Words.element(element));
  }

  private boolean legal(Tile.Unary t, TileType type) {
    boolean legal =
        switch (t.op()) {
          case NEG, ABS, SIGN -> isNumeric(type.element());
          case EXP,
              LOG,
              SIN,
              COS,
              TANH,
              SIGMOID,
              ERF,
              GELU,
              GELU_TANH,
              SQRT,
              RSQRT,
              RECIP,
              FLOOR,
              CEIL,
              RINT,
              ROUND,
              TRUNC ->
              isFloating(type.element());
          case NOT -> hasBits(type.element());
        };
    return noOperation(legal, t, type.element());
  }

  /** A type parameter may become any of these: its instances are verified. */
  private static boolean isNumeric(ElementType element) {
    return element != Element.BOOL;
  }

  private static boolean isFloating(ElementType element) {
    return !(element instanceof Element known) || known.isFloating();
  }

  private static boolean isMask(ElementType element) {
    return !(element instanceof Element known) || known == Element.BOOL;
  }

  private static boolean isInteger(ElementType element) {
    return !(element instanceof Element known) || known.isInteger();
  }

  private static boolean hasBits(ElementType element) {
    return isMask(element) || isInteger(element);
  }

  private static boolean isLegal(BinaryOperator op, ElementType element) {
    return switch (op) {
      case BinaryOp.ADD,
          BinaryOp.SUB,
          BinaryOp.MUL,
          BinaryOp.DIV,
          BinaryOp.REM,
          BinaryOp.MOD,
          BinaryOp.MAX,
          BinaryOp.MIN ->
          isNumeric(element);
      case BinaryOp.AND, BinaryOp.OR, BinaryOp.XOR -> hasBits(element);
      case BinaryOp.SHL, BinaryOp.SHR, BinaryOp.USHR -> isInteger(element);
      case OperatorParameter _ -> true;
    };
  }

  private boolean binary(Tile.Binary t) {
    Optional<TileType> left = tile(t.left());
    Optional<TileType> right = tile(t.right());
    return left.isPresent()
        && right.isPresent()
        && scope.operator(t.op())
        && sameElement(t, left.get(), right.get())
        && noOperation(isLegal(t.op(), left.get().element()), t, left.get().element())
        && fits(t, left.get(), right.get());
  }

  private boolean fma(Tile.Fma t) {
    Optional<TileType> a = tile(t.a());
    Optional<TileType> b = tile(t.b());
    Optional<TileType> c = tile(t.c());
    return a.isPresent()
        && b.isPresent()
        && c.isPresent()
        && sameElement(t, a.get(), b.get())
        && sameElement(t, a.get(), c.get())
        && noOperation(isFloating(a.get().element()), t, a.get().element())
        && fits(t, a.get(), b.get())
        && fits(t, TileTypes.stretch(a.get(), b.get()), c.get());
  }

  private boolean compare(Tile.Compare t) {
    Optional<TileType> left = tile(t.left());
    Optional<TileType> right = tile(t.right());
    return left.isPresent()
        && right.isPresent()
        && sameElement(t, left.get(), right.get())
        && noOperation(
            isEquality(t.relation()) || isNumeric(left.get().element()), t, left.get().element())
        && fits(t, left.get(), right.get());
  }

  private static boolean isEquality(Relation relation) {
    return relation == Relation.EQ || relation == Relation.NE;
  }

  private boolean select(Tile.Select t) {
    Optional<TileType> mask = tile(t.mask());
    Optional<TileType> yes = tile(t.yes());
    Optional<TileType> no = tile(t.no());
    return mask.isPresent()
        && yes.isPresent()
        && no.isPresent()
        && noOperation(mask.get().element() == Element.BOOL, t, mask.get().element())
        && sameElement(t, yes.get(), no.get())
        && fits(t, yes.get(), no.get())
        && fits(t, mask.get(), TileTypes.stretch(yes.get(), no.get()));
  }

  private boolean matmul(Tile.Matmul t) {
    Optional<TileType> accumulator = tile(t.accumulator());
    Optional<TileType> left = tile(t.left());
    Optional<TileType> right = tile(t.right());
    return accumulator.isPresent()
        && left.isPresent()
        && right.isPresent()
        && scope.require(
            isFactor(t.left()) && isFactor(t.right()),
            Rule.NO_OPERATION,
            () ->
                Printer.describe(t)
                    + " has a factor that is no variable, load, converted load or fill")
        && sameElement(t, left.get(), right.get())
        && noOperation(
            TileTypes.accumulates(accumulator.get().element(), left.get().element()),
            t,
            left.get().element())
        && meets(
            t,
            TileTypes.turned(left.get(), t.leftTransposed()),
            TileTypes.turned(right.get(), t.rightTransposed()),
            accumulator.get());
  }

  private static boolean isFactor(Tile tile) {
    return switch (tile) {
      case Tile.Ref _, Tile.Load _, Tile.Fill _ -> true;
      case Tile.Cast cast -> cast.operand() instanceof Tile.Load;
      default -> false;
    };
  }

  /** Whether the inner extents are the same, and the accumulator can be stretched to the result. */
  private boolean meets(Tile.Matmul t, TileType left, TileType right, TileType accumulator) {
    boolean inner =
        left.columns().equals(right.rows()) && left.validColumns().equals(right.validRows());
    return scope.require(
            inner,
            Rule.SHAPE,
            () ->
                Printer.describe(t)
                    + " has factors "
                    + Printer.describe(left)
                    + " and "
                    + Printer.describe(right))
        && fits(t, TileTypes.product(left, right).withElement(accumulator.element()), accumulator);
  }

  private boolean whole(Tile.Whole t) {
    List<TileType> operands = t.operands().stream().flatMap(o -> tile(o).stream()).toList();
    boolean complete =
        scope.type(t.type())
            && operands.size() == t.operands().size()
            && scope.require(
                t.operands().size() == t.function().tiles()
                    && t.scalars().size() == t.function().scalars(),
                Rule.CALL,
                () ->
                    Printer.describe(t)
                        + " takes "
                        + t.function().tiles()
                        + " tiles and "
                        + t.function().scalars()
                        + " scalars")
            && scope.require(
                IntStream.range(0, t.operands().size()).allMatch(i -> isOperand(t, i)),
                Rule.NO_OPERATION,
                () -> Printer.describe(t) + " has an operand that is no variable");
    return complete && new WholeRules(scope, scalars).holds(t, operands);
  }

  private static boolean isOperand(Tile.Whole t, int i) {
    return switch (t.operands().get(i)) {
      case Tile.Ref _, Tile.Fill _ -> true;
      case Tile.Load _ -> t.function().mayRead(i);
      default -> false;
    };
  }

  private boolean reduces(Tile.Reduce t, TileType type) {
    boolean folds =
        switch (t.op()) {
          case BinaryOp.ADD, BinaryOp.MUL, BinaryOp.MAX, BinaryOp.MIN -> isNumeric(type.element());
          case BinaryOp.AND, BinaryOp.OR -> isMask(type.element());
          case BinaryOp _ -> false;
          case OperatorParameter _ -> true;
        };
    boolean empty = type.validRows().isConstant(0) || type.validColumns().isConstant(0);
    return scope.operator(t.op())
        && noOperation(folds, t, type.element())
        && scope.require(
            !empty, Rule.EXTENT_VALUE, () -> Printer.describe(t) + " folds an empty box");
  }

  private boolean sameElement(Tile tile, TileType left, TileType right) {
    return scope.require(
        left.element().equals(right.element()),
        Rule.ELEMENT_TYPE,
        () ->
            Printer.describe(tile)
                + " has operands of "
                + Words.element(left.element())
                + " and "
                + Words.element(right.element()));
  }

  private boolean fits(Tile tile, TileType left, TileType right) {
    Supplier<String> text =
        () ->
            Printer.describe(tile)
                + " has operands "
                + Printer.describe(left)
                + " and "
                + Printer.describe(right);
    boolean shape =
        stretches(left.rows(), right.rows()) && stretches(left.columns(), right.columns());
    boolean box =
        agrees(left.rows(), left.validRows(), right.rows(), right.validRows())
            && agrees(left.columns(), left.validColumns(), right.columns(), right.validColumns());
    return scope.require(shape, Rule.SHAPE, text) && scope.require(box, Rule.BOX, text);
  }

  private static boolean stretches(Dim left, Dim right) {
    return left.equals(right) || left.isConstant(1) || right.isConstant(1);
  }

  private static boolean agrees(Dim left, Dim leftValid, Dim right, Dim rightValid) {
    return left.equals(right) && leftValid.equals(rightValid)
        || TileTypes.stretches(left, leftValid)
        || TileTypes.stretches(right, rightValid);
  }
}
