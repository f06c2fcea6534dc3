package dev.smalti.processor.ir;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Writes names, types and expressions. Knows which variables have been defined so far: a use whose
 * type is not that of the definition is written with its type.
 */
final class ExpressionPrinter {
  private static final int PRIMARY = 12;
  private static final int UNARY = 11;

  private final Map<String, Type> defined = new HashMap<>();
  private final boolean exact;

  /**
   * A printer that has seen no definition.
   *
   * @param exact whether everything must be recoverable; if not, uses are written without types
   */
  ExpressionPrinter(boolean exact) {
    this.exact = exact;
  }

  /** Writes a variable that starts to exist with what follows. */
  String define(Variable variable) {
    defined.put(variable.name(), variable.type());
    return prefixed(variable) + ": " + type(variable.type());
  }

  /** Writes an {@code int} without its type. */
  String defineCounter(Variable variable) {
    String text = define(variable);
    return variable.type() == ScalarType.INT ? Words.name(variable.name()) : text;
  }

  private static String prefixed(Variable variable) {
    return (variable.type() instanceof TileType ? "%" : "") + Words.name(variable.name());
  }

  String use(Variable variable) {
    boolean known = !exact || variable.type().equals(defined.get(variable.name()));
    return Words.name(variable.name()) + (known ? "" : "{" + type(variable.type()) + "}");
  }

  /** The target of an assignment. */
  String target(Variable variable) {
    return (variable.type() instanceof TileType ? "%" : "") + use(variable);
  }

  // ---- types

  static String type(Type type) {
    return switch (type) {
      case ScalarType t -> t.keyword();
      case WorldType _ -> "world";
      case CallbackType t ->
          "callback " + Words.quoted(t.type(), '"') + " " + Words.name(t.method());
      case TaskType t -> t.array() ? "tasks" : "task";
      case SignalType t -> "signal" + bracketed(t.shape());
      case TensorType t ->
          Words.of(t.kind()) + "<" + Words.element(t.element()) + ">" + bracketed(t.shape());
      case TileType t -> {
        String box = bracketed(List.of(t.rows(), t.columns()));
        String valid =
            t.isFullyValid() ? "" : " valid " + bracketed(List.of(t.validRows(), t.validColumns()));
        yield Words.element(t.element()) + box + valid;
      }
    };
  }

  private static String bracketed(List<Dim> dims) {
    return "[" + list(dims, ExpressionPrinter::dim) + "]";
  }

  static String dim(Dim dim) {
    boolean plain = dim.names().stream().allMatch(Words::isIdentifier);
    return (plain ? dim : dim.rename(Words::name)).toString();
  }

  static <T> String list(List<T> items, Function<T, String> text) {
    return items.stream().map(text).collect(Collectors.joining(", "));
  }

  // ---- any expression

  /** The value of a variable of this type. */
  String value(Type wanted, Expr value) {
    if (!(wanted instanceof TileType)) {
      return expr(value);
    }
    return switch (value) {
      case Tile tile -> root(tile);
      case Scalar scalar -> "scalar(" + scalar(scalar) + ")";
      case Place _, Tasks _ -> expr(value);
    };
  }

  String expr(Expr expr) {
    return switch (expr) {
      case Tile.Ref e -> tile(e, 0);
      case Tile e -> "tile(" + root(e) + ")";
      case Scalar.Read(Variable v) when isMemory(v) -> "scalar(" + use(v) + ")";
      case Scalar e -> scalar(e, 0);
      case Place.Named(Variable v) -> isMemory(v) ? use(v) : "place(" + use(v) + ")";
      case Place.View e -> view(e);
      case Place.Reshaped(Variable base, TensorType type) ->
          "reshape " + use(base) + ": " + type(type);
      case Place.Devices e ->
          (e.range() ? "devices " : "pick ") + use(e.world()) + "(" + scalars(e.devices()) + ")";
      case Place.NewWindow e -> "new " + type(e.type()) + of(e.domain());
      case Place.NewArray(TensorType type) -> "new " + type(type);
      case Place.NewTensor(TensorType type, boolean zero) ->
          (zero ? "new " : "undefined ") + type(type);
      case Place.NewSignal e -> "new " + type(e.type()) + of(e.domain());
      case Tasks.Reached _, Tasks.NewArray _ -> tasks((Tasks) expr);
      case Tasks e -> "task(" + tasks(e) + ")";
    };
  }

  /** A task or an array of tasks, where nothing else can stand. */
  String tasks(Tasks tasks) {
    return switch (tasks) {
      case Tasks.Ref(Variable variable) -> use(variable);
      case Tasks.Element(Variable array, Scalar index) -> at(array, List.of(index));
      case Tasks.Reached e ->
          "reached "
              + at(e.signal(), e.cell())
              + " "
              + Words.symbol(e.relation())
              + " "
              + scalar(e.value());
      case Tasks.NewArray(Scalar length) -> "new tasks[" + scalar(length) + "]";
    };
  }

  String of(Optional<Variable> domain) {
    return domain.map(variable -> " of " + use(variable)).orElse("");
  }

  private static boolean isMemory(Variable variable) {
    return switch (variable.type()) {
      case TensorType _, SignalType _, WorldType _ -> true;
      case ScalarType _, TileType _, TaskType _, CallbackType _ -> false;
    };
  }

  private String view(Place.View e) {
    boolean derived = PlaceTypes.derived(e).equals(Optional.of(e.type()));
    return "view "
        + at(e.base(), e.offsets())
        + shape(e.extents())
        + (e.dropped() == 0 ? "" : " drop " + e.dropped())
        + (derived ? "" : ": " + type(e.type()));
  }

  /** {@code data[row, 0]}. */
  String at(Variable memory, List<Scalar> position) {
    return use(memory) + "[" + scalars(position) + "]";
  }

  private static String shape(List<Dim> shape) {
    return " shape(" + list(shape, ExpressionPrinter::dim) + ")";
  }

  // ---- scalars

  String scalar(Scalar scalar) {
    return scalar(scalar, 0);
  }

  private String scalars(List<Scalar> scalars) {
    return list(scalars, this::scalar);
  }

  private String scalar(Scalar scalar, int least) {
    return switch (scalar) {
      case Scalar.Constant e -> constant(e);
      case Scalar.Read(Variable variable) -> use(variable);
      case Scalar.Extent(Dim dim) -> extent(dim);
      case Scalar.Unary e -> enclosed(e.operator().symbol() + operand(e.operand()), UNARY, least);
      case Scalar.Binary e -> {
        int precedence = e.operator().precedence();
        String left = scalar(e.left(), precedence);
        String right = scalar(e.right(), precedence + 1);
        yield enclosed(left + " " + e.operator().symbol() + " " + right, precedence, least);
      }
      case Scalar.Conditional e -> {
        String sides = scalar(e.yes(), 1) + " : " + scalar(e.no(), 1);
        yield enclosed(scalar(e.condition(), 1) + " ? " + sides, 0, least);
      }
      case Scalar.Cast e ->
          enclosed("(" + e.type().keyword() + ") " + scalar(e.operand(), PRIMARY), UNARY, least);
      case Scalar.Call e -> {
        String call = "Math." + e.function().method() + "(" + scalars(e.arguments()) + ")";
        yield call + differing(e.type(), ScalarTypes.derived(e));
      }
      case Scalar.Rank(Variable of) -> "rank(" + use(of) + ")";
      case Scalar.ReadElement e ->
          at(e.tensor(), e.indices()) + differing(e.type(), ScalarTypes.derived(e));
      case Scalar.ReadCell e -> "read(" + at(e.signal(), e.indices()) + ")";
    };
  }

  private static String differing(ScalarType type, Optional<ScalarType> derived) {
    return derived.equals(Optional.of(type)) ? "" : "{" + type.keyword() + "}";
  }

  /** A minus before a number is part of the number: {@code -(5)} negates 5. */
  private String operand(Scalar operand) {
    return operand instanceof Scalar.Constant
        ? "(" + scalar(operand, 0) + ")"
        : scalar(operand, PRIMARY);
  }

  private static String enclosed(String text, int precedence, int least) {
    return precedence < least ? "(" + text + ")" : text;
  }

  private String extent(Dim dim) {
    List<String> names = List.copyOf(dim.names());
    boolean symbol =
        names.size() == 1
            && dim.equals(Dim.named(names.getFirst()))
            && !defined.containsKey(names.getFirst());
    return symbol ? Words.name(names.getFirst()) : "extent(" + dim(dim) + ")";
  }

  private static String constant(Scalar.Constant constant) {
    return switch (constant.value()) {
      case Long value -> value + "L";
      case Float value when value.isNaN() || value.isInfinite() -> special("Float", value);
      case Float value -> value + "f";
      case Double value when value.isNaN() || value.isInfinite() -> special("Double", value);
      default -> constant.value().toString();
    };
  }

  private static String special(String owner, double value) {
    return owner
        + (Double.isNaN(value) ? ".NaN" : value > 0 ? ".POSITIVE_INFINITY" : ".NEGATIVE_INFINITY");
  }

  // ---- tiles

  /** A whole tile: a tree of several operations says that it is one. */
  String root(Tile tile) {
    String text = tile(tile, 0);
    return isTree(tile) ? "fused { " + text + " }" : text;
  }

  private static boolean isTree(Tile tile) {
    return operands(tile).stream()
        .anyMatch(
            o -> !(o instanceof Tile.Ref || o instanceof Tile.Splat || tile instanceof Tile.Whole));
  }

  private static List<Tile> operands(Tile tile) {
    return switch (tile) {
      case Tile.Ref _, Tile.Splat _, Tile.Load _, Tile.RemoteLoad _, Tile.Fill _ -> List.of();
      case Tile.Unary t -> List.of(t.operand());
      case Tile.Binary t -> List.of(t.left(), t.right());
      case Tile.Fma t -> List.of(t.a(), t.b(), t.c());
      case Tile.Compare t -> List.of(t.left(), t.right());
      case Tile.Select t -> List.of(t.mask(), t.yes(), t.no());
      case Tile.Cast t -> List.of(t.operand());
      case Tile.Reduce t -> List.of(t.operand());
      case Tile.Matmul t -> List.of(t.accumulator(), t.left(), t.right());
      case Tile.Whole t -> t.operands();
    };
  }

  private String tile(Tile tile, int least) {
    boolean derived =
        switch (tile) {
          case Tile.Ref _, Tile.Splat _, Tile.Fill _, Tile.Unary _, Tile.Whole _ -> true;
          default -> TileTypes.derived(tile).equals(Optional.of(tile.type()));
        };
    return derived
        ? operation(tile, least)
        : "(" + operation(tile, 0) + ": " + type(tile.type()) + ")";
  }

  private String operation(Tile tile, int least) {
    return switch (tile) {
      case Tile.Ref(Variable variable) -> "%" + use(variable);
      case Tile.Splat t -> Words.element(t.element()) + "(" + scalar(t.value()) + ")";
      case Tile.Load t -> {
        String valid =
            t.valid().equals(t.shape())
                ? ""
                : " valid(" + list(t.valid(), ExpressionPrinter::dim) + ")";
        yield "load " + at(t.source(), t.offsets()) + shape(t.shape()) + valid;
      }
      case Tile.RemoteLoad t ->
          "load " + at(t.source(), t.offsets()) + " of " + scalar(t.peer()) + shape(t.shape());
      case Tile.Fill t -> "fill(" + type(t.type()) + ", " + scalar(t.value()) + ")";
      case Tile.Unary t -> Words.of(t.op()) + "(" + tile(t.operand(), 0) + ")";
      case Tile.Binary t -> binary(t, least);
      case Tile.Fma t -> "fma(" + tiles(t.a(), t.b(), t.c()) + ")";
      case Tile.Compare t -> {
        boolean equality = t.relation() == Relation.EQ || t.relation() == Relation.NE;
        yield infix(t.left(), Words.symbol(t.relation()), t.right(), equality ? 6 : 7, least);
      }
      case Tile.Select t -> "select(" + tiles(t.mask(), t.yes(), t.no()) + ")";
      case Tile.Cast t ->
          "cast(" + tile(t.operand(), 0) + ", " + Words.element(t.type().element()) + ")";
      case Tile.Reduce t -> {
        String over = t.axis() == Tile.Axis.ROW ? " over columns" : " over rows";
        yield "reduce " + Words.operator(t.op()) + " " + tile(t.operand(), PRIMARY) + over;
      }
      case Tile.Matmul t ->
          "matmul("
              + tile(t.accumulator(), 0)
              + ", "
              + factor(t.left(), t.leftTransposed())
              + ", "
              + factor(t.right(), t.rightTransposed())
              + ")";
      case Tile.Whole t ->
          "whole "
              + t.function().word()
              + "("
              + tiles(t.operands().toArray(Tile[]::new))
              + ")"
              + (t.scalars().isEmpty() ? "" : "[" + scalars(t.scalars()) + "]")
              + ": "
              + type(t.type());
    };
  }

  private String factor(Tile tile, boolean transposed) {
    return (transposed ? "transposed " : "") + tile(tile, 0);
  }

  private String tiles(Tile... tiles) {
    return list(List.of(tiles), tile -> tile(tile, 0));
  }

  private String binary(Tile.Binary t, int least) {
    return switch (t.op()) {
      case BinaryOp op ->
          switch (op) {
            case ADD -> infix(t.left(), "+", t.right(), 9, least);
            case SUB -> infix(t.left(), "-", t.right(), 9, least);
            case MUL -> infix(t.left(), "*", t.right(), 10, least);
            case DIV -> infix(t.left(), "/", t.right(), 10, least);
            case AND -> infix(t.left(), "&", t.right(), 5, least);
            case OR -> infix(t.left(), "|", t.right(), 3, least);
            case MAX, MIN, REM, MOD, XOR, SHL, SHR, USHR ->
                Words.of(op) + "(" + tiles(t.left(), t.right()) + ")";
          };
      case OperatorParameter op ->
          "apply(" + Words.operator(op) + ", " + tiles(t.left(), t.right()) + ")";
    };
  }

  private String infix(Tile left, String symbol, Tile right, int precedence, int least) {
    String text = tile(left, precedence) + " " + symbol + " " + tile(right, precedence + 1);
    return enclosed(text, precedence, least);
  }
}
