package dev.smalti.processor.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Makes a changed copy of a function. Each method rewrites the children of one node and gives the
 * node itself back when no child changed; a subclass overrides the kinds it changes and calls
 * {@code super} to rewrite below.
 *
 * <p>Children are rewritten in the order in which they are evaluated, and a definition after the
 * value it names, so that a subclass may keep a scope as it goes. Variables are rewritten at every
 * occurrence: whoever changes an extent, an element type or a name overrides {@link #dim}, {@link
 * #element} or {@link #variable} and needs nothing else.
 */
public abstract class IrRewriter {

  /** Parameters, results, then the body; not the names in the lists of symbols and parameters. */
  public Function function(Function function) {
    List<Parameter> parameters = each(function.parameters(), this::parameter);
    List<Type> results = each(function.results(), this::type);
    Block body = block(function.body());
    boolean same =
        parameters == function.parameters()
            && results == function.results()
            && body == function.body();
    return same
        ? function
        : new Function(
            function.id(),
            function.kind(),
            function.elementParameters(),
            function.operatorParameters(),
            parameters,
            function.symbols(),
            results,
            body,
            function.span());
  }

  public Parameter parameter(Parameter parameter) {
    Variable variable = define(parameter.variable());
    return variable == parameter.variable()
        ? parameter
        : new Parameter(variable, parameter.direction(), parameter.span());
  }

  public Block block(Block block) {
    List<Stmt> rewritten = new ArrayList<>();
    boolean same = true;
    for (Stmt stmt : block.statements()) {
      List<Stmt> replacement = expand(stmt);
      same &= replacement.size() == 1 && replacement.getFirst() == stmt;
      rewritten.addAll(replacement);
    }
    return same ? block : new Block(rewritten);
  }

  /** What stands in the place of a statement: by default the one that {@link #stmt} gives. */
  public List<Stmt> expand(Stmt stmt) {
    return List.of(stmt(stmt));
  }

  public Stmt stmt(Stmt stmt) {
    return switch (stmt) {
      case Stmt.Let s -> let(s);
      case Stmt.Assign s -> assign(s);
      case Stmt.Store s -> store(s);
      case Stmt.RemoteStore s -> remoteStore(s);
      case Stmt.Transfer s -> transfer(s);
      case Stmt.WriteElement s -> writeElement(s);
      case Stmt.Notify s -> notify(s);
      case Stmt.Await s -> await(s);
      case Stmt.Barrier s -> barrier(s);
      case Stmt.Announce s -> announce(s);
      case Stmt.Require s -> require(s);
      case Stmt.For s -> loop(s);
      case Stmt.While s -> loop(s);
      case Stmt.If s -> branch(s);
      case Stmt.Break s -> leave(s);
      case Stmt.Continue s -> leave(s);
      case Stmt.Return s -> leave(s);
      case Stmt.Call s -> call(s);
      case Stmt.PutTask s -> putTask(s);
      case Stmt.Submit s -> submit(s);
      case Stmt.ForEachRank s -> forEachRank(s);
      case Stmt.Callback s -> callback(s);
    };
  }

  private Stmt let(Stmt.Let s) {
    Expr value = expr(s.value());
    Variable variable = define(s.variable());
    Origin origin = origin(s.origin());
    boolean same = value == s.value() && variable == s.variable() && origin == s.origin();
    return same ? s : new Stmt.Let(variable, value, origin);
  }

  private Stmt assign(Stmt.Assign s) {
    Expr value = expr(s.value());
    Variable variable = variable(s.variable());
    Origin origin = origin(s.origin());
    boolean same = value == s.value() && variable == s.variable() && origin == s.origin();
    return same ? s : new Stmt.Assign(variable, value, origin);
  }

  private Stmt store(Stmt.Store s) {
    Variable target = variable(s.target());
    List<Scalar> offsets = scalars(s.offsets());
    Tile value = tile(s.value());
    Origin origin = origin(s.origin());
    boolean same =
        target == s.target()
            && offsets == s.offsets()
            && value == s.value()
            && origin == s.origin();
    return same ? s : new Stmt.Store(target, offsets, value, s.update(), origin);
  }

  private Stmt remoteStore(Stmt.RemoteStore s) {
    Variable target = variable(s.target());
    Scalar peer = scalar(s.peer());
    List<Scalar> offsets = scalars(s.offsets());
    Tile value = tile(s.value());
    Origin origin = origin(s.origin());
    boolean same =
        target == s.target()
            && peer == s.peer()
            && offsets == s.offsets()
            && value == s.value()
            && origin == s.origin();
    return same ? s : new Stmt.RemoteStore(target, peer, offsets, value, s.update(), origin);
  }

  private Stmt transfer(Stmt.Transfer s) {
    Variable window = variable(s.window());
    Scalar peer = scalar(s.peer());
    Variable local = variable(s.local());
    List<Scalar> chunk = scalars(s.chunk());
    Origin origin = origin(s.origin());
    boolean same =
        window == s.window()
            && peer == s.peer()
            && local == s.local()
            && chunk == s.chunk()
            && origin == s.origin();
    return same ? s : new Stmt.Transfer(window, peer, local, s.way(), chunk, s.pipelined(), origin);
  }

  private Stmt writeElement(Stmt.WriteElement s) {
    Variable target = variable(s.target());
    List<Scalar> indices = scalars(s.indices());
    Scalar value = scalar(s.value());
    Origin origin = origin(s.origin());
    boolean same =
        target == s.target()
            && indices == s.indices()
            && value == s.value()
            && origin == s.origin();
    return same ? s : new Stmt.WriteElement(target, indices, value, origin);
  }

  private Stmt notify(Stmt.Notify s) {
    Variable signal = variable(s.signal());
    Scalar peer = scalar(s.peer());
    List<Scalar> cell = scalars(s.cell());
    Scalar value = scalar(s.value());
    Origin origin = origin(s.origin());
    boolean same =
        signal == s.signal()
            && peer == s.peer()
            && cell == s.cell()
            && value == s.value()
            && origin == s.origin();
    return same ? s : new Stmt.Notify(signal, peer, cell, s.update(), value, origin);
  }

  private Stmt await(Stmt.Await s) {
    Variable signal = variable(s.signal());
    List<Scalar> cell = scalars(s.cell());
    Scalar value = scalar(s.value());
    Origin origin = origin(s.origin());
    boolean same =
        signal == s.signal() && cell == s.cell() && value == s.value() && origin == s.origin();
    return same ? s : new Stmt.Await(signal, cell, s.relation(), value, origin);
  }

  private Stmt announce(Stmt.Announce s) {
    Announcement what =
        switch (s.what()) {
          case Announcement.Begins b -> begins(b);
          case Announcement.Chooses _, Announcement.Completes _ -> s.what();
        };
    Origin origin = origin(s.origin());
    return what == s.what() && origin == s.origin() ? s : new Stmt.Announce(what, origin);
  }

  private Announcement begins(Announcement.Begins b) {
    Place signal = place(b.signal());
    List<Place> memory = each(b.memory(), this::place);
    Optional<Scalar> root = b.root().map(this::scalar);
    return signal == b.signal() && memory == b.memory() && root.equals(b.root())
        ? b
        : new Announcement.Begins(
            b.collective(), b.operator(), b.algorithm(), signal, memory, root);
  }

  private Stmt require(Stmt.Require s) {
    Scalar condition = scalar(s.condition());
    List<Scalar> values = scalars(s.values());
    Origin origin = origin(s.origin());
    return condition == s.condition() && values == s.values() && origin == s.origin()
        ? s
        : new Stmt.Require(condition, s.texts(), values, origin);
  }

  private Stmt barrier(Stmt.Barrier s) {
    Variable signal = variable(s.signal());
    Origin origin = origin(s.origin());
    return signal == s.signal() && origin == s.origin() ? s : new Stmt.Barrier(signal, origin);
  }

  private Stmt loop(Stmt.For s) {
    Scalar from = scalar(s.from());
    Scalar to = scalar(s.to());
    Scalar step = scalar(s.step());
    Variable variable = define(s.variable());
    Block body = block(s.body());
    Origin origin = origin(s.origin());
    boolean same =
        from == s.from()
            && to == s.to()
            && step == s.step()
            && variable == s.variable()
            && body == s.body()
            && origin == s.origin();
    return same ? s : new Stmt.For(variable, from, to, step, body, s.rounds(), origin);
  }

  private Stmt loop(Stmt.While s) {
    Scalar condition = scalar(s.condition());
    Block body = block(s.body());
    Origin origin = origin(s.origin());
    boolean same = condition == s.condition() && body == s.body() && origin == s.origin();
    return same ? s : new Stmt.While(condition, body, origin);
  }

  private Stmt branch(Stmt.If s) {
    Scalar condition = scalar(s.condition());
    Block then = block(s.then());
    Block otherwise = block(s.otherwise());
    Origin origin = origin(s.origin());
    boolean same =
        condition == s.condition()
            && then == s.then()
            && otherwise == s.otherwise()
            && origin == s.origin();
    return same ? s : new Stmt.If(condition, then, otherwise, origin);
  }

  private Stmt leave(Stmt.Break s) {
    Origin origin = origin(s.origin());
    return origin == s.origin() ? s : new Stmt.Break(origin);
  }

  private Stmt leave(Stmt.Continue s) {
    Origin origin = origin(s.origin());
    return origin == s.origin() ? s : new Stmt.Continue(origin);
  }

  private Stmt leave(Stmt.Return s) {
    List<Expr> values = each(s.values(), this::expr);
    Origin origin = origin(s.origin());
    return values == s.values() && origin == s.origin() ? s : new Stmt.Return(values, origin);
  }

  private Stmt call(Stmt.Call s) {
    List<Expr> arguments = each(s.arguments(), this::expr);
    List<Variable> results = each(s.results(), this::define);
    Origin origin = origin(s.origin());
    boolean same = arguments == s.arguments() && results == s.results() && origin == s.origin();
    return same ? s : new Stmt.Call(s.callee(), arguments, results, origin);
  }

  private Optional<Variable> domain(Optional<Variable> domain) {
    return domain.map(this::variable);
  }

  private Stmt putTask(Stmt.PutTask s) {
    Variable array = variable(s.array());
    Scalar index = scalar(s.index());
    Tasks value = tasks(s.value());
    Origin origin = origin(s.origin());
    boolean same =
        array == s.array() && index == s.index() && value == s.value() && origin == s.origin();
    return same ? s : new Stmt.PutTask(array, index, value, origin);
  }

  private Stmt submit(Stmt.Submit s) {
    List<Tasks> after = each(s.after(), this::tasks);
    Block body = block(s.body());
    Variable task = define(s.task());
    Origin origin = origin(s.origin());
    boolean same =
        after == s.after() && body == s.body() && task == s.task() && origin == s.origin();
    return same ? s : new Stmt.Submit(task, body, after, origin);
  }

  private Stmt callback(Stmt.Callback s) {
    Variable callback = variable(s.callback());
    List<Expr> arguments = each(s.arguments(), this::expr);
    Origin origin = origin(s.origin());
    boolean same = callback == s.callback() && arguments == s.arguments() && origin == s.origin();
    return same ? s : new Stmt.Callback(callback, arguments, origin);
  }

  private Stmt forEachRank(Stmt.ForEachRank s) {
    Optional<Variable> domain = domain(s.domain());
    Variable rank = define(s.rank());
    Block body = block(s.body());
    Origin origin = origin(s.origin());
    boolean same =
        rank == s.rank() && domain.equals(s.domain()) && body == s.body() && origin == s.origin();
    return same ? s : new Stmt.ForEachRank(rank, domain, body, origin);
  }

  public Expr expr(Expr expr) {
    return switch (expr) {
      case Scalar e -> scalar(e);
      case Tile e -> tile(e);
      case Place e -> place(e);
      case Tasks e -> tasks(e);
    };
  }

  public Tasks tasks(Tasks tasks) {
    return switch (tasks) {
      case Tasks.Ref e -> {
        Variable variable = variable(e.variable());
        yield variable == e.variable() ? e : new Tasks.Ref(variable);
      }
      case Tasks.Element e -> {
        Variable array = variable(e.array());
        Scalar index = scalar(e.index());
        yield array == e.array() && index == e.index() ? e : new Tasks.Element(array, index);
      }
      case Tasks.Reached e -> {
        Variable signal = variable(e.signal());
        List<Scalar> cell = scalars(e.cell());
        Scalar value = scalar(e.value());
        boolean same = signal == e.signal() && cell == e.cell() && value == e.value();
        yield same ? e : new Tasks.Reached(signal, cell, e.relation(), value);
      }
      case Tasks.NewArray e -> {
        Scalar length = scalar(e.length());
        yield length == e.length() ? e : new Tasks.NewArray(length);
      }
    };
  }

  public Scalar scalar(Scalar scalar) {
    return switch (scalar) {
      case Scalar.Constant e -> e;
      case Scalar.Read e -> {
        Variable variable = variable(e.variable());
        yield variable == e.variable() ? e : new Scalar.Read(variable);
      }
      case Scalar.Extent e -> {
        Dim dim = dim(e.dim());
        yield dim == e.dim() ? e : new Scalar.Extent(dim);
      }
      case Scalar.Unary e -> {
        Scalar operand = scalar(e.operand());
        yield operand == e.operand() ? e : new Scalar.Unary(e.operator(), operand);
      }
      case Scalar.Binary e -> {
        Scalar left = scalar(e.left());
        Scalar right = scalar(e.right());
        boolean same = left == e.left() && right == e.right();
        yield same ? e : new Scalar.Binary(e.operator(), left, right);
      }
      case Scalar.Conditional e -> {
        Scalar condition = scalar(e.condition());
        Scalar yes = scalar(e.yes());
        Scalar no = scalar(e.no());
        boolean same = condition == e.condition() && yes == e.yes() && no == e.no();
        yield same ? e : new Scalar.Conditional(condition, yes, no);
      }
      case Scalar.Cast e -> {
        Scalar operand = scalar(e.operand());
        yield operand == e.operand() ? e : new Scalar.Cast(e.type(), operand);
      }
      case Scalar.Call e -> {
        List<Scalar> arguments = scalars(e.arguments());
        boolean same = arguments == e.arguments();
        yield same ? e : new Scalar.Call(e.function(), arguments, e.type());
      }
      case Scalar.Rank e -> {
        Variable of = variable(e.of());
        yield of == e.of() ? e : new Scalar.Rank(of);
      }
      case Scalar.ReadElement e -> {
        Variable tensor = variable(e.tensor());
        List<Scalar> indices = scalars(e.indices());
        boolean same = tensor == e.tensor() && indices == e.indices();
        yield same ? e : new Scalar.ReadElement(tensor, indices, e.type());
      }
      case Scalar.ReadCell e -> {
        Variable signal = variable(e.signal());
        List<Scalar> indices = scalars(e.indices());
        boolean same = signal == e.signal() && indices == e.indices();
        yield same ? e : new Scalar.ReadCell(signal, indices);
      }
    };
  }

  public Tile tile(Tile tile) {
    return switch (tile) {
      case Tile.Ref e -> {
        Variable variable = variable(e.variable());
        yield variable == e.variable() ? e : new Tile.Ref(variable);
      }
      case Tile.Splat e -> {
        ElementType element = element(e.element());
        Scalar value = scalar(e.value());
        boolean same = element == e.element() && value == e.value();
        yield same ? e : new Tile.Splat(element, value);
      }
      case Tile.Load e -> load(e);
      case Tile.RemoteLoad e -> remoteLoad(e);
      case Tile.Fill e -> {
        TileType type = tileType(e.type());
        Scalar value = scalar(e.value());
        yield type == e.type() && value == e.value() ? e : new Tile.Fill(type, value);
      }
      case Tile.Unary e -> {
        Tile operand = tile(e.operand());
        yield operand == e.operand() ? e : new Tile.Unary(e.op(), operand);
      }
      case Tile.Binary e -> {
        BinaryOperator op = operator(e.op());
        Tile left = tile(e.left());
        Tile right = tile(e.right());
        TileType type = tileType(e.type());
        boolean same = op == e.op() && left == e.left() && right == e.right() && type == e.type();
        yield same ? e : new Tile.Binary(op, left, right, type);
      }
      case Tile.Fma e -> {
        Tile a = tile(e.a());
        Tile b = tile(e.b());
        Tile c = tile(e.c());
        TileType type = tileType(e.type());
        boolean same = a == e.a() && b == e.b() && c == e.c() && type == e.type();
        yield same ? e : new Tile.Fma(a, b, c, type);
      }
      case Tile.Compare e -> {
        Tile left = tile(e.left());
        Tile right = tile(e.right());
        TileType type = tileType(e.type());
        boolean same = left == e.left() && right == e.right() && type == e.type();
        yield same ? e : new Tile.Compare(e.relation(), left, right, type);
      }
      case Tile.Select e -> {
        Tile mask = tile(e.mask());
        Tile yes = tile(e.yes());
        Tile no = tile(e.no());
        TileType type = tileType(e.type());
        boolean same = mask == e.mask() && yes == e.yes() && no == e.no() && type == e.type();
        yield same ? e : new Tile.Select(mask, yes, no, type);
      }
      case Tile.Cast e -> {
        Tile operand = tile(e.operand());
        TileType type = tileType(e.type());
        yield operand == e.operand() && type == e.type() ? e : new Tile.Cast(operand, type);
      }
      case Tile.Reduce e -> {
        BinaryOperator op = operator(e.op());
        Tile operand = tile(e.operand());
        TileType type = tileType(e.type());
        boolean same = op == e.op() && operand == e.operand() && type == e.type();
        yield same ? e : new Tile.Reduce(op, e.axis(), operand, type);
      }
      case Tile.Matmul e -> {
        Tile accumulator = tile(e.accumulator());
        Tile left = tile(e.left());
        Tile right = tile(e.right());
        TileType type = tileType(e.type());
        boolean same =
            accumulator == e.accumulator()
                && left == e.left()
                && right == e.right()
                && type == e.type();
        yield same
            ? e
            : new Tile.Matmul(
                accumulator, left, e.leftTransposed(), right, e.rightTransposed(), type);
      }
      case Tile.Whole e -> {
        List<Tile> operands = each(e.operands(), this::tile);
        List<Scalar> scalars = scalars(e.scalars());
        TileType type = tileType(e.type());
        boolean same = operands == e.operands() && scalars == e.scalars() && type == e.type();
        yield same ? e : new Tile.Whole(e.function(), operands, scalars, type);
      }
    };
  }

  private Tile load(Tile.Load e) {
    Variable source = variable(e.source());
    List<Scalar> offsets = scalars(e.offsets());
    List<Dim> shape = each(e.shape(), this::dim);
    List<Dim> valid = each(e.valid(), this::dim);
    TileType type = tileType(e.type());
    boolean same =
        source == e.source()
            && offsets == e.offsets()
            && shape == e.shape()
            && valid == e.valid()
            && type == e.type();
    return same ? e : new Tile.Load(source, offsets, shape, valid, type);
  }

  private Tile remoteLoad(Tile.RemoteLoad e) {
    Variable source = variable(e.source());
    Scalar peer = scalar(e.peer());
    List<Scalar> offsets = scalars(e.offsets());
    List<Dim> shape = each(e.shape(), this::dim);
    TileType type = tileType(e.type());
    boolean same =
        source == e.source()
            && peer == e.peer()
            && offsets == e.offsets()
            && shape == e.shape()
            && type == e.type();
    return same ? e : new Tile.RemoteLoad(source, peer, offsets, shape, type);
  }

  public Place place(Place place) {
    return switch (place) {
      case Place.Named e -> {
        Variable variable = variable(e.variable());
        yield variable == e.variable() ? e : new Place.Named(variable);
      }
      case Place.View e -> {
        Variable base = variable(e.base());
        List<Scalar> offsets = scalars(e.offsets());
        List<Dim> extents = each(e.extents(), this::dim);
        Type type = type(e.type());
        boolean same =
            base == e.base()
                && offsets == e.offsets()
                && extents == e.extents()
                && type == e.type();
        yield same ? e : new Place.View(base, offsets, extents, e.dropped(), type);
      }
      case Place.Reshaped e -> {
        Variable base = variable(e.base());
        Type type = type(e.type());
        boolean same = base == e.base() && type == e.type();
        yield same ? e : new Place.Reshaped(base, (TensorType) type);
      }
      case Place.Devices e -> {
        Variable world = variable(e.world());
        List<Scalar> devices = scalars(e.devices());
        boolean same = world == e.world() && devices == e.devices();
        yield same ? e : new Place.Devices(world, e.range(), devices);
      }
      case Place.NewWindow e -> {
        Type type = type(e.type());
        Optional<Variable> domain = domain(e.domain());
        boolean same = type == e.type() && domain.equals(e.domain());
        yield same ? e : new Place.NewWindow((TensorType) type, domain);
      }
      case Place.NewArray e -> {
        Type type = type(e.type());
        yield type == e.type() ? e : new Place.NewArray((TensorType) type);
      }
      case Place.NewTensor e -> {
        Type type = type(e.type());
        yield type == e.type() ? e : new Place.NewTensor((TensorType) type, e.zero());
      }
      case Place.NewSignal e -> {
        Type type = type(e.type());
        Optional<Variable> domain = domain(e.domain());
        boolean same = type == e.type() && domain.equals(e.domain());
        yield same ? e : new Place.NewSignal((SignalType) type, domain);
      }
    };
  }

  /** A variable that starts to exist here; by default as any occurrence of it. */
  public Variable define(Variable variable) {
    return variable(variable);
  }

  /** Any occurrence of a variable. */
  public Variable variable(Variable variable) {
    Type type = type(variable.type());
    return type == variable.type() ? variable : new Variable(variable.name(), type);
  }

  /** A type of the same kind. */
  public Type type(Type type) {
    return switch (type) {
      case ScalarType t -> t;
      case TaskType t -> t;
      case WorldType t -> t;
      case CallbackType t -> t;
      case TileType t -> {
        ElementType element = element(t.element());
        Dim rows = dim(t.rows());
        Dim columns = dim(t.columns());
        Dim validRows = dim(t.validRows());
        Dim validColumns = dim(t.validColumns());
        boolean same =
            element == t.element()
                && rows == t.rows()
                && columns == t.columns()
                && validRows == t.validRows()
                && validColumns == t.validColumns();
        yield same ? t : new TileType(element, rows, columns, validRows, validColumns);
      }
      case TensorType t -> {
        ElementType element = element(t.element());
        List<Dim> shape = each(t.shape(), this::dim);
        boolean same = element == t.element() && shape == t.shape();
        yield same ? t : new TensorType(t.kind(), element, shape);
      }
      case SignalType t -> {
        List<Dim> shape = each(t.shape(), this::dim);
        yield shape == t.shape() ? t : new SignalType(shape);
      }
    };
  }

  public ElementType element(ElementType element) {
    return element;
  }

  public BinaryOperator operator(BinaryOperator operator) {
    return operator;
  }

  public Dim dim(Dim dim) {
    return dim;
  }

  public Origin origin(Origin origin) {
    return origin;
  }

  private TileType tileType(TileType type) {
    return (TileType) type(type);
  }

  private List<Scalar> scalars(List<Scalar> list) {
    return each(list, this::scalar);
  }

  /** Rewrites a list, and gives the list itself back when nothing in it changed. */
  protected static <T> List<T> each(List<T> list, UnaryOperator<T> rewrite) {
    List<T> rewritten = new ArrayList<>(list.size());
    boolean same = true;
    for (T item : list) {
      T changed = rewrite.apply(item);
      same &= changed == item;
      rewritten.add(changed);
    }
    return same ? list : List.copyOf(rewritten);
  }
}
