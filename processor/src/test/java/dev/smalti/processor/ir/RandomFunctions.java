package dev.smalti.processor.ir;

import dev.smalti.processor.ir.Scalar.Constant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Makes well-formed kernels from a seed, the same for the same seed. They run to their end without
 * an error for every {@code R >= 1}, {@code C >= 1}, {@code n}, {@code f}, {@code flag} and number
 * of ranks: every access is inside, no integer is divided by zero, every reduction has elements,
 * and every wait is met by the notify before it.
 *
 * <p>Parameters of {@link #kernel}: {@code a, b [R, C]}, {@code row [1, C]}, {@code column [R, 1]}
 * in; {@code y [R, C]}, {@code s [R, 1]} out; {@code z [R, C]} in and out; {@code int n, double f,
 * boolean flag}. {@code y} and {@code s} are written before anything else, so that every result is
 * defined. {@link #rankKernel} has besides {@code window data [R, C]}, {@code window slots [ranks,
 * C]} and the signals {@code arrived, gate [ranks, 1]}.
 */
public final class RandomFunctions {
  private static final Dim R = Dim.named("R");
  private static final Dim C = Dim.named("C");
  private static final Dim RANKS = Dim.named(Function.RANKS);

  private final Random random;
  private final Element element;
  private final boolean ranks;
  private final List<Parameter> parameters = new ArrayList<>();
  private List<Variable> tiles = new ArrayList<>();
  private List<Variable> mutable = new ArrayList<>();
  private List<Variable> ints = new ArrayList<>();
  private List<Stmt> out = new ArrayList<>();
  private int names;
  private int line = 10;
  private int rounds;

  private RandomFunctions(long seed, boolean ranks) {
    this.random = new Random(seed * 0x9E3779B97F4A7C15L + 12345);
    List<Element> types = new ArrayList<>(List.of(Element.values()));
    types.remove(Element.BOOL);
    types.add(Element.F32);
    this.element = pick(types);
    this.ranks = ranks;
  }

  /** A kernel of one rank, over tensors of one random element type. */
  public static Function kernel(long seed) {
    return new RandomFunctions(seed, false).function();
  }

  /** A kernel that communicates: the same result on every schedule, free of races and deadlocks. */
  public static Function rankKernel(long seed) {
    return new RandomFunctions(seed, true).function();
  }

  private Function function() {
    parameters();
    prologue();
    statements(6 + random.nextInt(10), 2);
    if (ranks) {
      for (int round = 0; round <= random.nextInt(2); round++) {
        communicate();
        statements(3, 1);
      }
    }
    return new Function(
        new FunctionId("random.Kernels", "kernel", ""),
        FunctionKind.INCORE,
        List.of(),
        List.of(),
        parameters,
        ranks ? List.of("R", "C", Function.RANKS) : List.of("R", "C"),
        List.of(),
        new Block(out),
        new Span("Kernels.java", 1, 1));
  }

  // ---- parameters

  private void parameters() {
    memory("a", TensorType.Kind.TENSOR, Direction.IN, R, C);
    memory("b", TensorType.Kind.TENSOR, Direction.IN, R, C);
    memory("row", TensorType.Kind.TENSOR, Direction.IN, Dim.ONE, C);
    memory("column", TensorType.Kind.TENSOR, Direction.IN, R, Dim.ONE);
    memory("y", TensorType.Kind.TENSOR, Direction.OUT, R, C);
    memory("s", TensorType.Kind.TENSOR, Direction.OUT, R, Dim.ONE);
    memory("z", TensorType.Kind.TENSOR, Direction.INOUT, R, C);
    if (ranks) {
      memory("data", TensorType.Kind.WINDOW, Direction.INOUT, R, C);
      memory("slots", TensorType.Kind.WINDOW, Direction.INOUT, RANKS, C);
      parameter("arrived", new SignalType(List.of(RANKS, Dim.ONE)), Direction.IN);
      parameter("gate", new SignalType(List.of(RANKS, Dim.ONE)), Direction.IN);
    }
    parameter("n", ScalarType.INT, Direction.IN);
    parameter("f", ScalarType.DOUBLE, Direction.IN);
    parameter("flag", ScalarType.BOOLEAN, Direction.IN);
    ints.add(named("n"));
  }

  private void memory(String name, TensorType.Kind kind, Direction direction, Dim... shape) {
    parameter(name, new TensorType(kind, element, List.of(shape)), direction);
  }

  private void parameter(String name, Type type, Direction direction) {
    Span span = new Span("Kernels.java", 2 + parameters.size(), 3);
    parameters.add(new Parameter(new Variable(name, type), direction, span));
  }

  private Variable named(String name) {
    return parameters.stream()
        .filter(parameter -> parameter.name().equals(name))
        .findFirst()
        .orElseThrow()
        .variable();
  }

  // ---- building

  private <T> T pick(List<T> items) {
    return items.get(random.nextInt(items.size()));
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private Origin here() {
    line++;
    return Origin.of(new Span("Kernels.java", line, 5));
  }

  private static Scalar number(int value) {
    return Constant.of(value);
  }

  private static List<Scalar> origin() {
    return List.of(number(0), number(0));
  }

  private static Scalar read(Variable variable) {
    return new Scalar.Read(variable);
  }

  private static Tile ref(Variable variable) {
    return new Tile.Ref(variable);
  }

  private Variable fresh(String prefix, Type type) {
    names++;
    return new Variable(prefix + names, type);
  }

  private Variable let(String prefix, Expr value) {
    Variable variable = fresh(prefix, value.type());
    out.add(new Stmt.Let(variable, value, here()));
    return variable;
  }

  private Variable tile(Tile value) {
    Variable variable = let("t", value);
    tiles.add(variable);
    return variable;
  }

  /** A block in which definitions are local. */
  private Block block(Runnable fill) {
    List<Stmt> outer = out;
    List<Variable> outerTiles = tiles;
    List<Variable> outerMutable = mutable;
    List<Variable> outerInts = ints;
    out = new ArrayList<>();
    tiles = new ArrayList<>(outerTiles);
    mutable = new ArrayList<>(outerMutable);
    ints = new ArrayList<>(outerInts);
    fill.run();
    Block block = new Block(out);
    out = outer;
    tiles = outerTiles;
    mutable = outerMutable;
    ints = outerInts;
    return block;
  }

  private TileType box(Dim rows, Dim columns) {
    return TileType.of(element, rows, columns);
  }

  private Tile load(Variable source, List<Scalar> at, Dim rows, Dim columns) {
    List<Dim> shape = List.of(rows, columns);
    return new Tile.Load(source, at, shape, shape, box(rows, columns));
  }

  private Tile whole(String name) {
    Variable source = named(name);
    List<Dim> shape = source.tensor().shape();
    return load(source, origin(), shape.get(0), shape.get(1));
  }

  private void store(String target, Tile value) {
    out.add(new Stmt.Store(named(target), origin(), value, Update.SET, here()));
  }

  /** At least one tile of each box, and every output defined. */
  private void prologue() {
    Variable a = tile(whole("a"));
    tile(whole("row"));
    Variable column = tile(whole("column"));
    tile(new Tile.Reduce(BinaryOp.ADD, Tile.Axis.COLUMN, ref(column), box(Dim.ONE, Dim.ONE)));
    store("y", ref(a));
    store("s", ref(column));
    Variable changing = let("m", ref(a));
    tiles.add(changing);
    mutable.add(changing);
  }

  // ---- statements

  private void statements(int count, int depth) {
    for (int i = 0; i < count; i++) {
      statement(depth);
    }
  }

  private void statement(int depth) {
    int kind = random.nextInt(depth > 0 ? 100 : 72);
    if (kind < 45) {
      tile(operation());
    } else if (kind < 52) {
      assign();
    } else if (kind < 62) {
      save();
    } else if (kind < 68) {
      ints.add(let("i", integer(2)));
    } else if (kind < 72) {
      element();
    } else if (kind < 80) {
      rows(depth);
    } else if (kind < 86) {
      out.add(
          new Stmt.If(condition(), branch(depth), chance(50) ? branch(depth) : Block.of(), here()));
    } else if (kind < 92) {
      counted(depth);
    } else {
      bounded(depth);
    }
  }

  private Block branch(int depth) {
    return block(() -> statements(1 + random.nextInt(3), depth - 1));
  }

  private void assign() {
    if (mutable.isEmpty() || chance(25)) {
      Variable start = pick(tiles);
      Variable copy = let("m", ref(start));
      tiles.add(copy);
      mutable.add(copy);
      return;
    }
    Variable target = pick(mutable);
    Tile value =
        chance(20)
            ? ref(like(target.tile()))
            : binary(ref(target), ref(like(target.tile())), target.tile());
    out.add(new Stmt.Assign(target, value, here()));
  }

  /** A tile variable of exactly this type: there is one, namely the asker's own. */
  private Variable like(TileType type) {
    return pick(tiles.stream().filter(tile -> tile.type().equals(type)).toList());
  }

  private void save() {
    Variable value = pick(tiles);
    TileType type = value.tile();
    if (type.element() != element) {
      return;
    }
    boolean full = type.isFullyValid();
    String target = type.columns().isConstant(1) && full ? "s" : pick(List.of("y", "z"));
    boolean add = chance(15);
    out.add(
        new Stmt.Store(named(target), origin(), ref(value), add ? Update.ADD : Update.SET, here()));
  }

  private void element() {
    Variable from = named(pick(List.of("a", "z")));
    ScalarType type = element.isFloating() ? ScalarType.DOUBLE : element.scalar();
    Variable value = let("e", new Scalar.ReadElement(from, origin(), type));
    if (chance(50)) {
      Scalar row = new Scalar.Binary(BinaryScalar.SUBTRACT, new Scalar.Extent(R), number(1));
      out.add(new Stmt.WriteElement(named("z"), List.of(row, number(0)), read(value), here()));
    } else {
      tile(new Tile.Fill(box(Dim.ONE, C), read(value)));
    }
  }

  /** One row after the other: loads, operations, a store. */
  private void rows(int depth) {
    Variable r = fresh("r", ScalarType.INT);
    List<Scalar> at = List.of(read(r), number(0));
    Block body =
        block(
            () -> {
              ints.add(r);
              tiles = new ArrayList<>(tiles.stream().filter(t -> isRow(t.tile())).toList());
              mutable = new ArrayList<>();
              tiles.add(source(at));
              statements(1 + random.nextInt(3), depth - 1);
              leave();
              Variable last = tile(new Tile.Fill(box(Dim.ONE, C), splatValue()));
              Variable value = tile(binary(ref(like(last.tile())), ref(last), last.tile()));
              out.add(new Stmt.Store(named("y"), at, ref(value), Update.SET, here()));
            });
    out.add(new Stmt.For(r, number(0), new Scalar.Extent(R), number(1), body, here()));
  }

  private boolean isRow(TileType type) {
    return type.equals(box(Dim.ONE, C));
  }

  private Variable source(List<Scalar> at) {
    if (chance(70)) {
      return let("t", load(named(pick(List.of("a", "b", "z"))), at, Dim.ONE, C));
    }
    TensorType line = new TensorType(TensorType.Kind.TENSOR, element, List.of(C));
    Variable view = let("v", new Place.View(named("b"), at, List.of(Dim.ONE, C), 1, line));
    return let(
        "t", new Tile.Load(view, List.of(number(0)), List.of(C), List.of(C), box(Dim.ONE, C)));
  }

  private void leave() {
    if (chance(20)) {
      Stmt way = chance(50) ? new Stmt.Break(here()) : new Stmt.Continue(here());
      out.add(new Stmt.If(condition(), Block.of(way), Block.of(), here()));
    }
  }

  private void counted(int depth) {
    Variable k = fresh("k", ScalarType.INT);
    int count = 1 + random.nextInt(3);
    boolean down = chance(25);
    Block body =
        block(
            () -> {
              ints.add(k);
              leave();
              statements(1 + random.nextInt(3), depth - 1);
              leave();
            });
    out.add(
        new Stmt.For(
            k,
            number(down ? count : 0),
            number(down ? 0 : count),
            number(down ? -1 : 1),
            body,
            here()));
  }

  /** A while loop that counts to a small number, unless it is left before. */
  private void bounded(int depth) {
    Variable count = let("w", number(0));
    Block body =
        block(
            () -> {
              Scalar next = new Scalar.Binary(BinaryScalar.ADD, read(count), number(1));
              out.add(new Stmt.Assign(count, next, here()));
              leave();
              statements(1 + random.nextInt(2), depth - 1);
            });
    Scalar more = new Scalar.Binary(BinaryScalar.LESS, read(count), number(1 + random.nextInt(3)));
    out.add(new Stmt.While(more, body, here()));
  }

  // ---- scalars

  private Scalar integer(int depth) {
    if (depth == 0 || chance(40)) {
      return switch (random.nextInt(4)) {
        case 0 -> number(random.nextInt(7) - 3);
        case 1 -> new Scalar.Extent(pick(List.of(R, C, R.plus(C), R.times(C), R.min(Dim.of(2)))));
        default -> read(pick(ints));
      };
    }
    Scalar left = integer(depth - 1);
    Scalar right = integer(depth - 1);
    return switch (random.nextInt(8)) {
      case 0 -> new Scalar.Binary(BinaryScalar.DIVIDE, left, number(1 + random.nextInt(4)));
      case 1 -> new Scalar.Binary(BinaryScalar.REMAINDER, left, number(1 + random.nextInt(4)));
      case 2 -> new Scalar.Conditional(condition(), left, right);
      case 3 -> new Scalar.Unary(UnaryScalar.NEGATE, left);
      case 4 -> new Scalar.Call(MathFunction.FLOOR_MOD, List.of(left, number(3)), ScalarType.INT);
      case 5 -> new Scalar.Call(MathFunction.MAX, List.of(left, right), ScalarType.INT);
      default ->
          new Scalar.Binary(
              pick(
                  List.of(
                      BinaryScalar.ADD,
                      BinaryScalar.SUBTRACT,
                      BinaryScalar.MULTIPLY,
                      BinaryScalar.SHIFT_LEFT,
                      BinaryScalar.SHIFT_RIGHT_UNSIGNED,
                      BinaryScalar.XOR)),
              left,
              right);
    };
  }

  private Scalar condition() {
    return switch (random.nextInt(4)) {
      case 0 -> read(named("flag"));
      case 1 ->
          new Scalar.Binary(
              BinaryScalar.EQUAL,
              new Scalar.Binary(BinaryScalar.AND, read(pick(ints)), number(1)),
              number(0));
      case 2 ->
          new Scalar.Binary(
              BinaryScalar.LOGICAL_OR,
              new Scalar.Unary(UnaryScalar.NOT, read(named("flag"))),
              new Scalar.Binary(BinaryScalar.GREATER, read(named("f")), Constant.of(0.5)));
      default ->
          new Scalar.Binary(
              pick(List.of(BinaryScalar.LESS, BinaryScalar.GREATER_EQUAL, BinaryScalar.NOT_EQUAL)),
              read(pick(ints)),
              number(random.nextInt(3)));
    };
  }

  /** A scalar beside tiles; an {@code int} for integers, so that it always fits. */
  private Scalar splatValue() {
    if (element.isInteger() && element.isNarrow()) {
      return number(random.nextInt(9));
    }
    if (element.isInteger()) {
      return chance(50) ? read(pick(ints)) : number(random.nextInt(9) - 4);
    }
    return chance(50)
        ? read(named("f"))
        : Constant.of(pick(List.of(0.5, -1.25, 3.0, -0.0, 1e-3, 1e30)));
  }

  // ---- tiles

  private Tile operation() {
    Tile operand = ref(pick(tiles));
    TileType type = operand.type();
    return switch (random.nextInt(13)) {
      case 12 -> element.isNarrow() ? unary(operand) : product(operand, type);
      case 11 -> wholeFunction(operand, type);
      case 0 -> whole(pick(List.of("a", "b", "z", "row", "column")));
      case 1 -> ragged();
      case 2 -> unary(operand);
      case 3 -> reduce(operand, type);
      case 4 ->
          new Tile.Fill(pick(List.of(box(R, C), box(Dim.ONE, C), box(R, Dim.ONE))), splatValue());
      case 5 -> choose(operand, type);
      case 6 -> castAndBack(operand, type);
      case 7 -> element.isFloating() ? multiplyAdd(operand, type) : unary(operand);
      default -> {
        Tile other = other(type);
        TileType result = TileTypes.stretch(type, other.type());
        yield chance(50) ? binary(operand, other, result) : binary(other, operand, result);
      }
    };
  }

  private static Tile whole(
      TileFunction function, List<Tile> operands, List<Scalar> scalars, TileType given) {
    List<TileType> types = operands.stream().map(Tile::type).toList();
    return new Tile.Whole(function, operands, scalars, TileTypes.whole(function, types, given));
  }

  private Tile of(TileFunction function, TileType given, Tile... operands) {
    return whole(function, List.of(operands), List.of(), given);
  }

  /** {@code t x u^T x v} or {@code t x (u^T x v)}, of tiles of one box. */
  private Tile product(Tile t, TileType type) {
    Tile u = ref(like(type));
    Tile v = ref(like(type));
    Tile sum = chance(50) ? ref(like(type)) : new Tile.Splat(element, number(0));
    boolean left = chance(50);
    TileType inner =
        left
            ? new TileType(element, type.rows(), type.rows(), type.validRows(), type.validRows())
            : new TileType(
                element, type.columns(), type.columns(), type.validColumns(), type.validColumns());
    Tile one = new Tile.Splat(element, number(1));
    Tile turned = u;
    boolean transposed = chance(50);
    if (!transposed) {
      turned = ref(let("p", of(TileFunction.TRANSPOSE, type, u)));
    }
    Variable product =
        let(
            "p",
            left
                ? new Tile.Matmul(one, t, false, turned, transposed, inner)
                : new Tile.Matmul(one, turned, transposed, v, false, inner));
    return left
        ? new Tile.Matmul(sum, ref(product), false, v, false, type)
        : new Tile.Matmul(sum, t, false, ref(product), false, type);
  }

  /** A function of whole tiles, with what it needs in front; nothing leaves the valid box. */
  private Tile wholeFunction(Tile operand, TileType type) {
    List<Scalar> origin = List.of(number(0), number(0));
    TileType full = TileType.of(element, type.rows(), type.columns());
    TileType first = TileType.of(element, Dim.ONE, type.columns());
    return switch (random.nextInt(7)) {
      case 0 -> {
        Variable transposed = let("p", of(TileFunction.TRANSPOSE, type, operand));
        yield of(TileFunction.TRANSPOSE, type, ref(transposed));
      }
      case 1 -> {
        List<TileFunction> places =
            List.of(
                TileFunction.ROW_ARG_MAX,
                TileFunction.ROW_ARG_MIN,
                TileFunction.COL_ARG_MAX,
                TileFunction.COL_ARG_MIN);
        Variable found = let("p", of(pick(places), type, operand));
        yield new Tile.Cast(ref(found), found.tile().withElement(element));
      }
      case 2 -> whole(TileFunction.PAD, List.of(operand), List.of(splatValue()), full);
      case 3 -> {
        Variable part = let("p", whole(TileFunction.SLICE, List.of(operand), origin, first));
        yield chance(50)
            ? ref(part)
            : whole(TileFunction.ASSEMBLE, List.of(operand, ref(part)), origin, type);
      }
      case 4 -> {
        Variable order = let("p", of(TileFunction.ROW_ARG_TOP, type, operand));
        Variable sorted =
            let(
                "p",
                whole(TileFunction.GATHER, List.of(operand, ref(order)), List.of(number(0)), type));
        yield chance(50)
            ? ref(sorted)
            : whole(
                TileFunction.SCATTER,
                List.of(operand, ref(order), ref(sorted)),
                List.of(number(0)),
                type);
      }
      case 5 -> {
        Variable best = let("p", of(TileFunction.COL_ARG_MIN, type, operand));
        Variable places = let("p", of(TileFunction.TRANSPOSE, best.tile(), ref(best)));
        Variable rows =
            let(
                "p",
                whole(
                    TileFunction.GATHER_ROWS,
                    List.of(operand, ref(places)),
                    List.of(number(0)),
                    type));
        yield of(TileFunction.SCATTER_ROWS, type, operand, ref(places), ref(rows));
      }
      default -> {
        List<Scalar> numbers = List.of(number(7), read(pick(ints)));
        Variable bits =
            chance(50)
                ? let("p", whole(TileFunction.RANDOM, List.of(), numbers, full))
                : let(
                    "p",
                    whole(
                        TileFunction.IOTA,
                        List.of(),
                        List.of(number(random.nextInt(9))),
                        full.withElement(Element.I32)));
        yield element == Element.I32
            ? ref(bits)
            : new Tile.Cast(ref(bits), bits.tile().withElement(element));
      }
    };
  }

  /** The first rows only are valid. */
  private Tile ragged() {
    Dim some = R.min(Dim.of(2));
    TileType type = new TileType(element, R, C, some, C);
    return new Tile.Load(
        named(pick(List.of("a", "b"))), origin(), List.of(R, C), List.of(some, C), type);
  }

  /** An operand that fits, of the same box, to be stretched, or a scalar. */
  private Tile other(TileType type) {
    List<Supplier<Tile>> ways = new ArrayList<>();
    ways.add(() -> ref(like(type)));
    ways.add(() -> new Tile.Splat(element, splatValue()));
    if (type.isFullyValid()) {
      List<Variable> stretching = tiles.stream().filter(tile -> fits(type, tile.tile())).toList();
      ways.add(() -> ref(pick(stretching)));
    }
    return pick(ways).get();
  }

  private static boolean fits(TileType a, TileType b) {
    return b.isFullyValid() && fits(a.rows(), b.rows()) && fits(a.columns(), b.columns());
  }

  private static boolean fits(Dim a, Dim b) {
    return a.equals(b) || a.isConstant(1) || b.isConstant(1);
  }

  private Tile unary(Tile operand) {
    List<UnaryOp> ops = new ArrayList<>(List.of(UnaryOp.NEG, UnaryOp.ABS, UnaryOp.SIGN));
    if (element.isFloating()) {
      ops = new ArrayList<>(List.of(UnaryOp.values()));
      ops.remove(UnaryOp.NOT);
    } else {
      ops.add(UnaryOp.NOT);
    }
    return new Tile.Unary(pick(ops), operand);
  }

  private Tile binary(Tile left, Tile right, TileType type) {
    List<BinaryOp> ops =
        List.of(BinaryOp.ADD, BinaryOp.SUB, BinaryOp.MUL, BinaryOp.MAX, BinaryOp.MIN);
    if (chance(20)) {
      ops =
          element.isFloating()
              ? List.of(BinaryOp.DIV, BinaryOp.REM, BinaryOp.MOD)
              : List.of(
                  BinaryOp.AND,
                  BinaryOp.OR,
                  BinaryOp.XOR,
                  BinaryOp.SHL,
                  BinaryOp.SHR,
                  BinaryOp.USHR);
    }
    return new Tile.Binary(pick(ops), left, right, type);
  }

  private Tile multiplyAdd(Tile a, TileType type) {
    Tile b = new Tile.Splat(element, splatValue());
    Tile c = ref(like(type));
    return new Tile.Fma(a, b, c, type);
  }

  private Tile reduce(Tile operand, TileType type) {
    Tile.Axis axis = pick(List.of(Tile.Axis.ROW, Tile.Axis.COLUMN));
    BinaryOp op = pick(List.of(BinaryOp.ADD, BinaryOp.MUL, BinaryOp.MAX, BinaryOp.MIN));
    return new Tile.Reduce(op, axis, operand, TileTypes.reduced(axis, type));
  }

  private Tile choose(Tile operand, TileType type) {
    Tile other = chance(50) ? ref(like(type)) : new Tile.Splat(element, splatValue());
    TileType boolType = type.withElement(Element.BOOL);
    Variable mask =
        let("q", new Tile.Compare(pick(List.of(Relation.values())), operand, other, boolType));
    if (chance(30)) {
      mask = let("q", new Tile.Unary(UnaryOp.NOT, ref(mask)));
    }
    if (chance(30)) {
      BinaryOp op = pick(List.of(BinaryOp.AND, BinaryOp.OR, BinaryOp.XOR));
      mask = let("q", new Tile.Binary(op, ref(mask), ref(mask), boolType));
    }
    return new Tile.Select(ref(mask), operand, other, type);
  }

  private Tile castAndBack(Tile operand, TileType type) {
    Element to = pick(List.of(Element.values()));
    if (to == element) {
      return operand;
    }
    Variable other = let("c", new Tile.Cast(operand, type.withElement(to)));
    return new Tile.Cast(ref(other), type);
  }

  // ---- communication

  /** Everyone tells everyone, reads what the others have, and nobody goes on before all have. */
  private void communicate() {
    rounds++;
    Variable mine = tile(whole("z"));
    store("data", ref(mine));
    Scalar me = read(let("me", new Scalar.Rank(named("data"))));
    if (chance(50)) {
      scatter(me);
    }
    others(
        me,
        peer ->
            new Stmt.Notify(
                named("arrived"), peer, List.of(me, number(0)), Update.ADD, number(1), here()));
    others(
        me,
        peer ->
            new Stmt.Await(
                named("arrived"), List.of(peer, number(0)), Relation.GE, number(rounds), here()));
    Variable sum = let("m", whole("data"));
    tiles.add(sum);
    mutable.add(sum);
    gather(me, sum);
    if (chance(50)) {
      fetch(me);
    }
    barrier();
    out.add(new Stmt.Store(named("y"), origin(), ref(sum), Update.SET, here()));
  }

  private void others(Scalar me, java.util.function.Function<Scalar, Stmt> each) {
    Variable peer = fresh("peer", ScalarType.INT);
    Scalar other = new Scalar.Binary(BinaryScalar.NOT_EQUAL, read(peer), me);
    Block body = Block.of(new Stmt.If(other, Block.of(each.apply(read(peer))), Block.of(), here()));
    out.add(new Stmt.For(peer, number(0), new Scalar.Extent(RANKS), number(1), body, here()));
  }

  private void gather(Scalar me, Variable sum) {
    Variable part = fresh("t", box(R, C));
    Variable peer = fresh("peer", ScalarType.INT);
    Scalar other = new Scalar.Binary(BinaryScalar.NOT_EQUAL, read(peer), me);
    Block body =
        Block.of(
            new Stmt.Let(
                part,
                new Tile.RemoteLoad(named("data"), read(peer), origin(), List.of(R, C), box(R, C)),
                here()),
            new Stmt.Assign(
                sum, new Tile.Binary(BinaryOp.ADD, ref(sum), ref(part), box(R, C)), here()));
    Stmt inner = new Stmt.If(other, body, Block.of(), here());
    out.add(
        new Stmt.For(
            peer, number(0), new Scalar.Extent(RANKS), number(1), Block.of(inner), here()));
  }

  /** Each rank copies what its neighbour has. */
  private void fetch(Scalar me) {
    Scalar next =
        new Scalar.Binary(
            BinaryScalar.REMAINDER,
            new Scalar.Binary(BinaryScalar.ADD, me, number(1)),
            new Scalar.Extent(RANKS));
    Scalar neighbour = read(let("next", next));
    out.add(
        new Stmt.Require(
            new Scalar.Binary(BinaryScalar.LESS, neighbour, new Scalar.Extent(RANKS)),
            List.of("no rank is ", ""),
            List.of(neighbour),
            here()));
    out.add(
        new Stmt.Transfer(
            named("data"), neighbour, named("z"), Stmt.Way.GET, List.of(), false, here()));
  }

  /** Each rank writes its own row of everyone's slots; all are read behind a barrier. */
  private void scatter(Scalar me) {
    Variable row = tile(whole("row"));
    Variable peer = fresh("peer", ScalarType.INT);
    Stmt send =
        new Stmt.RemoteStore(
            named("slots"), read(peer), List.of(me, number(0)), ref(row), Update.SET, here());
    out.add(
        new Stmt.For(peer, number(0), new Scalar.Extent(RANKS), number(1), Block.of(send), here()));
    barrier();
    Variable all = let("t", whole("slots"));
    tile(new Tile.Reduce(BinaryOp.ADD, Tile.Axis.COLUMN, ref(all), box(Dim.ONE, C)));
    barrier();
  }

  private void barrier() {
    out.add(
        new Stmt.Announce(
            new Announcement.Begins(
                "barrier", "", "AUTO", new Place.Named(named("gate")), List.of(), Optional.empty()),
            here()));
    out.add(new Stmt.Barrier(named("gate"), here()));
    out.add(new Stmt.Announce(new Announcement.Completes(), here()));
  }
}
