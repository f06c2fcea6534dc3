package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.Announcement;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Relation;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Update;
import dev.smalti.processor.ir.Variable;
import dev.smalti.runtime.protocol.Box;
import dev.smalti.runtime.protocol.CollectiveCall;
import dev.smalti.runtime.protocol.Communication;
import dev.smalti.runtime.protocol.DeviceSet;
import dev.smalti.runtime.protocol.Event;
import dev.smalti.runtime.protocol.FaultText;
import dev.smalti.runtime.protocol.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Writes down what each rank communicates, and computes scalars alone. Waits do not block, so that
 * each rank is run by itself, from front to back.
 */
final class Recording implements Effects, ScalarEvaluator.Reads {
  private final Callees functions;
  private final ScalarEvaluator scalars = new ScalarEvaluator(this);
  private final List<Trace> traces = new ArrayList<>();
  private final List<Optional<CommunicationTrace.End>> ends = new ArrayList<>();
  private final Map<String, List<Long>> signals = new HashMap<>();
  private final long mostSteps;
  private long steps;
  private Origin origin;

  /**
   * Nothing is recorded yet.
   *
   * @param ranks of the world
   * @param empty makes the trace of each
   * @param mostSteps how many statements are run in all before it gives up
   * @param start where the function is declared
   */
  Recording(Callees functions, int ranks, IntFunction<Trace> empty, long mostSteps, Origin start) {
    this.functions = functions;
    this.mostSteps = mostSteps;
    this.origin = start;
    for (int rank = 0; rank < ranks; rank++) {
      traces.add(empty.apply(rank));
      ends.add(Optional.empty());
    }
  }

  /** Runs what one rank does; its trace ends if that cannot be told. */
  void run(int rank, Machine machine) {
    if (ends.get(rank).isEmpty()) {
      guarded(
          () -> {
            machine.run(() -> false);
            traces.get(rank).join();
          },
          end -> end(rank, end));
    }
  }

  /** Runs what concerns all ranks; if that cannot be told, all traces end. */
  void runForAll(Runnable run) {
    guarded(
        run,
        end -> {
          for (int rank = 0; rank < traces.size(); rank++) {
            end(rank, end);
          }
        });
  }

  /** No caller can pass such arguments. */
  void notCallable(String reason) {
    for (int rank = 0; rank < traces.size(); rank++) {
      end(rank, new CommunicationTrace.NotCallable(origin, reason));
    }
  }

  private void guarded(Runnable run, Consumer<CommunicationTrace.End> ending) {
    try {
      run.run();
    } catch (UndeterminedException e) {
      ending.accept(new CommunicationTrace.Undetermined(e.origin(), e.reason()));
    } catch (DataDependence e) {
      ending.accept(new CommunicationTrace.Undetermined(origin, e.reason()));
    } catch (InterpretationException e) {
      ending.accept(
          new CommunicationTrace.Failed(e.origin(), String.valueOf(e.getMessage()), e.inWorld()));
    } catch (ArithmeticException e) {
      ArithmeticException cause = e.getCause() instanceof ArithmeticException first ? first : e;
      ending.accept(new CommunicationTrace.Failed(origin, FaultText.of(e), FaultText.of(cause)));
    }
  }

  private void end(int rank, CommunicationTrace.End end) {
    if (ends.get(rank).isPresent()) {
      return;
    }
    ends.set(rank, Optional.of(end));
    Trace trace = traces.get(rank);
    switch (end) {
      case CommunicationTrace.Undetermined(Origin at, String reason) -> {
        trace.in(at.first().file());
        trace.undetermined(reason, at.line());
      }
      case CommunicationTrace.Failed(Origin at, _, String fault) -> {
        trace.in(at.first().file());
        trace.failed(fault, at.line());
      }
      case CommunicationTrace.NotCallable(Origin at, String reason) ->
          trace.undetermined(reason, at.line());
      case CommunicationTrace.Finished _ -> {}
    }
  }

  CommunicationTrace result() {
    return new CommunicationTrace(
        new Communication(traces, signals),
        ends.stream().map(end -> end.orElseGet(CommunicationTrace.Finished::new)).toList(),
        steps);
  }

  @Override
  public ScalarEvaluator scalars() {
    return scalars;
  }

  @Override
  public void step(Stmt stmt) {
    origin = stmt.origin();
    if (++steps > mostSteps) {
      throw new UndeterminedException(
          origin, "more than " + mostSteps + " statements have been run");
    }
  }

  @Override
  public void unseen(Frame frame, Stmt stmt, String reason) {
    origin = stmt.origin();
    trace(frame).unseen(reason, origin.line());
  }

  /** Where a part of a tensor lies is not communicated, and may depend on data. */
  @Override
  public Memory view(Frame frame, Place.View view) {
    Memory base = frame.memory(view.base());
    if (base.kind() == Allocation.Kind.TENSOR) {
      scalars.ignore(frame, view.offsets());
      return base.part(frame.extents(view.extents()), view.dropped());
    }
    long[] at = scalars.integers(frame, view.offsets());
    return base.view(view.base().name(), at, frame.extents(view.extents()), view.dropped());
  }

  @Override
  public Memory reshaped(Frame frame, Place.Reshaped reshaped) {
    Memory base = frame.memory(reshaped.base());
    long[] extents = frame.extents(reshaped.type().shape());
    return base.isWindow()
        ? base.typed(reshaped.base().name(), Binding.element(reshaped.type()), extents)
        : Memory.of(Allocation.withoutElements(base.name(), base.kind(), base.element(), extents));
  }

  /** The trace of the rank that runs, for a step at the statement that runs. */
  private Trace trace(Frame frame) {
    Trace trace = traces.get(frame.device(frame.ownRank()));
    trace.in(origin.first().file());
    return trace;
  }

  @Override
  public boolean passesOver(Frame frame, Stmt loop) {
    Quiet quiet = frame.quiet(loop, functions.reaches());
    return quiet.isQuiet() && quiet.leavesScalars();
  }

  // ---- tiles: only what they read of windows

  @Override
  public Object tile(Frame frame, Tile tile, TileType type) {
    reads(frame, tile);
    return frame.box(type);
  }

  private void reads(Frame frame, Tile tile) {
    switch (tile) {
      case Tile.Ref _ -> {}
      case Tile.Splat t -> scalars.scalar(frame, t.value());
      case Tile.Fill t -> scalars.scalar(frame, t.value());
      case Tile.Load t -> load(frame, t);
      case Tile.RemoteLoad t -> remoteLoad(frame, t);
      case Tile.Unary t -> reads(frame, t.operand());
      case Tile.Cast t -> reads(frame, t.operand());
      case Tile.Reduce t -> reads(frame, t.operand());
      case Tile.Matmul t -> all(frame, t.accumulator(), t.left(), t.right());
      case Tile.Whole t -> {
        t.operands().forEach(operand -> reads(frame, operand));
        t.scalars().forEach(scalar -> scalars.scalar(frame, scalar));
      }
      case Tile.Binary t -> all(frame, t.left(), t.right());
      case Tile.Compare t -> all(frame, t.left(), t.right());
      case Tile.Fma t -> all(frame, t.a(), t.b(), t.c());
      case Tile.Select t -> all(frame, t.mask(), t.yes(), t.no());
    }
  }

  private void all(Frame frame, Tile... tiles) {
    for (Tile tile : tiles) {
      reads(frame, tile);
    }
  }

  private void load(Frame frame, Tile.Load load) {
    Memory memory = frame.memory(load.source());
    if (!memory.isWindow()) {
      scalars.ignore(frame, load.offsets());
      return;
    }
    long[] at = scalars.integers(frame, load.offsets());
    Region region = memory.region(load.source().name(), at, frame.extents(load.valid()));
    access(frame, frame.ownRank(), region, Event.Mode.READ);
  }

  private void remoteLoad(Frame frame, Tile.RemoteLoad load) {
    Memory memory = TileEvaluator.window(frame, load.source());
    int peer = scalars.peer(frame, load.source(), load.peer());
    long[] at = scalars.integers(frame, load.offsets());
    Region region = memory.region(load.source().name(), at, frame.extents(load.shape()));
    access(frame, peer, region, Event.Mode.READ);
  }

  private void access(Frame frame, int owner, Region region, Event.Mode mode) {
    Trace trace = trace(frame);
    for (Box box : region.boxes()) {
      trace.access(region.allocation().name(), frame.device(owner), box, mode, origin.line());
    }
  }

  @Override
  public void store(Frame frame, Stmt.Store store) {
    if (!frame.memory(store.target()).isWindow()) {
      scalars.ignore(frame, store.offsets());
      reads(frame, store.value());
      return;
    }
    store(frame, store.target(), frame.ownRank(), store.offsets(), store.value(), store.update());
  }

  @Override
  public void remoteStore(Frame frame, Stmt.RemoteStore store) {
    TileEvaluator.window(frame, store.target());
    int peer = scalars.peer(frame, store.target(), store.peer());
    store(frame, store.target(), peer, store.offsets(), store.value(), store.update());
  }

  private void store(
      Frame frame, Variable target, int owner, List<Scalar> offsets, Tile tile, Update update) {
    long[] at = scalars.integers(frame, offsets);
    reads(frame, tile);
    Region region = frame.memory(target).stored(target.name(), at, frame.box(tile.type()));
    access(frame, owner, region, update == Update.ADD ? Event.Mode.ATOMIC : Event.Mode.WRITE);
  }

  @Override
  public void transfer(Frame frame, Stmt.Transfer transfer) {
    Memory window = TileEvaluator.window(frame, transfer.window());
    scalars.checkChunk(frame, transfer);
    int peer = scalars.peer(frame, transfer.window(), transfer.peer());
    Memory local = frame.memory(transfer.local());
    window.checkTransfer(transfer.window().name(), local, peer == frame.ownRank());
    switch (transfer.way()) {
      case GET -> {
        access(frame, peer, window.whole(), Event.Mode.READ);
        ownAccess(frame, local, Event.Mode.WRITE);
      }
      case PUT -> {
        ownAccess(frame, local, Event.Mode.READ);
        access(frame, peer, window.whole(), Event.Mode.WRITE);
      }
      case ADD -> {
        ownAccess(frame, local, Event.Mode.READ);
        access(frame, peer, window.whole(), Event.Mode.ATOMIC);
      }
    }
  }

  private void ownAccess(Frame frame, Memory memory, Event.Mode mode) {
    if (memory.isWindow()) {
      access(frame, frame.ownRank(), memory.whole(), mode);
    }
  }

  // ---- elements and cells

  @Override
  public void writeElement(Frame frame, Stmt.WriteElement write) {
    Memory memory = frame.memory(write.target());
    if (!memory.isWindow()) {
      scalars.ignore(frame, write.indices());
      scalars.scalar(frame, write.value());
      return;
    }
    long[] at = scalars.integers(frame, write.indices());
    scalars.scalar(frame, write.value());
    Region region = memory.element(write.target().name(), at);
    access(frame, frame.ownRank(), region, Event.Mode.WRITE);
  }

  @Override
  public Object element(Frame frame, Scalar.ReadElement read) {
    Memory memory = frame.memory(read.tensor());
    if (memory.isWindow()) {
      long[] at = scalars.integers(frame, read.indices());
      Region region = memory.element(read.tensor().name(), at);
      access(frame, frame.ownRank(), region, Event.Mode.READ);
    } else {
      scalars.ignore(frame, read.indices());
    }
    return unknown("an element of " + memory.name());
  }

  @Override
  public Object cell(Frame frame, Scalar.ReadCell read) {
    scalars.ignore(frame, read.indices());
    return unknown("a cell of " + frame.memory(read.signal()).name());
  }

  private Unknown unknown(String what) {
    return new Unknown("it depends on " + what + ", read at " + origin.first());
  }

  @Override
  public void notify(Frame frame, Cell cell, int peer, Update update, int value) {
    trace(frame)
        .notify(
            frame.device(peer),
            cell.region().allocation().name(),
            cell.index(),
            update == Update.ADD ? Event.Update.ADD : Event.Update.SET,
            value,
            cell.stmt().origin().line());
  }

  @Override
  public Optional<BlockedRank> await(Frame frame, Cell cell, Relation relation, int value) {
    Event.Relation awaited =
        switch (relation) {
          case GE -> Event.Relation.GE;
          case EQ -> Event.Relation.EQ;
          case NE, LT, LE, GT ->
              throw new Violation("a signal is awaited with GE or EQ, not with " + relation);
        };
    trace(frame)
        .await(
            cell.region().allocation().name(),
            cell.index(),
            awaited,
            value,
            cell.stmt().origin().line());
    return Optional.empty();
  }

  @Override
  public int condition(Frame frame, Cell cell, int value, DeferredTasks deferred) {
    return trace(frame)
        .condition(
            cell.region().allocation().name(),
            cell.index(),
            Event.Relation.GE,
            value,
            cell.stmt().origin().line());
  }

  @Override
  public OptionalInt begin(Frame frame, Stmt.Submit task, int[] after) {
    return OptionalInt.of(trace(frame).begin(task.origin().line(), after));
  }

  @Override
  public void end(Frame frame, int task) {
    trace(frame).end(task);
  }

  @Override
  public void announce(Frame frame, Stmt.Announce announce) {
    switch (announce.what()) {
      case Announcement.Begins begins ->
          trace(frame).joins(call(frame, begins), frame.domain(), announce.origin().line());
      case Announcement.Chooses(String algorithm) -> trace(frame).chooses(algorithm);
      case Announcement.Completes() -> trace(frame).completes();
    }
  }

  private CollectiveCall call(Frame frame, Announcement.Begins begins) {
    Memory signal = memory(frame, begins.signal());
    int root =
        begins.root().isPresent()
            ? (int) scalars.integer(frame, begins.root().get())
            : CollectiveCall.UNKNOWN;
    List<Memory> memory = memory(frame, begins.memory());
    String element = begins.elementName();
    return new CollectiveCall(
        begins.collective(),
        begins.operator(),
        begins.algorithm(),
        begins.algorithm(),
        element,
        element.isEmpty()
            ? 0
            : memory.isEmpty() ? CollectiveCall.UNKNOWN : memory.getFirst().elements(),
        root,
        part(signal),
        memory.stream().map(Recording::part).toList());
  }

  /** Where it depends on data where some of it lies, none. */
  private List<Memory> memory(Frame frame, List<Place> places) {
    try {
      return places.stream().map(place -> memory(frame, place)).toList();
    } catch (DataDependence _) {
      return List.of();
    }
  }

  private Memory memory(Frame frame, Place place) {
    return switch (place) {
      case Place.Named(Variable variable) -> frame.memory(variable);
      case Place.View view -> view(frame, view);
      case Place.Reshaped reshaped -> reshaped(frame, reshaped);
      case Place.Devices _,
          Place.NewWindow _,
          Place.NewArray _,
          Place.NewTensor _,
          Place.NewSignal _ ->
          throw new Violation("a collective is called on memory that has a name");
    };
  }

  private static CollectiveCall.Part part(Memory memory) {
    return new CollectiveCall.Part(memory.name(), memory.whole().boxes());
  }

  // ---- programs

  @Override
  public Memory allocate(String name, Allocation.Kind kind, Variable variable, Frame frame) {
    long[] extents = frame.extents(Binding.shape(variable.type()));
    Allocation allocation =
        Allocation.withoutElements(name, kind, Binding.element(variable.type()), extents);
    if (kind == Allocation.Kind.SIGNAL) {
      signals.put(name, Arrays.stream(extents).boxed().toList());
    }
    return Memory.of(allocation);
  }

  @Override
  public void callback(Frame frame, Stmt.Callback callback, Supplier<List<Object>> arguments) {
    for (int rank = 0; rank < traces.size(); rank++) {
      if (ends.get(rank).isEmpty()) {
        traces.get(rank).in(origin.first().file());
        traces.get(rank).fence(origin.line());
      }
    }
  }

  @Override
  public void dispatch(Frame frame, Optional<Variable> variable, DeviceSet domain, Block body) {
    Origin program = origin;
    for (int rank = 0; rank < domain.size(); rank++) {
      Frame dispatched = frame.on(rank, domain);
      int bound = rank;
      variable.ifPresent(v -> dispatched.set(v, bound));
      run(domain.device(rank), new Machine(dispatched, body, functions, this));
    }
    origin = program;
  }
}
