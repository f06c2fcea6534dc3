package dev.smalti.processor.ir;

import dev.smalti.processor.ir.Violation.Rule;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What statements and places keep. */
final class StatementRules {
  private final Function function;
  private final Scope scope;
  private final ScalarRules scalars;
  private final TileRules tiles;
  private final CallRules calls;
  private int loops;

  /** Whether a loop over cores may stand here: directly in a dispatch. */
  private boolean dispatches;

  StatementRules(Function function, Scope scope, Optional<FunctionTable> callees) {
    this.function = function;
    this.scope = scope;
    this.scalars = new ScalarRules(function.kind(), scope);
    this.tiles = new TileRules(scope, scalars);
    this.calls = new CallRules(function.kind(), scope, callees);
  }

  void body() {
    block(function.body());
    List<Stmt> all = function.body().statements();
    boolean returns = !all.isEmpty() && all.getLast() instanceof Stmt.Return;
    scope.at(List.of(function.span()));
    scope.require(
        function.results().isEmpty() || returns,
        Rule.RETURN,
        () -> "the last statement does not return the results");
  }

  private void block(Block block) {
    block.statements().forEach(this::stmt);
  }

  private void inner(Block block) {
    scope.inside(() -> block(block));
  }

  private void stmt(Stmt stmt) {
    scope.at(stmt.origin().spans());
    plane(stmt);
    switch (stmt) {
      case Stmt.Let s -> let(s);
      case Stmt.Assign s -> {
        Optional<Type> type = expr(s.value());
        scope.assign(s.variable());
        type.ifPresent(found -> bound(s.variable(), found));
      }
      case Stmt.Store s -> store(s.target(), s.offsets(), s.value(), s.update());
      case Stmt.RemoteStore s -> remoteStore(s);
      case Stmt.Transfer s -> transfer(s);
      case Stmt.WriteElement s -> writeElement(s);
      case Stmt.Notify s -> {
        scalars.require(s.peer(), ScalarType.INT, "the peer");
        cell(s.signal(), s.cell());
        scalars.require(s.value(), ScalarType.INT, "the value");
      }
      case Stmt.Await s -> await(s);
      case Stmt.Barrier s -> scope.use(s.signal(), SignalType.class).ifPresent(this::barrier);
      case Stmt.Announce(Announcement.Begins b, Origin _) -> {
        place(b.signal());
        b.memory().forEach(this::place);
        b.root().ifPresent(root -> scalars.require(root, ScalarType.INT, "the root"));
      }
      case Stmt.Announce(Announcement.Chooses _, Origin _) -> {}
      case Stmt.Announce(Announcement.Completes _, Origin _) -> {}
      case Stmt.Require s -> {
        scalars.require(s.condition(), ScalarType.BOOLEAN, "the condition");
        s.values().forEach(this::said);
      }
      case Stmt.For s -> loop(s);
      case Stmt.While s -> {
        scalars.require(s.condition(), ScalarType.BOOLEAN, "the condition");
        loops++;
        inner(s.body());
        loops--;
      }
      case Stmt.If s -> {
        scalars.require(s.condition(), ScalarType.BOOLEAN, "the condition");
        inner(s.then());
        inner(s.otherwise());
      }
      case Stmt.Break _ -> inLoop("break");
      case Stmt.Continue _ -> inLoop("continue");
      case Stmt.Return s -> leave(s);
      case Stmt.Call s -> {
        List<Optional<Type>> arguments = s.arguments().stream().map(this::expr).toList();
        calls.call(s, arguments);
        s.results().forEach(result -> scope.define(result, Scope.Kind.LOCAL));
      }
      case Stmt.PutTask s -> {
        tasks(new Tasks.Element(s.array(), s.index()));
        one(s.value());
      }
      case Stmt.Submit s -> submit(s);
      case Stmt.ForEachRank s -> forEachRank(s);
      case Stmt.Callback s -> callback(s);
    }
  }

  private void said(Scalar value) {
    Optional<ScalarType> type = scalars.scalar(value);
    scope.require(
        type.isEmpty() || type.get().isInteger(),
        Rule.SCALAR_TYPE,
        () -> "what is said is " + type.map(Printer::describe).orElse("nothing"));
  }

  // ---- planes

  private void plane(Stmt stmt) {
    boolean kernels = function.kind() == FunctionKind.INCORE;
    boolean right =
        switch (stmt) {
          case Stmt.Store _,
              Stmt.RemoteStore _,
              Stmt.Transfer _,
              Stmt.Notify _,
              Stmt.Await _,
              Stmt.Barrier _ ->
              kernels || function.kind() == FunctionKind.INLINE;
          case Stmt.WriteElement s ->
              kernels
                  || function.kind() == FunctionKind.INLINE
                  || function.kind() == FunctionKind.JIT && isArray(s.target());
          case Stmt.ForEachRank _, Stmt.Callback _ -> hosts();
          case Stmt.PutTask _, Stmt.Submit _ -> submits();
          case Stmt.Let _,
              Stmt.Assign _,
              Stmt.For _,
              Stmt.While _,
              Stmt.If _,
              Stmt.Break _,
              Stmt.Continue _,
              Stmt.Return _,
              Stmt.Announce _,
              Stmt.Require _,
              Stmt.Call _ ->
              true;
        };
    scope.require(right, Rule.PLANE, () -> here() + " has a " + stmt.getClass().getSimpleName());
  }

  private static boolean isArray(Variable variable) {
    return variable.type() instanceof TensorType type && type.isArray();
  }

  private boolean hosts() {
    return function.kind() == FunctionKind.HOST || function.kind() == FunctionKind.INLINE;
  }

  private boolean submits() {
    return function.kind() == FunctionKind.JIT || function.kind() == FunctionKind.INLINE;
  }

  private String here() {
    return "a function of kind " + function.kind();
  }

  // ---- expressions

  private Optional<Type> expr(Expr expr) {
    return switch (expr) {
      case Scalar e -> scalars.scalar(e).map(type -> type);
      case Tile e -> tile(e).map(type -> type);
      case Place e -> place(e);
      case Tasks e -> tasks(e).map(type -> type);
    };
  }

  // ---- tasks

  private Optional<TaskType> tasks(Tasks tasks) {
    scope.require(submits(), Rule.PLANE, () -> here() + " has " + Printer.describe(tasks));
    return switch (tasks) {
      case Tasks.Ref(Variable variable) -> scope.use(variable, TaskType.class);
      case Tasks.Element(Variable array, Scalar index) -> {
        scalars.require(index, ScalarType.INT, "the index");
        yield scope
            .use(array, TaskType.class)
            .filter(type -> isArrayOfTasks(type, array))
            .map(_ -> TaskType.ONE);
      }
      case Tasks.Reached e -> {
        cell(e.signal(), e.cell());
        scalars.require(e.value(), ScalarType.INT, "the value");
        scope.require(
            e.relation() == Relation.GE,
            Rule.RELATION,
            () -> "the condition on " + e.signal().name() + " is " + e.relation() + ", not GE");
        yield Optional.of(TaskType.ONE);
      }
      case Tasks.NewArray(Scalar length) -> {
        scalars.require(length, ScalarType.INT, "the length");
        yield Optional.of(TaskType.ARRAY);
      }
    };
  }

  private boolean isArrayOfTasks(TaskType type, Variable variable) {
    return scope.require(
        type.array(), Rule.KIND, () -> variable.name() + " is one task, not an array");
  }

  private void one(Tasks value) {
    tasks(value)
        .ifPresent(
            type ->
                scope.require(
                    !type.array(),
                    Rule.KIND,
                    () -> Printer.describe(value) + " is an array where one task is needed"));
  }

  private void submit(Stmt.Submit s) {
    s.after().forEach(this::tasks);
    List<Stmt> all = s.body().statements();
    boolean blocks =
        all.size() == 1
            && all.getFirst() instanceof Stmt.For loop
            && loop.rounds() == Stmt.Rounds.BLOCKS;
    scope.require(
        blocks || endsInCall(s.body()),
        Rule.DISPATCH,
        () -> "a task is not local definitions and then one call, or blocks");
    inner(s.body());
    scope.define(s.task(), Scope.Kind.LOCAL);
    scope.require(
        s.task().type().equals(TaskType.ONE),
        Rule.BOUND_TYPE,
        () -> s.task().name() + " is " + Printer.describe(s.task().type()) + ", not a task");
  }

  private void callback(Stmt.Callback s) {
    scope.use(s.callback(), CallbackType.class);
    for (Expr argument : s.arguments()) {
      expr(argument)
          .ifPresent(
              type ->
                  scope.require(
                      type instanceof ScalarType
                          || type instanceof TensorType t && t.kind() == TensorType.Kind.TENSOR,
                      Rule.KIND,
                      () ->
                          s.callback().name()
                              + " is given "
                              + Printer.describe(type)
                              + " where a tensor or a scalar is needed"));
    }
  }

  private Optional<TileType> tile(Tile tile) {
    boolean right =
        function.kind() == FunctionKind.INCORE || function.kind() == FunctionKind.INLINE;
    scope.require(right, Rule.PLANE, () -> here() + " computes the tile " + Printer.describe(tile));
    return tiles.tile(tile);
  }

  private Optional<Type> place(Place place) {
    return switch (place) {
      case Place.Named(Variable variable) -> named(variable);
      case Place.View e -> view(e);
      case Place.Reshaped e -> reshaped(e);
      case Place.Devices e -> devices(e);
      case Place.NewWindow(TensorType type, Optional<Variable> domain) -> {
        domain.ifPresent(this::domain);
        boolean window =
            scope.require(
                type.isWindow(), Rule.KIND, () -> Printer.describe(type) + " is no window");
        yield allocated(type, window);
      }
      case Place.NewArray(TensorType type) -> array(type);
      case Place.NewTensor(TensorType type, boolean _) -> made(type);
      case Place.NewSignal(SignalType type, Optional<Variable> domain) -> {
        domain.ifPresent(this::domain);
        yield allocated(type, true);
      }
    };
  }

  private void domain(Variable domain) {
    scope.use(domain, WorldType.class);
  }

  private Optional<Type> devices(Place.Devices e) {
    domain(e.world());
    e.devices().forEach(device -> scalars.require(device, ScalarType.INT, "a device"));
    boolean right =
        scope.require(hosts(), Rule.PLANE, () -> here() + " has no domains")
            && scope.require(
                e.range() ? e.devices().size() == 2 : !e.devices().isEmpty(),
                Rule.OPERATION_TYPE,
                () -> "a domain of " + e.devices().size() + " devices");
    return right ? Optional.of(e.type()) : Optional.empty();
  }

  private Optional<Type> array(TensorType type) {
    boolean kind =
        scope.require(type.isArray(), Rule.KIND, () -> Printer.describe(type) + " is no array");
    boolean plane =
        scope.require(
            function.kind() != FunctionKind.HOST,
            Rule.PLANE,
            () -> here() + " makes " + Printer.describe(type));
    boolean form =
        scope.require(
            type.shape().size() == 1 && type.shape().getFirst().constant().isPresent(),
            Rule.AXES,
            () -> Printer.describe(type) + " has not one axis of constant extent");
    return kind && plane && form && scope.type(type) ? Optional.of(type) : Optional.empty();
  }

  private Optional<Type> made(TensorType type) {
    boolean kind =
        scope.require(
            type.kind() == TensorType.Kind.TENSOR,
            Rule.KIND,
            () -> Printer.describe(type) + " is no tensor");
    boolean plane =
        scope.require(
            function.kind() == FunctionKind.JIT || function.kind() == FunctionKind.INLINE,
            Rule.PLANE,
            () -> here() + " makes " + Printer.describe(type));
    return kind && plane && scope.type(type) ? Optional.of(type) : Optional.empty();
  }

  private Optional<Type> allocated(Type type, boolean right) {
    boolean host =
        scope.require(hosts(), Rule.PLANE, () -> here() + " allocates " + Printer.describe(type));
    return host && scope.type(type) && right ? Optional.of(type) : Optional.empty();
  }

  private Optional<Type> named(Variable variable) {
    boolean memory =
        switch (variable.type()) {
          case TensorType _, SignalType _, WorldType _ -> true;
          case ScalarType _, TileType _, TaskType _, CallbackType _ -> false;
        };
    boolean right =
        scope.use(variable)
            && scope.require(
                memory, Rule.KIND, () -> variable.name() + " is no memory and stands as a place");
    return right ? Optional.of(variable.type()) : Optional.empty();
  }

  private Optional<Type> view(Place.View e) {
    Optional<Type> base = named(e.base()).filter(_ -> elementsOnly(e.base()));
    if (base.isEmpty()) {
      return base;
    }
    int axes = SymbolBinding.shapeOf(base.get()).size();
    boolean position = scalars.position(e.offsets(), axes, e.base().name());
    boolean box =
        scope.extents(e.extents(), base.get() instanceof SignalType ? 0 : 1)
            && scope.require(
                e.extents().size() == axes,
                Rule.AXES,
                () -> e.base().name() + " has " + axes + " axes, the view " + e.extents().size());
    return position && box && dropped(e, axes) ? Optional.of(e.type()) : Optional.empty();
  }

  private Optional<Type> reshaped(Place.Reshaped e) {
    Optional<TensorType> base =
        named(e.base()).filter(_ -> elementsOnly(e.base())).map(_ -> (TensorType) e.base().type());
    boolean right =
        base.isPresent()
            && scope.type(e.type())
            && scope.require(
                e.type().kind() == base.get().kind()
                    && (e.isSame() || e.type().isWindow() && !isLarger(e)),
                Rule.OPERATION_TYPE,
                () -> Printer.describe(e) + " has other elements than " + e.base().name());
    return right ? Optional.of(e.type()) : Optional.empty();
  }

  /** Whether the view has more bytes than its base, whatever the run-time values are. */
  private static boolean isLarger(Place.Reshaped e) {
    return e.spare().map(Dim::constant).stream()
        .anyMatch(spare -> spare.isPresent() && spare.getAsLong() < 0);
  }

  private boolean dropped(Place.View e, int axes) {
    boolean some = e.dropped() >= 0 && e.dropped() < axes;
    boolean ones =
        some && e.extents().subList(0, e.dropped()).stream().allMatch(dim -> dim.isConstant(1));
    Optional<Type> derived = PlaceTypes.derived(e);
    return scope.require(
            ones,
            Rule.AXES,
            () ->
                "a view of "
                    + e.base().name()
                    + " drops "
                    + e.dropped()
                    + " axes that are not all 1")
        && scope.require(
            derived.equals(Optional.of(e.type())),
            Rule.OPERATION_TYPE,
            () -> Printer.describe(e) + " has the type " + Printer.describe(e.type()))
        && scope.type(e.type());
  }

  // ---- bindings

  private void let(Stmt.Let s) {
    Optional<Type> type = expr(s.value());
    scope.define(s.variable(), Scope.Kind.LOCAL);
    type.ifPresent(found -> bound(s.variable(), found));
    switch (s.value()) {
      case Place.View view -> scope.alias(s.variable(), view.base());
      case Place.Reshaped reshaped -> scope.alias(s.variable(), reshaped.base());
      case Place.Named named -> scope.alias(s.variable(), named.variable());
      case Place.Devices _,
          Place.NewWindow _,
          Place.NewArray _,
          Place.NewTensor _,
          Place.NewSignal _,
          Scalar _,
          Tasks _,
          Tile _ -> {}
    }
  }

  private void bound(Variable variable, Type type) {
    scope.require(
        variable.type().equals(type),
        Rule.BOUND_TYPE,
        () ->
            variable.name()
                + " is "
                + Printer.describe(variable.type())
                + " and is bound to "
                + Printer.describe(type));
  }

  // ---- memory

  /** Of an array only single elements are read and written. */
  private boolean elementsOnly(Variable memory) {
    return scope.require(
        !isArray(memory), Rule.KIND, () -> "the array " + memory.name() + " is used as a whole");
  }

  private void store(Variable target, List<Scalar> offsets, Tile value, Update update) {
    written(target);
    elementsOnly(target);
    position(target, offsets).ifPresent(memory -> stored(target, memory, value, update));
  }

  private Optional<TensorType> position(Variable target, List<Scalar> offsets) {
    Optional<TensorType> memory = scope.use(target, TensorType.class);
    memory.ifPresent(m -> scalars.position(offsets, m.shape().size(), target.name()));
    return memory;
  }

  private void stored(Variable target, TensorType memory, Tile value, Update update) {
    tile(value)
        .ifPresent(
            type ->
                scope.require(
                    type.element().equals(memory.element()),
                    Rule.ELEMENT_TYPE,
                    () ->
                        "a tile "
                            + Printer.describe(type)
                            + " is stored to "
                            + target.name()
                            + ", "
                            + Printer.describe(memory)));
    scope.require(
        update == Update.SET || memory.element() != Element.BOOL,
        Rule.NO_OPERATION,
        () -> "a store adds to " + target.name() + ", which is of BOOL");
  }

  private void remoteStore(Stmt.RemoteStore s) {
    scalars.require(s.peer(), ScalarType.INT, "the peer");
    Optional<TensorType> memory = position(s.target(), s.offsets());
    memory.ifPresent(
        type -> {
          tiles.window(s.target(), type);
          stored(s.target(), type, s.value(), s.update());
        });
  }

  private void transfer(Stmt.Transfer s) {
    scalars.require(s.peer(), ScalarType.INT, "the peer");
    s.chunk().forEach(size -> scalars.require(size, ScalarType.INT, "the size of a piece"));
    scope.require(
        s.chunk().size() == 2 || s.chunk().isEmpty() && !s.pipelined(),
        Rule.OPERATION_TYPE,
        () -> "pieces have rows and columns, not " + s.chunk().size() + " extents");
    if (s.way() == Stmt.Way.GET) {
      written(s.local());
    }
    Optional<TensorType> window = memory(s.window()).filter(t -> tiles.window(s.window(), t));
    Optional<TensorType> local = memory(s.local());
    if (window.isPresent() && local.isPresent()) {
      sameElements(s, window.get(), local.get());
    }
  }

  private Optional<TensorType> memory(Variable variable) {
    return named(variable).filter(_ -> elementsOnly(variable)).map(_ -> variable.tensor());
  }

  private void sameElements(Stmt.Transfer s, TensorType window, TensorType local) {
    boolean same = window.element().equals(local.element());
    for (int axis = 0; axis < window.shape().size(); axis++) {
      same &=
          window.shape().size() == local.shape().size()
              && window.shape().get(axis).minus(local.shape().get(axis)).constant().stream()
                  .allMatch(difference -> difference == 0);
    }
    boolean fits = same;
    scope.require(
        fits,
        Rule.OPERATION_TYPE,
        () -> s.local().name() + " has other elements than " + s.window().name());
    scope.require(
        s.way() != Stmt.Way.ADD || window.element() != Element.BOOL,
        Rule.NO_OPERATION,
        () -> "a put adds to " + s.window().name() + ", which is of BOOL");
  }

  private void writeElement(Stmt.WriteElement s) {
    written(s.target());
    position(s.target(), s.indices())
        .ifPresent(memory -> tiles.element(memory.element(), s.value(), s.value()));
  }

  /** Only kernels state what they write; helpers take the directions of their callers. */
  private void written(Variable target) {
    scope
        .root(target)
        .filter(_ -> function.kind() == FunctionKind.INCORE)
        .filter(parameter -> parameter.type() instanceof TensorType)
        .ifPresent(
            parameter ->
                scope.require(
                    parameter.direction() != Direction.IN,
                    Rule.DIRECTION,
                    () -> target.name() + " is written, and " + parameter.name() + " is an input"));
  }

  // ---- signals

  private void cell(Variable signal, List<Scalar> cell) {
    scope
        .use(signal, SignalType.class)
        .ifPresent(type -> scalars.position(cell, type.shape().size(), signal.name()));
  }

  private void await(Stmt.Await s) {
    cell(s.signal(), s.cell());
    scalars.require(s.value(), ScalarType.INT, "the value");
    scope.require(
        s.relation() == Relation.GE || s.relation() == Relation.EQ,
        Rule.RELATION,
        () -> s.signal().name() + " is awaited with " + s.relation() + ", not GE or EQ");
  }

  private void barrier(SignalType type) {
    List<Dim> shape = type.shape();
    boolean fits =
        shape.getFirst().equals(Dim.named(Function.RANKS))
            && (shape.size() == 1 || shape.size() == 2 && shape.getLast().isConstant(1));
    scope.require(
        fits,
        Rule.BARRIER_SHAPE,
        () -> "a barrier of a signal " + Printer.describe(type) + ", not one cell a rank");
  }

  // ---- control flow

  private void loop(Stmt.For s) {
    boolean integer = s.variable().type() instanceof ScalarType type && type.isInteger();
    boolean right =
        scope.require(
            integer,
            Rule.SCALAR_TYPE,
            () ->
                "the counter "
                    + s.variable().name()
                    + " is "
                    + Printer.describe(s.variable().type()));
    if (right) {
      scalars.require(s.from(), s.variable().scalar(), "the start");
      scalars.require(s.to(), s.variable().scalar(), "the end");
      scalars.require(s.step(), s.variable().scalar(), "the step");
    }
    boolean still =
        s.step() instanceof Scalar.Constant(ScalarType _, Object value)
            && value instanceof Number number
            && number.longValue() == 0;
    scope.require(!still, Rule.LOOP, () -> "the step of " + s.variable().name() + " is 0");
    blocks(s);
    loops++;
    scope.inside(
        () -> {
          scope.define(s.variable(), Scope.Kind.COUNTER);
          block(s.body());
        });
    loops--;
  }

  private void blocks(Stmt.For s) {
    boolean counts =
        s.from().equals(Scalar.Constant.of(0)) && s.step().equals(Scalar.Constant.of(1));
    switch (s.rounds()) {
      case IN_ORDER -> {}
      case BLOCKS -> {
        scope.require(
            counts && endsInCall(s.body()),
            Rule.DISPATCH,
            () -> "blocks do not count from 0, or are not local definitions and then one call");
        scope.require(
            function.kind() == FunctionKind.JIT || function.kind() == FunctionKind.INLINE,
            Rule.PLANE,
            () -> here() + " has blocks");
      }
      case CORES -> {
        scope.require(
            counts && (endsInCall(s.body()) || endsInChoice(s.body())),
            Rule.DISPATCH,
            () -> "cores do not count from 0, or are not local definitions and then one call");
        scope.require(
            dispatches, Rule.PLANE, () -> "a loop over cores is not the end of a dispatch");
        dispatches = false;
      }
    }
  }

  /** Whether all is local definitions but an {@code if} around a body that ends in a call. */
  private static boolean endsInChoice(Block body) {
    return endsIn(
        body,
        last ->
            last instanceof Stmt.If choice
                && choice.otherwise().isEmpty()
                && endsInCall(choice.then()));
  }

  private static boolean endsInCores(Block body) {
    return endsIn(
        body, last -> last instanceof Stmt.For loop && loop.rounds() == Stmt.Rounds.CORES);
  }

  private static boolean endsInCall(Block body) {
    return endsIn(body, Stmt.Call.class::isInstance);
  }

  /** Whether all but the last are local definitions; announcements do nothing. */
  private static boolean endsIn(Block body, Predicate<Stmt> last) {
    List<Stmt> all =
        body.statements().stream().filter(each -> !(each instanceof Stmt.Announce)).toList();
    return !all.isEmpty()
        && last.test(all.getLast())
        && all.subList(0, all.size() - 1).stream().allMatch(Stmt.Let.class::isInstance);
  }

  private void inLoop(String word) {
    scope.require(loops > 0, Rule.LOOP, () -> word + " outside of a loop");
  }

  private void leave(Stmt.Return s) {
    List<Optional<Type>> types = s.values().stream().map(this::expr).toList();
    if (types.stream().anyMatch(Optional::isEmpty)) {
      return;
    }
    List<Type> values = types.stream().map(Optional::get).toList();
    scope.require(
        values.equals(function.results()),
        Rule.RETURN,
        () ->
            "the values ("
                + ExpressionPrinter.list(values, Printer::describe)
                + ") are returned for the results ("
                + ExpressionPrinter.list(function.results(), Printer::describe)
                + ")");
    scope.require(
        values.isEmpty() || s == function.body().statements().getLast(),
        Rule.RETURN,
        () -> "values are returned before the last statement");
  }

  private void forEachRank(Stmt.ForEachRank s) {
    s.domain().ifPresent(this::domain);
    scope.require(
        s.rank().type() == ScalarType.INT,
        Rule.SCALAR_TYPE,
        () -> "the rank " + s.rank().name() + " is " + Printer.describe(s.rank().type()));
    scope.require(
        endsInCall(s.body()) || endsInCores(s.body()),
        Rule.DISPATCH,
        () -> "a dispatch is not local definitions and then one call, or cores");
    dispatches = true;
    scope.inside(
        () -> {
          scope.define(s.rank(), Scope.Kind.COUNTER);
          calls.dispatching(() -> block(s.body()));
        });
    dispatches = false;
  }
}
