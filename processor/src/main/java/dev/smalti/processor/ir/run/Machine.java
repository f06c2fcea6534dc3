package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.Announcement;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Relation;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tasks;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.Update;
import dev.smalti.processor.ir.Variable;
import dev.smalti.runtime.protocol.DeviceSet;
import dev.smalti.runtime.protocol.FaultText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Executes the statements of one rank, calls included, on a stack of its own: it can stop at a wait
 * and go on later.
 */
final class Machine {
  /** In a place of an array of tasks in which none has been put. */
  private static final int NO_TASK = -1;

  /** Why {@link #run} came back. */
  enum State {
    FINISHED,
    BLOCKED,
    PAUSED
  }

  private final Callees functions;
  private final Effects effects;
  private final List<Cursor> stack = new ArrayList<>();
  private final DeferredTasks deferred = new DeferredTasks();
  private Optional<BlockedRank> blocked = Optional.empty();

  Machine(Frame frame, Block body, Callees functions, Effects effects) {
    this.functions = functions;
    this.effects = effects;
    stack.add(new InBlock(frame, body));
  }

  /** The wait it stands at, and those of its deferred tasks. */
  List<BlockedRank> blocked() {
    List<BlockedRank> all = new ArrayList<>();
    blocked.ifPresent(all::add);
    all.addAll(deferred.blocked());
    return all;
  }

  /**
   * Goes on.
   *
   * @param pause asked after each step
   */
  State run(BooleanSupplier pause) {
    while (true) {
      State own = runOwn(pause);
      if (own == State.PAUSED || deferred.isIdle()) {
        return own;
      }
      switch (deferred.advance(pause)) {
        case PAUSED -> {
          return State.PAUSED;
        }
        case NOTHING -> {
          return State.BLOCKED;
        }
        case SOMETHING -> {} // What it waits for may have come.
      }
    }
  }

  private State runOwn(BooleanSupplier pause) {
    blocked = Optional.empty();
    while (!stack.isEmpty()) {
      Cursor top = stack.getLast();
      blocked = Optional.empty();
      advance(top);
      if (blocked.isPresent()) {
        return State.BLOCKED;
      }
      if (pause.getAsBoolean()) {
        return State.PAUSED;
      }
    }
    return State.FINISHED;
  }

  private void advance(Cursor top) {
    try {
      top.advance();
    } catch (Violation e) {
      throw new InterpretationException(top.at().origin(), e.getMessage() + rank(top), e.inWorld());
    } catch (ArithmeticException e) {
      ArithmeticException located =
          new ArithmeticException(top.at().origin().first() + ": " + FaultText.of(e) + rank(top));
      located.initCause(e);
      throw located;
    } catch (IllegalArgumentException e) {
      InterpretationException located =
          new InterpretationException(top.at().origin(), e.getMessage() + rank(top));
      located.initCause(e);
      throw located;
    } catch (DataDependence e) {
      passOver(top, e);
    }
  }

  private static String rank(Cursor cursor) {
    boolean only = cursor.frame.ranks() == 1 || cursor.frame.rank() == Frame.PROGRAM;
    return only ? "" : " (rank %d of %d)".formatted(cursor.frame.rank(), cursor.frame.ranks());
  }

  /** Goes on behind the innermost statement that cannot signal, whatever the value is. */
  private void passOver(Cursor top, DataDependence dependence) {
    Unknown unknown = new Unknown(dependence.reason());
    for (int depth = stack.size() - 1; depth >= 0; depth--) {
      if (stack.get(depth) instanceof InBlock block
          && block.frame == top.frame
          && quiet(block).canBePassedOver()) {
        stack.subList(depth + 1, stack.size()).clear();
        if (quiet(block).accesses()) {
          effects.unseen(block.frame, block.at(), dependence.reason());
        }
        quiet(block).changed().forEach(v -> block.frame.set(v, unknown));
        return;
      }
    }
    throw new UndeterminedException(top.at().origin(), dependence.reason());
  }

  private Quiet quiet(InBlock block) {
    return block.frame.quiet(block.at(), functions.reaches());
  }

  // ---- the stack

  /** A place in the program. */
  private abstract static sealed class Cursor {
    final Frame frame;

    Cursor(Frame frame) {
      this.frame = frame;
    }

    /** The statement that is running. */
    abstract Stmt at();

    /** Does the next step; at the end leaves the stack. */
    abstract void advance();
  }

  private final class InBlock extends Cursor {
    private final List<Stmt> statements;
    private int next;

    InBlock(Frame frame, Block block) {
      super(frame);
      this.statements = block.statements();
    }

    @Override
    Stmt at() {
      return statements.get(Math.max(0, next - 1));
    }

    @Override
    void advance() {
      if (next == statements.size()) {
        stack.removeLast();
        return;
      }
      Stmt stmt = statements.get(next++);
      effects.step(stmt);
      execute(frame, stmt);
      if (blocked.isPresent()) {
        next--;
      }
    }
  }

  private final class InFor extends Cursor {
    private final Stmt.For loop;
    private final long to;
    private final long step;
    private long next;

    InFor(Frame frame, Stmt.For loop) {
      super(frame);
      this.loop = loop;
      this.next = effects.scalars().integer(frame, loop.from());
      this.to = effects.scalars().integer(frame, loop.to());
      this.step = effects.scalars().integer(frame, loop.step());
      if (step == 0) {
        throw new Violation("the step of the loop over " + loop.variable() + " is 0");
      }
      if (loop.rounds() == Stmt.Rounds.BLOCKS && to < 1) {
        throw new Violation("spmd is to run " + to + " blocks");
      }
    }

    @Override
    Stmt at() {
      return loop;
    }

    @Override
    void advance() {
      if (step > 0 ? next >= to : next <= to) {
        stack.removeLast();
        return;
      }
      boolean isInt = loop.variable().type() == ScalarType.INT;
      frame.set(loop.variable(), isInt ? (Object) Math.toIntExact(next) : (Object) next);
      // The last round of a loop up to the greatest long has no next one.
      long last = step > 0 ? Long.MAX_VALUE : Long.MIN_VALUE;
      next = (step > 0 ? next > last - step : next < last - step) ? to : next + step;
      stack.add(new InBlock(frame, loop.body()));
    }
  }

  private final class InWhile extends Cursor {
    private final Stmt.While loop;

    InWhile(Frame frame, Stmt.While loop) {
      super(frame);
      this.loop = loop;
    }

    @Override
    Stmt at() {
      return loop;
    }

    @Override
    void advance() {
      effects.step(loop);
      if (effects.scalars().condition(frame, loop.condition())) {
        stack.add(new InBlock(frame, loop.body()));
      } else {
        stack.removeLast();
      }
    }
  }

  /** Below the body of a function that was called; the frame is the caller's. */
  private final class InCall extends Cursor {
    private final Stmt.Call call;

    InCall(Frame frame, Stmt.Call call) {
      super(frame);
      this.call = call;
    }

    @Override
    Stmt at() {
      return call;
    }

    @Override
    void advance() {
      if (!call.results().isEmpty()) {
        throw new Violation(call.callee().display() + " ended without its results");
      }
      stack.removeLast();
    }
  }

  /** Below the body of a task that runs where it stands. */
  private final class InTask extends Cursor {
    private final Stmt.Submit task;
    private final int number;

    InTask(Frame frame, Stmt.Submit task, int number) {
      super(frame);
      this.task = task;
      this.number = number;
    }

    @Override
    Stmt at() {
      return task;
    }

    @Override
    void advance() {
      effects.end(frame, number);
      stack.removeLast();
    }
  }

  /**
   * The credit protocol: tell every peer, wait for every peer, take back what they told, each in
   * ascending order of ranks.
   */
  private final class InBarrier extends Cursor {
    private final Stmt.Barrier barrier;
    private int phase;
    private int peer;

    InBarrier(Frame frame, Stmt.Barrier barrier) {
      super(frame);
      this.barrier = barrier;
      checkShape();
      effects.announce(
          frame, new Stmt.Announce(new Announcement.Chooses("MESH"), barrier.origin()));
    }

    private void checkShape() {
      Memory signal = frame.memory(barrier.signal());
      for (int axis = 0; axis < signal.axes(); axis++) {
        long wanted = axis == 0 ? frame.ranks() : 1;
        if (signal.extent(axis) != wanted) {
          throw new Violation(
              "the barrier needs one cell a rank, %s is %s and there are %d ranks"
                  .formatted(barrier.signal(), signal.shape(), frame.ranks()));
        }
      }
    }

    @Override
    Stmt at() {
      return barrier;
    }

    @Override
    void advance() {
      int me = frame.ownRank();
      if (peer != me && peer < frame.ranks()) {
        switch (phase) {
          case 0 -> effects.notify(frame, cell(me), peer, Update.ADD, 1);
          case 1 -> blocked = effects.await(frame, cell(peer), Relation.GE, 1);
          default -> effects.notify(frame, cell(peer), me, Update.ADD, -1);
        }
      }
      if (blocked.isEmpty()) {
        peer++;
      }
      if (peer >= frame.ranks()) {
        peer = 0;
        phase++;
      }
      if (phase == 3) {
        stack.removeLast();
      }
    }

    private Effects.Cell cell(int rank) {
      Memory signal = frame.memory(barrier.signal());
      long[] at = new long[signal.axes()];
      at[0] = rank;
      return new Effects.Cell(signal.element(barrier.signal().name(), at), barrier);
    }
  }

  // ---- statements

  private void execute(Frame frame, Stmt stmt) {
    switch (stmt) {
      case Stmt.Let s -> frame.set(s.variable(), value(frame, s.variable(), s.value(), s));
      case Stmt.Assign s -> frame.set(s.variable(), value(frame, s.variable(), s.value(), s));
      case Stmt.Store s -> effects.store(frame, s);
      case Stmt.RemoteStore s -> effects.remoteStore(frame, s);
      case Stmt.Transfer s -> effects.transfer(frame, s);
      case Stmt.WriteElement s -> effects.writeElement(frame, s);
      case Stmt.Notify s -> notify(frame, s);
      case Stmt.Await s ->
          blocked =
              effects.await(
                  frame,
                  cell(frame, s.signal(), s.cell(), s),
                  s.relation(),
                  effects.scalars().cellValue(frame, s.value()));
      case Stmt.Barrier s -> barrier(frame, s);
      case Stmt.Announce s -> effects.announce(frame, s);
      case Stmt.Require s -> require(frame, s);
      case Stmt.For s -> {
        if (!effects.passesOver(frame, s)) {
          stack.add(new InFor(frame, s));
        }
      }
      case Stmt.While s -> {
        if (!effects.passesOver(frame, s)) {
          stack.add(new InWhile(frame, s));
        }
      }
      case Stmt.If s ->
          stack.add(
              new InBlock(
                  frame,
                  effects.scalars().condition(frame, s.condition()) ? s.then() : s.otherwise()));
      case Stmt.Break _ -> {
        unwindToLoop();
        stack.removeLast();
      }
      case Stmt.Continue _ -> unwindToLoop();
      case Stmt.Return s -> giveBack(frame, s);
      case Stmt.Call s -> call(frame, s);
      case Stmt.PutTask s -> putTask(frame, s);
      case Stmt.Submit s -> submit(frame, s);
      case Stmt.Callback s -> effects.callback(frame, s, () -> arguments(frame, s));
      case Stmt.ForEachRank s ->
          effects.dispatch(frame, Optional.of(s.rank()), frame.domain(s.domain()), s.body());
    }
  }

  private List<Object> arguments(Frame frame, Stmt.Callback s) {
    List<Object> arguments = new ArrayList<>();
    for (Expr argument : s.arguments()) {
      arguments.add(value(frame, s.callback(), argument, s));
    }
    return arguments;
  }

  private Object value(Frame frame, Variable variable, Expr expr, Stmt stmt) {
    return switch (expr) {
      case Scalar e -> effects.scalars().scalar(frame, e);
      case Tile e -> effects.tile(frame, e, variable.tile());
      case Place.Devices e -> devices(frame, e);
      case Place e -> place(frame, variable, e);
      case Tasks e -> tasks(frame, e, stmt);
    };
  }

  // ---- tasks: numbers, or arrays of them

  private Object tasks(Frame frame, Tasks tasks, Stmt stmt) {
    return switch (tasks) {
      case Tasks.Ref(Variable variable) -> frame.get(variable.name());
      case Tasks.Element(Variable array, Scalar index) ->
          array(frame, array)[place(frame, array, index)];
      case Tasks.Reached e -> {
        Effects.Cell cell = cell(frame, e.signal(), e.cell(), stmt);
        int value = effects.scalars().cellValue(frame, e.value());
        if (value < 0) {
          throw new Violation(FaultText.heldAlready(e.signal().name(), value));
        }
        yield effects.condition(frame, cell, value, deferred);
      }
      case Tasks.NewArray(Scalar length) -> {
        int places = Math.toIntExact(effects.scalars().integer(frame, length));
        if (places < 0) {
          throw new Violation(FaultText.noArray(places));
        }
        int[] array = new int[places];
        Arrays.fill(array, NO_TASK);
        yield array;
      }
    };
  }

  private static int[] array(Frame frame, Variable array) {
    return (int[]) frame.get(array.name());
  }

  private int place(Frame frame, Variable array, Scalar index) {
    int place = Math.toIntExact(effects.scalars().integer(frame, index));
    int length = array(frame, array).length;
    if (place < 0 || place >= length) {
      throw new Violation(FaultText.noTask(array.name(), length, place));
    }
    return place;
  }

  private void putTask(Frame frame, Stmt.PutTask put) {
    int place = place(frame, put.array(), put.index());
    array(frame, put.array())[place] = (int) tasks(frame, put.value(), put);
  }

  private void submit(Frame frame, Stmt.Submit task) {
    int[] after =
        task.after().stream()
            .map(before -> tasks(frame, before, task))
            .flatMapToInt(
                before ->
                    before instanceof int[] several
                        ? Arrays.stream(several)
                        : IntStream.of((int) before))
            .toArray();
    for (int place = 0; place < after.length; place++) {
      if (after[place] == NO_TASK) {
        throw new Violation(FaultText.noTaskYet(place, after.length));
      }
    }
    OptionalInt inPlace = effects.begin(frame, task, after);
    if (inPlace.isPresent()) {
      frame.set(task.task(), inPlace.getAsInt());
      stack.add(new InTask(frame, task, inPlace.getAsInt()));
      stack.add(new InBlock(frame, task.body()));
    } else {
      Frame now = frame.on(frame.rank(), frame.domain());
      frame.set(
          task.task(), deferred.add(new Machine(now, task.body(), functions, effects), after));
    }
  }

  private DeviceSet devices(Frame frame, Place.Devices some) {
    int[] devices =
        Arrays.stream(effects.scalars().integers(frame, some.devices()))
            .mapToInt(Math::toIntExact)
            .toArray();
    try {
      return some.range()
          ? DeviceSet.range(devices[0], devices[1], frame.ranks())
          : DeviceSet.pick(frame.ranks(), devices);
    } catch (IllegalArgumentException none) {
      throw new Violation(String.valueOf(none.getMessage()));
    }
  }

  private Memory place(Frame frame, Variable variable, Place place) {
    return switch (place) {
      case Place.Named p -> frame.memory(p.variable());
      case Place.View p -> effects.view(frame, p);
      case Place.Reshaped p -> effects.reshaped(frame, p);
      case Place.Devices _ -> throw new Violation("a domain is no memory");
      case Place.NewWindow _ ->
          effects.allocate(variable.name(), Allocation.Kind.WINDOW, variable, frame);
      case Place.NewArray _, Place.NewTensor _ ->
          effects.allocate(variable.name(), Allocation.Kind.TENSOR, variable, frame);
      case Place.NewSignal _ ->
          effects.allocate(variable.name(), Allocation.Kind.SIGNAL, variable, frame);
    };
  }

  private Effects.Cell cell(Frame frame, Variable signal, List<Scalar> indices, Stmt stmt) {
    Memory memory = frame.memory(signal);
    if (memory.kind() != Allocation.Kind.SIGNAL) {
      throw new Violation(signal + " is no signal");
    }
    long[] at = effects.scalars().integers(frame, indices);
    return new Effects.Cell(memory.element(signal.name(), at), stmt);
  }

  private void notify(Frame frame, Stmt.Notify notify) {
    int peer = effects.scalars().peer(frame, notify.signal(), notify.peer());
    Effects.Cell cell = cell(frame, notify.signal(), notify.cell(), notify);
    int value = effects.scalars().cellValue(frame, notify.value());
    effects.notify(frame, cell, peer, notify.update(), value);
  }

  private void require(Frame frame, Stmt.Require require) {
    if (!effects.scalars().condition(frame, require.condition())) {
      long[] values = effects.scalars().integers(frame, require.values());
      StringBuilder text = new StringBuilder(require.texts().getFirst());
      for (int i = 0; i < values.length; i++) {
        text.append(values[i]).append(require.texts().get(i + 1));
      }
      throw new Violation(text.toString());
    }
  }

  private void barrier(Frame frame, Stmt.Barrier barrier) {
    if (frame.rank() == Frame.PROGRAM) {
      effects.dispatch(frame, Optional.empty(), frame.domain(), Block.of(barrier));
    } else {
      stack.add(new InBarrier(frame, barrier));
    }
  }

  private void unwindToLoop() {
    while (!(stack.getLast() instanceof InFor || stack.getLast() instanceof InWhile)) {
      stack.removeLast();
    }
  }

  private void giveBack(Frame frame, Stmt.Return result) {
    while (!stack.isEmpty() && !(stack.getLast() instanceof InCall)) {
      stack.removeLast();
    }
    if (stack.isEmpty() || !(stack.removeLast() instanceof InCall call)) {
      return;
    }
    List<Variable> variables = call.call.results();
    for (int i = 0; i < variables.size(); i++) {
      Expr expr = result.values().get(i);
      // A tile is typed by the callee: the names in the caller's type are not the callee's.
      Object value =
          expr instanceof Tile tile
              ? effects.tile(frame, tile, tile.type())
              : value(frame, variables.get(i), expr, result);
      call.frame.set(variables.get(i), value);
    }
  }

  private void call(Frame frame, Stmt.Call call) {
    Binding callee = functions.find(call.callee());
    List<Object> arguments = new ArrayList<>();
    for (int i = 0; i < call.arguments().size(); i++) {
      arguments.add(argument(frame, call.arguments().get(i), call));
    }
    Frame inside = callee.bind(frame.rank(), frame.domain(), arguments);
    stack.add(new InCall(frame, call));
    stack.add(new InBlock(inside, callee.function().body()));
  }

  private Object argument(Frame frame, Expr expr, Stmt call) {
    return switch (expr) {
      case Scalar e -> effects.scalars().scalar(frame, e);
      case Tile e -> effects.tile(frame, e, e.type());
      case Place.Named e -> frame.memory(e.variable());
      case Place e -> place(frame, new Variable("an argument", e.type()), e);
      case Tasks e -> tasks(frame, e, call);
    };
  }
}
