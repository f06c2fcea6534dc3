package dev.smalti.processor.ir;

import dev.smalti.processor.ir.Scalar.Constant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Functions that have every node and every constant of the representation in them. */
final class EveryNode {
  private static final Dim R = Dim.named("R");
  private static final Dim C = Dim.named("C");
  private static final Dim RANKS = Dim.named(Function.RANKS);
  private static final ElementParameter T = new ElementParameter("T");

  private final List<Stmt> statements = new ArrayList<>();
  private int line = 20;
  private int names;

  private EveryNode() {}

  static Unit unit() {
    return Unit.of(new EveryNode().kernel(), helper(), device(), program());
  }

  private Origin here() {
    line++;
    return Origin.of(new Span("Every.java", line, 5));
  }

  private void add(Stmt stmt) {
    statements.add(stmt);
  }

  private Variable let(Expr value) {
    names++;
    Variable variable = new Variable("v" + names, value.type());
    add(new Stmt.Let(variable, value, here()));
    return variable;
  }

  private static Parameter parameter(String name, Type type, Direction direction) {
    return new Parameter(
        new Variable(name, type), direction, new Span("Every.java", 4 + name.length(), 9));
  }

  private static TensorType memory(TensorType.Kind kind, ElementType element, Dim... shape) {
    return new TensorType(kind, element, List.of(shape));
  }

  private static Scalar number(int value) {
    return Constant.of(value);
  }

  // ---- a kernel

  private final Parameter x =
      parameter("x", memory(TensorType.Kind.TENSOR, Element.F32, R, C), Direction.IN);
  private final Parameter y =
      parameter("y", memory(TensorType.Kind.TENSOR, Element.F32, R, C), Direction.OUT);
  private final Parameter cube =
      parameter("cube", memory(TensorType.Kind.TENSOR, Element.F32, R, R, C), Direction.IN);
  private final Parameter data =
      parameter("data", memory(TensorType.Kind.WINDOW, Element.F32, R, C), Direction.INOUT);
  private final Parameter arrived =
      parameter("arrived", new SignalType(List.of(RANKS, Dim.ONE)), Direction.IN);
  private final Parameter n = parameter("n", ScalarType.INT, Direction.IN);
  private final Parameter wide = parameter("wide", ScalarType.LONG, Direction.IN);
  private final Parameter alpha = parameter("alpha", ScalarType.DOUBLE, Direction.IN);
  private final Parameter beta = parameter("größe", ScalarType.FLOAT, Direction.IN);
  private final Parameter flag = parameter("new", ScalarType.BOOLEAN, Direction.IN);
  private final Parameter generic =
      parameter("generic", memory(TensorType.Kind.TENSOR, T, R, C), Direction.IN);

  private Function kernel() {
    scalars();
    extents();
    tiles();
    Variable view = let(view(x.variable()));
    let(new Tile.Load(view, List.of(number(0)), List.of(C), List.of(C), box(Dim.ONE, C)));
    arrays();
    communication();
    control();
    return new Function(
        new FunctionId("app.Outer$Every", "kernel", "F32_int"),
        FunctionKind.INCORE,
        List.of("T"),
        List.of("op"),
        List.of(x, y, cube, data, arrived, n, wide, alpha, beta, flag, generic),
        List.of("R", "C", Function.RANKS),
        List.of(),
        new Block(statements),
        new Span("Every.java", 3, 15));
  }

  private static Scalar read(Parameter parameter) {
    return new Scalar.Read(parameter.variable());
  }

  private void scalars() {
    let(new Scalar.Unary(UnaryScalar.NEGATE, number(5)));
    let(new Scalar.Unary(UnaryScalar.NEGATE, number(-5)));
    let(new Scalar.Unary(UnaryScalar.NEGATE, new Scalar.Unary(UnaryScalar.COMPLEMENT, read(n))));
    let(new Scalar.Unary(UnaryScalar.NOT, read(flag)));
    for (BinaryScalar operator : BinaryScalar.values()) {
      Scalar side = operator.isLogical() ? read(flag) : read(n);
      Scalar inner = new Scalar.Binary(operator, side, side);
      let(inner);
      if (!operator.isComparison()) {
        let(new Scalar.Binary(operator, inner, side));
        let(new Scalar.Binary(operator, side, inner));
      }
    }
    Scalar sum = new Scalar.Binary(BinaryScalar.ADD, read(n), number(1));
    Scalar choice = new Scalar.Conditional(read(flag), sum, number(Integer.MIN_VALUE));
    let(choice);
    let(new Scalar.Conditional(read(flag), choice, choice));
    let(new Scalar.Cast(ScalarType.LONG, sum));
    let(new Scalar.Cast(ScalarType.LONG, number(-1)));
    let(new Scalar.Cast(ScalarType.FLOAT, new Scalar.Cast(ScalarType.INT, read(alpha))));
    for (MathFunction function : MathFunction.values()) {
      ScalarType type =
          switch (function) {
            case FMA, SQRT -> ScalarType.DOUBLE;
            default -> ScalarType.LONG;
          };
      Scalar argument = type == ScalarType.LONG ? read(wide) : read(alpha);
      List<Scalar> all = Stream.generate(() -> argument).limit(function.arity()).toList();
      let(new Scalar.Call(function, all, type));
    }
    constants();
    let(new Scalar.Rank(data.variable()));
    let(element(ScalarType.FLOAT));
    let(element(ScalarType.DOUBLE));
    let(new Scalar.ReadCell(arrived.variable(), List.of(number(0), number(0))));
  }

  private Scalar element(ScalarType type) {
    return new Scalar.ReadElement(x.variable(), List.of(read(n), read(wide)), type);
  }

  private void arrays() {
    Variable next = let(new Place.NewArray(memory(TensorType.Kind.ARRAY, Element.I32, Dim.of(6))));
    let(new Scalar.ReadElement(next, List.of(number(2)), ScalarType.INT));
    statements.add(
        new Stmt.WriteElement(
            next, List.of(read(n)), number(7), Origin.of(new Span("Every.java", 40, 5))));
  }

  private void constants() {
    for (boolean value : List.of(true, false)) {
      let(Constant.of(value));
    }
    for (long value : List.of(0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE)) {
      let(Constant.of(value));
    }
    for (double value :
        List.of(
            0.0,
            -0.0,
            0.1,
            1e300,
            Double.MIN_VALUE,
            -Double.MAX_VALUE,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY)) {
      let(Constant.of(value));
      let(new Constant(ScalarType.FLOAT, (float) value));
    }
  }

  private void extents() {
    Dim count = Dim.named("n");
    for (Dim dim :
        List.of(
            R,
            count,
            Dim.ZERO,
            Dim.of(-7),
            R.times(C).times(Dim.of(2)).minus(count),
            R.plus(Dim.ONE).dividedBy(RANKS),
            Dim.of(-3).dividedBy(R).times(Dim.of(-2)).plus(C.remainder(R.dividedBy(C))),
            Dim.ZERO.minus(R.dividedBy(C)),
            R.min(C.max(count)).times(R),
            R.min(C).dividedBy(R.plus(C)).remainder(Dim.of(3)))) {
      let(new Scalar.Extent(dim));
    }
  }

  private static TileType box(Dim rows, Dim columns) {
    return TileType.of(Element.F32, rows, columns);
  }

  private static List<Scalar> origin() {
    return List.of(number(0), number(0));
  }

  private void tiles() {
    List<Dim> shape = List.of(R, C);
    Tile.Ref a = new Tile.Ref(let(new Tile.Load(x.variable(), origin(), shape, shape, box(R, C))));
    List<Dim> three = List.of(R, R, C);
    List<Scalar> at = List.of(number(0), number(0), number(0));
    let(new Tile.Load(cube.variable(), at, three, three, box(R.times(R), C)));
    TileType ragged = new TileType(Element.F32, R, C, R.min(Dim.of(2)), C);
    let(new Tile.Load(x.variable(), origin(), shape, List.of(R.min(Dim.of(2)), C), ragged));
    let(new Tile.RemoteLoad(data.variable(), read(n), origin(), shape, box(R, C)));
    let(new Tile.Fill(TileType.of(Element.I64, Dim.of(4), C), read(wide)));
    let(new Tile.Fill(TileType.of(Element.F64, Dim.of(4), C), read(alpha)));
    let(new Tile.Splat(T, number(3)));
    for (UnaryOp op : UnaryOp.values()) {
      if (op != UnaryOp.NOT) {
        let(new Tile.Unary(op, a));
      }
    }
    Tile.Splat two = new Tile.Splat(Element.F32, Constant.of(2.0));
    binaries(a, two);
    masks(a, two);
    bits(a);
    wholes(a);
    let(new Tile.Fma(a, two, a, box(R, C)));
    products(a);
    let(new Tile.Cast(a, box(R, C).withElement(Element.I32)));
    for (Element narrow : List.of(Element.F16, Element.BF16, Element.I8, Element.I16, Element.U8)) {
      let(new Tile.Cast(a, box(R, C).withElement(narrow)));
    }
    for (BinaryOperator op :
        List.of(
            BinaryOp.ADD, BinaryOp.MUL, BinaryOp.MAX, BinaryOp.MIN, new OperatorParameter("op"))) {
      let(new Tile.Reduce(op, Tile.Axis.ROW, a, box(R, Dim.ONE)));
      let(new Tile.Reduce(op, Tile.Axis.COLUMN, a, box(Dim.ONE, C)));
    }
    Tile difference = new Tile.Binary(BinaryOp.SUB, a, two, box(R, C));
    Tile tree = new Tile.Unary(UnaryOp.EXP, difference);
    let(new Tile.Reduce(BinaryOp.ADD, Tile.Axis.ROW, tree, box(R, Dim.ONE)));
    let(new Tile.Reduce(BinaryOp.ADD, Tile.Axis.ROW, difference, box(R, Dim.ONE)));
    Variable changing = let(a);
    add(new Stmt.Assign(changing, tree, here()));
    add(new Stmt.Store(y.variable(), origin(), tree, Update.SET, here()));
    add(new Stmt.Store(y.variable(), origin(), a, Update.ADD, here()));
  }

  private void binaries(Tile a, Tile two) {
    for (BinaryOperator op :
        List.of(
            BinaryOp.ADD,
            BinaryOp.SUB,
            BinaryOp.MUL,
            BinaryOp.DIV,
            BinaryOp.REM,
            BinaryOp.MOD,
            BinaryOp.MAX,
            BinaryOp.MIN,
            new OperatorParameter("op"))) {
      Tile inner = new Tile.Binary(op, a, two, box(R, C));
      let(inner);
      let(new Tile.Binary(op, inner, a, box(R, C)));
      let(new Tile.Binary(op, two, inner, box(R, C)));
      let(new Tile.Binary(BinaryOp.SUB, a, inner, box(R, C)));
    }
  }

  private void wholes(Tile.Ref a) {
    TileType one = TileType.of(Element.F32, Dim.ONE, C);
    let(
        whole(
            TileFunction.IOTA, List.of(), List.of(number(3)), box(R, C).withElement(Element.I64)));
    List<Scalar> long2 = List.of(Constant.of(5L), number(1));
    Tile bits = whole(TileFunction.RANDOM, List.of(), long2, box(R, C));
    Tile.Ref random = new Tile.Ref(let(bits));
    Tile.Ref column =
        new Tile.Ref(let(whole(TileFunction.ROW_ARG_MAX, List.of(a), List.of(), one)));
    for (TileFunction function : TileFunction.values()) {
      switch (function) {
        case SLICE -> let(whole(function, List.of(a), List.of(number(0), number(0)), one));
        case ASSEMBLE -> let(whole(function, List.of(a, a), List.of(number(0), number(0)), one));
        case PAD -> let(whole(function, List.of(a), List.of(Constant.of(2.0)), box(R, C)));
        case CONCAT -> let(whole(function, List.of(a, a), List.of(), one));
        case GATHER -> let(whole(function, List.of(a, random), List.of(number(0)), one));
        case GATHER_ROWS -> let(whole(function, List.of(a, column), List.of(number(1)), one));
        case SCATTER -> let(whole(function, List.of(a, random, a), List.of(number(2)), one));
        case SCATTER_ROWS -> let(whole(function, List.of(a, column, a), List.of(), one));
        case IOTA, RANDOM -> {}
        default -> let(whole(function, List.of(a), List.of(), box(R, C)));
      }
    }
  }

  private void products(Tile.Ref a) {
    Tile zero = new Tile.Splat(Element.F32, number(0));
    Tile.Ref square = new Tile.Ref(let(new Tile.Matmul(zero, a, false, a, true, box(R, R))));
    let(new Tile.Matmul(a, square, true, a, false, box(R, C)));
    Tile load = new Tile.Load(x.variable(), origin(), List.of(R, C), List.of(R, C), box(R, C));
    Tile ones = new Tile.Fill(box(C, C), number(1));
    Tile tree = new Tile.Matmul(zero, load, false, ones, true, box(R, C));
    Tile whole = new Tile.Cast(load, box(R, C).withElement(Element.I32));
    let(
        new Tile.Matmul(
            new Tile.Splat(Element.I32, number(0)),
            whole,
            true,
            whole,
            false,
            box(C, C).withElement(Element.I32)));
    let(new Tile.Unary(UnaryOp.EXP, tree));
  }

  private static Tile whole(
      TileFunction function, List<Tile> operands, List<Scalar> scalars, TileType given) {
    List<TileType> types = operands.stream().map(Tile::type).toList();
    return new Tile.Whole(function, operands, scalars, TileTypes.whole(function, types, given));
  }

  private void bits(Tile a) {
    TileType type = box(R, C).withElement(Element.I64);
    Tile.Ref whole = new Tile.Ref(let(new Tile.Cast(a, type)));
    Tile one = new Tile.Splat(Element.I64, number(1));
    for (BinaryOp op :
        List.of(
            BinaryOp.AND,
            BinaryOp.OR,
            BinaryOp.XOR,
            BinaryOp.SHL,
            BinaryOp.SHR,
            BinaryOp.USHR,
            BinaryOp.REM)) {
      Tile inner = new Tile.Binary(op, whole, one, type);
      let(new Tile.Binary(op, inner, new Tile.Unary(UnaryOp.NOT, whole), type));
      let(new Tile.Binary(BinaryOp.AND, whole, inner, type));
    }
  }

  private void masks(Tile a, Tile two) {
    TileType mask = box(R, C).withElement(Element.BOOL);
    for (Relation relation : Relation.values()) {
      Tile less = new Tile.Compare(relation, a, two, mask);
      let(less);
      Tile both = new Tile.Binary(BinaryOp.AND, new Tile.Unary(UnaryOp.NOT, less), less, mask);
      Tile either = new Tile.Binary(BinaryOp.OR, both, less, mask);
      let(new Tile.Select(either, a, two, box(R, C)));
      let(new Tile.Binary(BinaryOp.AND, either, both, mask));
    }
  }

  private Stmt transfer(Stmt.Way way, List<Scalar> chunk, boolean pipelined) {
    return new Stmt.Transfer(data.variable(), read(n), y.variable(), way, chunk, pipelined, here());
  }

  private static TensorType flat(Parameter parameter) {
    TensorType type = parameter.variable().tensor();
    return type.withShape(List.of(TensorType.count(type.shape()).orElseThrow()));
  }

  private static Place.View view(Variable base) {
    return new Place.View(
        base, origin(), List.of(Dim.ONE, C), 1, memory(base.tensor().kind(), Element.F32, C));
  }

  private void communication() {
    let(new Place.Reshaped(data.variable(), flat(data)));
    let(
        new Place.Reshaped(
            data.variable(), memory(TensorType.Kind.WINDOW, Element.U8, Dim.of(2), C)));
    Scalar me = new Scalar.Rank(arrived.variable());
    List<Scalar> cell = List.of(me, number(0));
    Tile.Fill zero = new Tile.Fill(box(Dim.ONE, C), number(0));
    add(new Stmt.RemoteStore(data.variable(), read(n), origin(), zero, Update.SET, here()));
    add(new Stmt.RemoteStore(data.variable(), read(n), origin(), zero, Update.ADD, here()));
    for (Stmt.Way way : Stmt.Way.values()) {
      add(transfer(way, List.of(), false));
      add(transfer(way, List.of(number(4), read(n)), way == Stmt.Way.PUT));
    }
    add(new Stmt.WriteElement(y.variable(), origin(), read(alpha), here()));
    for (Update update : Update.values()) {
      add(new Stmt.Notify(arrived.variable(), read(n), cell, update, number(-1), here()));
    }
    add(new Stmt.Await(arrived.variable(), cell, Relation.GE, number(1), here()));
    add(new Stmt.Await(arrived.variable(), cell, Relation.EQ, number(0), here()));
    add(new Stmt.Barrier(arrived.variable(), here()));
    Scalar rightNumber =
        new Scalar.Binary(BinaryScalar.LESS, read(n), new Scalar.Extent(Dim.named("ranks")));
    add(new Stmt.Require(rightNumber, List.of("a \"root\""), List.of(), here()));
    announce(
        new Announcement.Begins(
            "allReduce",
            "SUM",
            "AUTO",
            new Place.Named(arrived.variable()),
            List.of(new Place.Named(data.variable())),
            Optional.of(read(n))));
    announce(
        new Announcement.Begins(
            "barrier",
            "",
            "MESH",
            new Place.Named(arrived.variable()),
            List.of(),
            Optional.empty()));
    announce(new Announcement.Chooses("TWO_PHASE"));
    announce(new Announcement.Completes());
    add(
        new Stmt.Require(
            rightNumber, List.of("", " is \\, ", ""), List.of(read(n), read(n)), here()));
  }

  private void announce(Announcement what) {
    add(new Stmt.Announce(what, here()));
  }

  private void control() {
    Variable i = new Variable("i", ScalarType.INT);
    Variable l = new Variable("l", ScalarType.LONG);
    Stmt leaves =
        new Stmt.If(
            read(flag),
            Block.of(new Stmt.Break(here())),
            Block.of(new Stmt.Continue(here())),
            here());
    add(new Stmt.For(i, number(0), new Scalar.Extent(R), number(1), Block.of(leaves), here()));
    add(new Stmt.For(l, read(wide), Constant.of(0L), Constant.of(-2L), Block.of(), here()));
    Stmt empty = new Stmt.If(read(flag), Block.of(), Block.of(), here());
    Stmt other =
        new Stmt.If(read(flag), Block.of(), Block.of(new Stmt.Return(List.of(), here())), here());
    Origin two =
        new Origin(
            List.of(
                new Span("Every.java", 7, 1),
                new Span("Every.java", 8, 2),
                new Span("Ünder score \"1\".java", 9, 3),
                new Span("Every.java", 7, 2)));
    add(new Stmt.While(read(flag), Block.of(empty, other), two));
  }

  // ---- the other planes

  private static Function helper() {
    Variable tile = new Variable("tile", TileType.of(Element.F32, R, C));
    Variable scale = new Variable("scale", ScalarType.INT);
    Origin origin = Origin.of(new Span("Every.java", 80, 1));
    return new Function(
        new FunctionId("app.Every", "helper", ""),
        FunctionKind.INLINE,
        List.of(),
        List.of(),
        List.of(
            new Parameter(tile, Direction.IN, new Span("Every.java", 79, 1)),
            new Parameter(scale, Direction.IN, new Span("Every.java", 79, 2))),
        List.of("R", "C"),
        List.of(tile.type(), ScalarType.INT, TileType.of(Element.F32, Dim.ONE, C)),
        Block.of(
            new Stmt.Return(
                List.of(
                    new Tile.Ref(tile),
                    new Scalar.Read(scale),
                    new Tile.Fill(TileType.of(Element.F32, Dim.ONE, C), Constant.of(1.5))),
                origin)),
        new Span("Every.java", 78, 1));
  }

  private static Function device() {
    Parameter x =
        parameter("x", memory(TensorType.Kind.TENSOR, Element.F32, R, C), Direction.INOUT);
    TensorType plain = memory(TensorType.Kind.TENSOR, Element.I32, R, Dim.of(3));
    Variable zeros = new Variable("zeros", plain);
    Variable undefined = new Variable("undefined", plain);
    Variable twice = new Variable("twice", ScalarType.INT);
    Variable result = new Variable("result", TileType.of(Element.F32, R, C));
    Origin origin = Origin.of(new Span("Every.java", 90, 1));
    Parameter cells = parameter("cells", new SignalType(List.of(RANKS, Dim.ONE)), Direction.IN);
    Variable all = new Variable("all", TaskType.ARRAY);
    Variable reached = new Variable("reached", TaskType.ONE);
    Variable same = new Variable("same", TaskType.ONE);
    Variable task = new Variable("task", TaskType.ONE);
    return new Function(
        new FunctionId("Every", "device", ""),
        FunctionKind.JIT,
        List.of(),
        List.of(),
        List.of(x, cells),
        List.of("R", "C", Function.RANKS),
        List.of(),
        Block.of(
            new Stmt.Let(all, new Tasks.NewArray(number(2)), origin),
            new Stmt.Let(
                reached,
                new Tasks.Reached(
                    cells.variable(), List.of(number(0), number(0)), Relation.GE, number(1)),
                origin),
            new Stmt.Let(same, new Tasks.Ref(reached), origin),
            new Stmt.Assign(same, new Tasks.Element(all, number(1)), origin),
            new Stmt.PutTask(all, number(0), new Tasks.Ref(reached), origin),
            new Stmt.Submit(
                task,
                Block.of(
                    new Stmt.Call(
                        new FunctionId("app.Every", "kernel", "F32"),
                        List.of(new Place.Named(x.variable())),
                        List.of(),
                        origin)),
                List.of(new Tasks.Ref(all), new Tasks.Element(all, number(0))),
                origin),
            new Stmt.Call(
                new FunctionId("app.Every", "kernel", "F32"),
                List.of(new Place.Named(x.variable()), view(x.variable()), Constant.of(1)),
                List.of(),
                origin),
            new Stmt.Let(zeros, new Place.NewTensor(zeros.tensor(), true), origin),
            new Stmt.Let(undefined, new Place.NewTensor(undefined.tensor(), false), origin),
            new Stmt.For(
                new Variable("block", ScalarType.INT),
                number(0),
                new Scalar.Extent(R),
                number(1),
                Block.of(
                    new Stmt.Call(
                        new FunctionId("app.Every", "kernel", "F32"),
                        List.of(new Scalar.Read(new Variable("block", ScalarType.INT))),
                        List.of(),
                        origin)),
                Stmt.Rounds.BLOCKS,
                origin),
            new Stmt.Call(
                new FunctionId("app.Every", "helper", ""),
                List.of(new Tile.Fill(TileType.of(Element.F32, R, C), Constant.of(1.0))),
                List.of(result, twice),
                origin)),
        new Span("Every.java", 88, 1));
  }

  private static Function program() {
    Parameter world = parameter("world", new WorldType(), Direction.IN);
    Parameter sum =
        parameter("sum", memory(TensorType.Kind.TENSOR, Element.F32, R, C), Direction.OUT);
    Parameter seen =
        parameter(
            "seen",
            new CallbackType("app#Every.Seen<? super a.b#C<int[]>, #D>", "callback"),
            Direction.IN);
    Parameter done = parameter("done", new CallbackType("java.lang#Runnable", "run"), Direction.IN);
    TensorType window = memory(TensorType.Kind.WINDOW, Element.F32, Dim.of(2), RANKS);
    SignalType cells = new SignalType(List.of(RANKS, Dim.ONE));
    Variable data = new Variable("data", window);
    Variable signal = new Variable("signal", cells);
    Variable rank = new Variable("rank", ScalarType.INT);
    Origin origin = Origin.of(new Span("Every.java", 100, 1));
    Stmt call =
        new Stmt.Call(
            new FunctionId("Every", "device", ""),
            List.of(
                new Place.Named(data),
                new Place.View(
                    signal,
                    List.of(new Scalar.Read(rank), number(0)),
                    List.of(Dim.ONE, Dim.ONE),
                    1,
                    new SignalType(List.of(Dim.ONE))),
                new Scalar.Read(rank)),
            List.of(),
            origin);
    Variable all = world.variable();
    Variable low = new Variable("low", new WorldType());
    Variable some = new Variable("some", new WorldType());
    Variable part = new Variable("part", window);
    Variable ready = new Variable("ready", cells);
    Variable other = new Variable("other", ScalarType.INT);
    Stmt inLow =
        new Stmt.Call(
            new FunctionId("Every", "device", ""),
            List.of(
                new Place.Named(part),
                new Place.View(
                    ready,
                    List.of(new Scalar.Read(other), number(0)),
                    List.of(Dim.ONE, Dim.ONE),
                    1,
                    new SignalType(List.of(Dim.ONE))),
                new Scalar.Read(other)),
            List.of(),
            origin);
    Variable spread = new Variable("spread", ScalarType.INT);
    Variable core = new Variable("core", ScalarType.INT);
    List<Dim> column = List.of(Dim.named(Function.RANKS), Dim.ONE);
    Stmt share =
        new Stmt.Call(
            new FunctionId("Every", "share", ""),
            List.of(
                new Place.Named(data),
                new Place.View(
                    signal,
                    List.of(number(0), new Scalar.Read(core)),
                    column,
                    0,
                    new SignalType(column))),
            List.of(),
            origin);
    Stmt shares =
        new Stmt.For(
            core,
            number(0),
            number(2),
            number(1),
            Block.of(new Stmt.If(Constant.of(true), Block.of(share), Block.of(), origin)),
            Stmt.Rounds.CORES,
            origin);
    return new Function(
        new FunctionId("app.Every", "program", ""),
        FunctionKind.HOST,
        List.of(),
        List.of(),
        List.of(world, sum, seen, done),
        List.of("R", "C", Function.RANKS),
        List.of(),
        Block.of(
            new Stmt.Let(data, new Place.NewWindow(window), origin),
            new Stmt.Let(signal, new Place.NewSignal(cells), origin),
            new Stmt.ForEachRank(rank, Block.of(call), origin),
            new Stmt.ForEachRank(spread, Block.of(shares), origin),
            new Stmt.Let(low, new Place.Devices(all, true, List.of(number(0), number(1))), origin),
            new Stmt.Let(some, new Place.Devices(all, false, List.of(number(0))), origin),
            new Stmt.Let(part, new Place.NewWindow(part.tensor(), Optional.of(low)), origin),
            new Stmt.Let(ready, new Place.NewSignal(ready.signal(), Optional.of(low)), origin),
            new Stmt.ForEachRank(other, Optional.of(low), Block.of(inLow), origin),
            new Stmt.Callback(
                seen.variable(),
                List.of(new Place.Named(sum.variable()), view(sum.variable()), Constant.of(2.5)),
                origin),
            new Stmt.Callback(done.variable(), List.of(), origin)),
        new Span("Every.java", 99, 1));
  }
}
