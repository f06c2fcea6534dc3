package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Direction;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Relation;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.Span;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Type;
import dev.smalti.processor.ir.UnaryOp;
import dev.smalti.processor.ir.Update;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.ir.WorldType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Short words for functions by hand. Statements are on line 10 unless they say. */
final class Build {
  static final Dim R = Dim.named("rows");
  static final Dim C = Dim.named("columns");
  static final Dim RANKS = Dim.named(Function.RANKS);
  static final Variable WORLD = new Variable("world", new WorldType());

  private Build() {}

  // ---- functions

  static FunctionTable table(Function... functions) {
    return id -> Arrays.stream(functions).filter(f -> f.id().equals(id)).findFirst();
  }

  static FunctionTable nothing() {
    return _ -> Optional.empty();
  }

  static Interpreter interpreter(Function... functions) {
    return Interpreter.of(table(functions));
  }

  static Function kernel(String name, List<Variable> parameters, Stmt... body) {
    return function(FunctionKind.INCORE, name, parameters, body);
  }

  static Function program(String name, List<Variable> parameters, Stmt... body) {
    List<Variable> all = new ArrayList<>(List.of(WORLD));
    all.addAll(parameters);
    return function(FunctionKind.HOST, name, all, body);
  }

  static Function function(
      FunctionKind kind, String name, List<Variable> parameters, Stmt... body) {
    return new Function(
        new FunctionId("app.Test", name, ""),
        kind,
        List.of(),
        List.of(),
        parameters.stream().map(v -> new Parameter(v, Direction.INOUT, span(1))).toList(),
        symbols(parameters),
        List.of(),
        new Block(List.of(body)),
        span(1));
  }

  private static List<String> symbols(List<Variable> parameters) {
    TreeSet<String> names = new TreeSet<>();
    for (Variable parameter : parameters) {
      switch (parameter.type()) {
        case TileType type ->
            List.of(type.rows(), type.columns(), type.validRows(), type.validColumns())
                .forEach(dim -> names.addAll(dim.names()));
        case Type type -> Binding.shape(type).forEach(dim -> names.addAll(dim.names()));
      }
    }
    parameters.forEach(parameter -> names.remove(parameter.name()));
    return List.copyOf(names);
  }

  static Span span(int line) {
    return new Span("Test.java", line, 5);
  }

  static Origin line(int line) {
    return Origin.of(span(line));
  }

  static final Origin TEN = line(10);

  // ---- types and variables

  static Dim n(long value) {
    return Dim.of(value);
  }

  static Variable tensor(String name, Element element, Dim... shape) {
    return new Variable(name, new TensorType(TensorType.Kind.TENSOR, element, List.of(shape)));
  }

  static Variable window(String name, Element element, Dim... shape) {
    return new Variable(name, new TensorType(TensorType.Kind.WINDOW, element, List.of(shape)));
  }

  static Variable signal(String name, Dim... shape) {
    return new Variable(name, new SignalType(List.of(shape)));
  }

  static Variable tile(String name, Element element, Dim rows, Dim columns) {
    return new Variable(name, TileType.of(element, rows, columns));
  }

  static Variable integer(String name) {
    return new Variable(name, ScalarType.INT);
  }

  static Variable number(String name) {
    return new Variable(name, ScalarType.DOUBLE);
  }

  // ---- scalars

  static Scalar c(int value) {
    return Scalar.Constant.of(value);
  }

  static Scalar c(double value) {
    return Scalar.Constant.of(value);
  }

  static Scalar read(Variable variable) {
    return new Scalar.Read(variable);
  }

  static Scalar extent(Dim dim) {
    return new Scalar.Extent(dim);
  }

  static Scalar op(BinaryScalar operator, Scalar left, Scalar right) {
    return new Scalar.Binary(operator, left, right);
  }

  static Scalar element(Variable tensor, ScalarType type, Scalar... indices) {
    return new Scalar.ReadElement(tensor, List.of(indices), type);
  }

  static List<Scalar> at(Scalar... scalars) {
    return List.of(scalars);
  }

  static List<Scalar> at(int... indices) {
    return Arrays.stream(indices).<Scalar>mapToObj(Scalar.Constant::of).toList();
  }

  // ---- tiles

  static Tile ref(Variable variable) {
    return new Tile.Ref(variable);
  }

  static Tile splat(Element element, Scalar value) {
    return new Tile.Splat(element, value);
  }

  static Tile.Load load(Variable source, List<Scalar> offsets, Dim... shape) {
    return loadValid(source, offsets, List.of(shape), List.of(shape));
  }

  static Tile.Load loadValid(
      Variable source, List<Scalar> offsets, List<Dim> shape, List<Dim> valid) {
    TileType type =
        new TileType(
            source.tensor().element(), rows(shape), shape.getLast(), rows(valid), valid.getLast());
    return new Tile.Load(source, offsets, shape, valid, type);
  }

  /** All of it. */
  static Tile.Load load(Variable source) {
    List<Dim> shape = source.tensor().shape();
    return load(source, origin(shape.size()), shape.toArray(Dim[]::new));
  }

  static Tile remoteLoad(Variable source, Scalar peer, List<Scalar> offsets, Dim... shape) {
    return new Tile.RemoteLoad(
        source,
        peer,
        offsets,
        List.of(shape),
        TileType.of(source.tensor().element(), rows(List.of(shape)), shape[shape.length - 1]));
  }

  static Tile remoteLoad(Variable source, Scalar peer) {
    List<Dim> shape = source.tensor().shape();
    return remoteLoad(source, peer, origin(shape.size()), shape.toArray(Dim[]::new));
  }

  static List<Scalar> origin(int axes) {
    return at(new int[axes]);
  }

  private static Dim rows(List<Dim> shape) {
    Dim rows = Dim.ONE;
    for (Dim extent : shape.subList(0, shape.size() - 1)) {
      rows = rows.times(extent);
    }
    return rows;
  }

  static Tile unary(UnaryOp op, Tile tile) {
    return new Tile.Unary(op, tile);
  }

  static Tile binary(BinaryOp op, Tile left, Tile right) {
    return new Tile.Binary(op, left, right, stretched(left, right));
  }

  static Tile compare(Relation relation, Tile left, Tile right) {
    return new Tile.Compare(
        relation, left, right, stretched(left, right).withElement(Element.BOOL));
  }

  static Tile reduce(BinaryOp op, Tile.Axis axis, Tile tile) {
    TileType type = tile.type();
    return new Tile.Reduce(
        op,
        axis,
        tile,
        axis == Tile.Axis.ROW
            ? new TileType(type.element(), type.rows(), Dim.ONE, type.validRows(), Dim.ONE)
            : new TileType(type.element(), Dim.ONE, type.columns(), Dim.ONE, type.validColumns()));
  }

  private static TileType stretched(Tile left, Tile right) {
    TileType a = left.type();
    TileType b = right.type();
    TileType tall = a.rows().isConstant(1) ? b : a;
    TileType wide = a.columns().isConstant(1) ? b : a;
    return new TileType(
        a.element(), tall.rows(), wide.columns(), tall.validRows(), wide.validColumns());
  }

  // ---- statements

  static Stmt let(Variable variable, Expr value) {
    return new Stmt.Let(variable, value, TEN);
  }

  static Stmt assign(Variable variable, Expr value) {
    return new Stmt.Assign(variable, value, TEN);
  }

  /** A tile variable of the value's type. */
  static Variable named(String name, Tile value) {
    return new Variable(name, value.type());
  }

  static Stmt store(Variable target, List<Scalar> offsets, Tile value) {
    return new Stmt.Store(target, offsets, value, Update.SET, TEN);
  }

  static Stmt store(Variable target, Tile value) {
    return store(target, origin(target.tensor().shape().size()), value);
  }

  static Stmt write(Variable target, List<Scalar> indices, Scalar value) {
    return new Stmt.WriteElement(target, indices, value, TEN);
  }

  static Stmt tell(int line, Variable signal, Scalar peer, List<Scalar> cell, Scalar value) {
    return new Stmt.Notify(signal, peer, cell, Update.ADD, value, line(line));
  }

  static Stmt waitFor(int line, Variable signal, List<Scalar> cell, Scalar value) {
    return new Stmt.Await(signal, cell, Relation.GE, value, line(line));
  }

  static Stmt range(Variable variable, Scalar to, Stmt... body) {
    return new Stmt.For(variable, c(0), to, c(1), new Block(List.of(body)), TEN);
  }

  static Stmt when(Scalar condition, Stmt... then) {
    return new Stmt.If(condition, new Block(List.of(then)), new Block(List.of()), TEN);
  }

  static Stmt call(Function callee, Expr... arguments) {
    return new Stmt.Call(callee.id(), List.of(arguments), List.of(), TEN);
  }

  static Place named(Variable variable) {
    return new Place.Named(variable);
  }

  static Stmt forEachRank(Variable rank, Stmt... body) {
    return new Stmt.ForEachRank(rank, new Block(List.of(body)), TEN);
  }

  // ---- arguments

  static Memory floats(String name, float[] array, long... extents) {
    return Memory.tensor(name, ElementArray.of(array), extents);
  }

  static Memory ints(String name, int[] array, long... extents) {
    return Memory.tensor(name, ElementArray.of(array), extents);
  }

  /** Runs a kernel in a world of one. */
  static void run(Function kernel, Argument... arguments) {
    Interpreter.of(nothing()).runKernel(kernel, List.of(arguments), 0, 1);
  }
}
