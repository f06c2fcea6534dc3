package dev.smalti.processor.ir;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads names, types and expressions; the counterpart of {@link ExpressionPrinter}. */
final class ExpressionParser {
  private static final TileType OPEN = TileType.of(Element.BOOL, Dim.ZERO, Dim.ZERO);

  /** Longest first, so that {@code <<} is not read as {@code <}. */
  private static final List<BinaryScalar> OPERATORS =
      Stream.of(BinaryScalar.values())
          .sorted((a, b) -> Integer.compare(b.symbol().length(), a.symbol().length()))
          .toList();

  private static final List<Relation> LONGEST_FIRST =
      List.of(Relation.EQ, Relation.NE, Relation.LE, Relation.GE, Relation.LT, Relation.GT);

  private final Map<String, Type> defined = new HashMap<>();
  private Cursor in = new Cursor("", 1, 0);

  void line(Cursor cursor) {
    in = cursor;
  }

  // ---- variables

  /** A name and its type; what is read from now on may use it. */
  Variable define() {
    Variable variable = declared();
    define(variable);
    return variable;
  }

  void define(Variable variable) {
    defined.put(variable.name(), variable.type());
  }

  /** A name and its type, which is not known yet to what follows. */
  Variable declared() {
    in.accept("%");
    String name = in.name();
    in.expect(":");
    return new Variable(name, type());
  }

  /** A name, and a type if it is no {@code int}. */
  Variable counter() {
    String name = in.name();
    return new Variable(name, in.accept(":") ? type() : ScalarType.INT);
  }

  Variable use() {
    Cursor start = in.atName() ? in.behindName() : in;
    String name = in.name();
    return optionalType(name)
        .orElseThrow(() -> start.errorHere(name + " is not defined above, and has no type here"));
  }

  /**
   * The variable of a name that has been read, with the type behind it or that of its definition.
   */
  private Optional<Variable> optionalType(String name) {
    if (in.accept("{")) {
      Type type = type();
      in.expect("}");
      return Optional.of(new Variable(name, type));
    }
    return Optional.ofNullable(defined.get(name)).map(type -> new Variable(name, type));
  }

  // ---- types

  Type type() {
    ScalarType scalar = Words.SCALARS.get(in.word());
    if (scalar != null) {
      in.name();
      return scalar;
    }
    if (in.acceptWord("world")) {
      return new WorldType();
    }
    if (in.acceptWord("callback")) {
      String type = in.quoted('"');
      return new CallbackType(type, in.name());
    }
    if (in.acceptWord("task")) {
      return TaskType.ONE;
    }
    if (in.acceptWord("tasks")) {
      return TaskType.ARRAY;
    }
    if (in.acceptWord("signal")) {
      return new SignalType(bracketed());
    }
    if (in.acceptWord("tensor")) {
      return memory(TensorType.Kind.TENSOR);
    }
    if (in.acceptWord("array")) {
      return memory(TensorType.Kind.ARRAY);
    }
    return in.acceptWord("window") ? memory(TensorType.Kind.WINDOW) : tileType();
  }

  private TensorType memory(TensorType.Kind kind) {
    in.expect("<");
    ElementType element = element();
    in.expect(">");
    return new TensorType(kind, element, bracketed());
  }

  private TileType tileType() {
    ElementType element = element();
    Dim[] box = pair();
    Dim[] valid = in.acceptWord("valid") ? pair() : box;
    return new TileType(element, box[0], box[1], valid[0], valid[1]);
  }

  private Dim[] pair() {
    in.expect("[");
    Dim first = dim();
    in.expect(",");
    Dim second = dim();
    in.expect("]");
    return new Dim[] {first, second};
  }

  ElementType element() {
    Element known = Words.ELEMENTS.get(in.word());
    String name = in.name("an element type");
    return known != null ? known : new ElementParameter(name);
  }

  private List<Dim> bracketed() {
    in.expect("[");
    return list("]", this::dim);
  }

  /** Items up to a closing symbol; the opening one has been read. */
  <T> List<T> list(String close, Supplier<T> item) {
    List<T> items = new ArrayList<>();
    if (in.accept(close)) {
      return items;
    }
    do {
      items.add(item.get());
    } while (in.accept(","));
    in.expect(close);
    return items;
  }

  // ---- extents

  Dim dim() {
    Dim sum = dimTerm();
    while (true) {
      if (in.accept("+")) {
        sum = sum.plus(dimTerm());
      } else if (!in.at("->") && in.accept("-")) {
        sum = sum.minus(dimTerm());
      } else {
        return sum;
      }
    }
  }

  private Dim dimTerm() {
    if (!in.atNumber() && in.accept("-")) {
      return dimTerm().times(Dim.of(-1));
    }
    Dim product = dimFactor();
    while (true) {
      if (in.accept("*")) {
        product = product.times(dimFactor());
      } else if (in.accept("/")) {
        product = product.dividedBy(dimFactor());
      } else if (in.accept("%")) {
        product = product.remainder(dimFactor());
      } else {
        return product;
      }
    }
  }

  private Dim dimFactor() {
    if (in.atNumber()) {
      return Dim.of(in.integer());
    }
    if (in.accept("(")) {
      Dim inner = dim();
      in.expect(")");
      return inner;
    }
    boolean min = in.atWord("min");
    boolean call = min || in.atWord("max");
    String name = in.name("an extent");
    if (!call || !in.accept("(")) {
      return Dim.named(name);
    }
    Dim left = dim();
    in.expect(",");
    Dim right = dim();
    in.expect(")");
    return min ? left.min(right) : left.max(right);
  }

  // ---- any expression

  Expr value(Type wanted) {
    return wanted instanceof TileType && isTileStart() ? tile() : expr();
  }

  /** Whether a tile is written here without further mark. */
  private boolean isTileStart() {
    if (!in.atName()) {
      return true;
    }
    return switch (in.word()) {
      case "load", "reduce", "whole" -> in.behindName().atName();
      case "fused" -> in.behindName().at("{");
      case "scalar", "place" -> false;
      default -> in.behindName().at("(");
    };
  }

  Expr expr() {
    if (in.at("%")) {
      return tilePrimary();
    }
    if (in.atWord("undefined")) {
      return undefined();
    }
    if (in.atWord("reached") || isNewTasks()) {
      return tasks();
    }
    if (in.atWord("new")) {
      return allocation();
    }
    if (in.atWord("view") && in.behindName().atName()) {
      return view();
    }
    if ((in.atWord("devices") || in.atWord("pick")) && in.behindName().atName()) {
      boolean range = in.name().equals("devices");
      Variable world = use();
      in.expect("(");
      return new Place.Devices(world, range, list(")", this::scalar));
    }
    if (in.atWord("reshape") && in.behindName().atName()) {
      return reshaped();
    }
    for (String wrapper : List.of("tile", "scalar", "place", "task")) {
      if (in.atWord(wrapper) && in.behindName().at("(")) {
        return wrapped(wrapper);
      }
    }
    return in.atName() && isPlace() ? new Place.Named(use()) : scalar();
  }

  private Expr wrapped(String wrapper) {
    in.name();
    in.expect("(");
    Expr inner =
        switch (wrapper) {
          case "tile" -> tile();
          case "scalar" -> scalar();
          case "task" -> tasks();
          default -> new Place.Named(use());
        };
    in.expect(")");
    return inner;
  }

  /** Whether a name of memory, alone, stands here. */
  private boolean isPlace() {
    ExpressionParser ahead = new ExpressionParser();
    ahead.defined.putAll(defined);
    ahead.line(in.behindName());
    String name = in.word().isEmpty() ? quotedName() : in.word();
    Optional<Variable> variable = ahead.optionalType(name);
    return variable.isPresent()
        && (ahead.in.at(",") || ahead.in.at(")") || ahead.in.at("@"))
        && switch (variable.get().type()) {
          case TensorType _, SignalType _, WorldType _ -> true;
          case ScalarType _, TileType _, TaskType _, CallbackType _ -> false;
        };
  }

  /** A task or an array of tasks, where nothing else can stand. */
  Tasks tasks() {
    if (isNewTasks()) {
      in.expectWord("new");
      in.expectWord("tasks");
      return new Tasks.NewArray(index());
    }
    if (in.acceptWord("reached")) {
      Variable signal = use();
      List<Scalar> cell = position();
      Relation relation = relation();
      return new Tasks.Reached(signal, cell, relation, scalar());
    }
    Variable variable = use();
    return in.at("[") ? new Tasks.Element(variable, index()) : new Tasks.Ref(variable);
  }

  private boolean isNewTasks() {
    return in.atWord("new") && in.behindName().atWord("tasks");
  }

  /** {@code [index]}. */
  Scalar index() {
    in.expect("[");
    Scalar index = scalar();
    in.expect("]");
    return index;
  }

  Relation relation() {
    for (Relation relation : LONGEST_FIRST) {
      if (in.accept(Words.symbol(relation))) {
        return relation;
      }
    }
    throw in.error("a relation");
  }

  private String quotedName() {
    Cursor copy = in.copy();
    return copy.name();
  }

  private Place allocation() {
    in.expectWord("new");
    Type type = type();
    return switch (type) {
      case TensorType t when t.isArray() -> new Place.NewArray(t);
      case TensorType t when t.isWindow() -> new Place.NewWindow(t, domain());
      case TensorType t -> new Place.NewTensor(t, true);
      case SignalType t -> new Place.NewSignal(t, domain());
      case ScalarType _, TileType _, TaskType _, WorldType _, CallbackType _ ->
          throw in.error("a tensor, window, signal or array");
    };
  }

  /** {@code of low}, where it is not the world. */
  Optional<Variable> domain() {
    return in.acceptWord("of") ? Optional.of(use()) : Optional.empty();
  }

  private Place undefined() {
    in.expectWord("undefined");
    if (type() instanceof TensorType t && t.kind() == TensorType.Kind.TENSOR) {
      return new Place.NewTensor(t, false);
    }
    throw in.error("a tensor");
  }

  private Place view() {
    in.expectWord("view");
    Variable base = use();
    List<Scalar> offsets = position();
    List<Dim> extents = shape();
    int dropped = in.acceptWord("drop") ? in.integer("the number of axes") : 0;
    if (in.accept(":")) {
      return new Place.View(base, offsets, extents, dropped, type());
    }
    Place.View open = new Place.View(base, offsets, extents, dropped, new WorldType());
    Type type =
        PlaceTypes.derived(open)
            .orElseThrow(() -> in.error("':' and the type of this view of " + base.name()));
    return new Place.View(base, offsets, extents, dropped, type);
  }

  private Place reshaped() {
    in.expectWord("reshape");
    Variable base = use();
    in.expect(":");
    if (type() instanceof TensorType t) {
      return new Place.Reshaped(base, t);
    }
    throw in.error("the type of a tensor or window");
  }

  List<Scalar> position() {
    in.expect("[");
    return list("]", this::scalar);
  }

  private List<Dim> shape() {
    in.expectWord("shape");
    in.expect("(");
    return list(")", this::dim);
  }

  // ---- scalars

  Scalar scalar() {
    Scalar condition = scalar(1);
    if (!in.accept("?")) {
      return condition;
    }
    Scalar yes = scalar(1);
    in.expect(":");
    return new Scalar.Conditional(condition, yes, scalar(1));
  }

  private Scalar scalar(int least) {
    Scalar left = unary();
    while (true) {
      Optional<BinaryScalar> operator = operator();
      if (operator.isEmpty() || operator.get().precedence() < least) {
        return left;
      }
      in.expect(operator.get().symbol());
      Scalar right = scalar(operator.get().precedence() + 1);
      left = new Scalar.Binary(operator.get(), left, right);
    }
  }

  private Optional<BinaryScalar> operator() {
    return in.at("->")
        ? Optional.empty()
        : OPERATORS.stream().filter(operator -> in.at(operator.symbol())).findFirst();
  }

  private Scalar unary() {
    if (in.atNumber()) {
      return number();
    }
    for (UnaryScalar operator : UnaryScalar.values()) {
      if (in.accept(operator.symbol())) {
        return new Scalar.Unary(operator, unary());
      }
    }
    if (!in.accept("(")) {
      return named();
    }
    ScalarType cast = Words.SCALARS.get(in.word());
    if (cast != null) {
      in.name();
      in.expect(")");
      return new Scalar.Cast(cast, unary());
    }
    Scalar inner = scalar();
    in.expect(")");
    return inner;
  }

  private Scalar number() {
    String text = in.number();
    try {
      return switch (text.charAt(text.length() - 1)) {
        case 'L' -> Scalar.Constant.of(Long.parseLong(text, 0, text.length() - 1, 10));
        case 'f' -> new Scalar.Constant(ScalarType.FLOAT, Float.valueOf(text));
        default ->
            text.contains(".") || text.contains("E")
                ? Scalar.Constant.of(Double.parseDouble(text))
                : Scalar.Constant.of(Integer.parseInt(text));
      };
    } catch (NumberFormatException e) {
      throw in.errorHere(text + " is no number of its type");
    }
  }

  private Scalar named() {
    String word = in.word();
    if (word.equals("true") || word.equals("false")) {
      in.name();
      return Scalar.Constant.of(word.equals("true"));
    }
    if (!word.isEmpty() && in.behindName().at("(")) {
      return function(word);
    }
    if (!word.isEmpty() && in.behindName().at(".") && !in.behindName().at("..")) {
      return qualified();
    }
    String name = in.name("a scalar");
    Optional<Variable> variable = optionalType(name);
    if (!in.at("[")) {
      return variable.<Scalar>map(Scalar.Read::new).orElse(new Scalar.Extent(Dim.named(name)));
    }
    Variable memory = variable.orElseThrow(() -> in.error(name + " defined above"));
    List<Scalar> indices = position();
    Scalar.ReadElement open = new Scalar.ReadElement(memory, indices, ScalarType.INT);
    ScalarType type = scalarType(ScalarTypes.derived(open));
    return new Scalar.ReadElement(memory, indices, type);
  }

  private ScalarType scalarType(Optional<ScalarType> derived) {
    if (!in.accept("{")) {
      return derived.orElseThrow(() -> in.error("'{' and a type"));
    }
    ScalarType type = Words.SCALARS.get(in.word());
    if (type == null) {
      throw in.error("a scalar type");
    }
    in.name();
    in.expect("}");
    return type;
  }

  private Scalar function(String word) {
    if (!List.of("extent", "rank", "read").contains(word)) {
      throw in.error("extent(, rank( or read(");
    }
    in.name();
    in.expect("(");
    Scalar result =
        switch (word) {
          case "extent" -> new Scalar.Extent(dim());
          case "rank" -> new Scalar.Rank(use());
          default -> new Scalar.ReadCell(use(), position());
        };
    in.expect(")");
    return result;
  }

  private Scalar qualified() {
    boolean single = in.atWord("Float");
    if (!single && !in.atWord("Double")) {
      return call();
    }
    in.name();
    in.expect(".");
    double value =
        switch (in.word()) {
          case "NaN" -> Double.NaN;
          case "POSITIVE_INFINITY" -> Double.POSITIVE_INFINITY;
          case "NEGATIVE_INFINITY" -> Double.NEGATIVE_INFINITY;
          default -> throw in.error("NaN, POSITIVE_INFINITY or NEGATIVE_INFINITY");
        };
    in.name();
    return single
        ? new Scalar.Constant(ScalarType.FLOAT, (float) value)
        : Scalar.Constant.of(value);
  }

  private Scalar call() {
    in.expectWord("Math");
    in.expect(".");
    MathFunction function = Words.MATH.get(in.word());
    if (function == null) {
      throw in.error("a method of Math");
    }
    in.name();
    in.expect("(");
    List<Scalar> arguments = list(")", this::scalar);
    Scalar.Call open = new Scalar.Call(function, arguments, ScalarType.INT);
    return new Scalar.Call(function, arguments, scalarType(ScalarTypes.derived(open)));
  }

  // ---- tiles

  private record Infix(String symbol, int precedence, BiFunction<Tile, Tile, Tile> operation) {}

  /** Longest first. */
  private static final List<Infix> INFIX =
      List.of(
          new Infix("<=", 7, comparison(Relation.LE)),
          new Infix(">=", 7, comparison(Relation.GE)),
          new Infix("==", 6, comparison(Relation.EQ)),
          new Infix("!=", 6, comparison(Relation.NE)),
          new Infix("<", 7, comparison(Relation.LT)),
          new Infix(">", 7, comparison(Relation.GT)),
          new Infix("*", 10, operation(BinaryOp.MUL)),
          new Infix("/", 10, operation(BinaryOp.DIV)),
          new Infix("+", 9, operation(BinaryOp.ADD)),
          new Infix("-", 9, operation(BinaryOp.SUB)),
          new Infix("&", 5, operation(BinaryOp.AND)),
          new Infix("|", 3, operation(BinaryOp.OR)));

  private static BiFunction<Tile, Tile, Tile> comparison(Relation relation) {
    return (left, right) -> new Tile.Compare(relation, left, right, OPEN);
  }

  private static BiFunction<Tile, Tile, Tile> operation(BinaryOp op) {
    return (left, right) -> new Tile.Binary(op, left, right, OPEN);
  }

  Tile tile() {
    return tile(0);
  }

  private Tile tile(int least) {
    Tile left = tilePrimary();
    while (true) {
      Optional<Infix> infix =
          in.at("->")
              ? Optional.empty()
              : INFIX.stream().filter(i -> in.at(i.symbol())).findFirst();
      if (infix.isEmpty() || infix.get().precedence() < least) {
        return left;
      }
      in.expect(infix.get().symbol());
      Tile right = tile(infix.get().precedence() + 1);
      left = open(infix.get().operation().apply(left, right));
    }
  }

  /**
   * Gives an operation the type that its operands decide; one that stays open is written behind.
   */
  private static Tile open(Tile tile) {
    return TileTypes.derived(tile).map(type -> TileTypes.typed(tile, type)).orElse(tile);
  }

  private Tile tilePrimary() {
    if (in.accept("%")) {
      return new Tile.Ref(use());
    }
    if (in.accept("(")) {
      Tile inner = tile();
      Tile typed = in.accept(":") ? TileTypes.typed(inner, tileType()) : inner;
      in.expect(")");
      return typed;
    }
    if (in.acceptWord("load")) {
      return load();
    }
    if (in.acceptWord("reduce")) {
      return reduce();
    }
    if (in.acceptWord("whole")) {
      return whole();
    }
    if (in.acceptWord("fused")) {
      in.expect("{");
      Tile inner = tile();
      in.expect("}");
      return inner;
    }
    if (!in.atName()) {
      throw in.error("a tile");
    }
    return tileCall();
  }

  private Tile load() {
    Variable source = use();
    List<Scalar> offsets = position();
    if (in.acceptWord("of")) {
      Scalar peer = scalar();
      return open(new Tile.RemoteLoad(source, peer, offsets, shape(), OPEN));
    }
    List<Dim> shape = shape();
    List<Dim> valid = shape;
    if (in.acceptWord("valid")) {
      in.expect("(");
      valid = list(")", this::dim);
    }
    return open(new Tile.Load(source, offsets, shape, valid, OPEN));
  }

  private Tile whole() {
    TileFunction function =
        Optional.ofNullable(Words.FUNCTIONS.get(in.word()))
            .orElseThrow(() -> in.error("a function of whole tiles"));
    in.name();
    in.expect("(");
    List<Tile> operands = list(")", this::tile);
    List<Scalar> scalars = in.at("[") ? position() : List.of();
    in.expect(":");
    return new Tile.Whole(function, operands, scalars, tileType());
  }

  private BinaryOperator binaryOperator() {
    BinaryOp known = Words.BINARY.get(in.word());
    String name = in.name("an operator");
    return known != null ? known : new OperatorParameter(name);
  }

  private Tile reduce() {
    BinaryOperator op = binaryOperator();
    Tile operand = tilePrimary();
    in.expectWord("over");
    boolean row = in.acceptWord("columns");
    if (!row) {
      in.expectWord("rows");
    }
    Tile.Axis axis = row ? Tile.Axis.ROW : Tile.Axis.COLUMN;
    return open(new Tile.Reduce(op, axis, operand, OPEN));
  }

  private Tile tileCall() {
    String word = in.word();
    UnaryOp unary = Words.UNARY.get(word);
    if (unary != null) {
      in.name();
      in.expect("(");
      Tile operand = tile();
      in.expect(")");
      return new Tile.Unary(unary, operand);
    }
    if (!isCall(word)) {
      ElementType element = element();
      in.expect("(");
      Scalar value = scalar();
      in.expect(")");
      return new Tile.Splat(element, value);
    }
    in.name();
    in.expect("(");
    Tile result =
        switch (word) {
          case "apply" -> {
            BinaryOperator op = binaryOperator();
            in.expect(",");
            yield binary(op);
          }
          case "fma" -> {
            List<Tile> operands = three();
            yield new Tile.Fma(operands.get(0), operands.get(1), operands.get(2), OPEN);
          }
          case "matmul" -> matmul();
          case "select" -> {
            List<Tile> operands = three();
            yield new Tile.Select(operands.get(0), operands.get(1), operands.get(2), OPEN);
          }
          case "fill" -> {
            TileType type = tileType();
            in.expect(",");
            yield new Tile.Fill(type, scalar());
          }
          case "cast" -> {
            Tile operand = tile();
            in.expect(",");
            yield new Tile.Cast(operand, OPEN.withElement(element()));
          }
          default -> binary(Objects.requireNonNull(Words.BINARY.get(word), word));
        };
    in.expect(")");
    return open(result);
  }

  private static boolean isCall(String word) {
    return Words.BINARY.containsKey(word)
        || List.of("apply", "fma", "matmul", "select", "fill", "cast").contains(word);
  }

  private Tile binary(BinaryOperator op) {
    Tile left = tile();
    in.expect(",");
    return new Tile.Binary(op, left, tile(), OPEN);
  }

  private Tile matmul() {
    Tile accumulator = tile();
    in.expect(",");
    boolean leftTransposed = in.acceptWord("transposed");
    Tile left = tile();
    in.expect(",");
    boolean rightTransposed = in.acceptWord("transposed");
    return new Tile.Matmul(accumulator, left, leftTransposed, tile(), rightTransposed, OPEN);
  }

  private List<Tile> three() {
    Tile a = tile();
    in.expect(",");
    Tile b = tile();
    in.expect(",");
    return List.of(a, b, tile());
  }
}
