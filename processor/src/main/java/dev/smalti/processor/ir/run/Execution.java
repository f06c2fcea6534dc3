package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Relation;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Update;
import dev.smalti.processor.ir.Variable;
import dev.smalti.runtime.protocol.DeviceSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** Computes values in the memory of every rank. */
final class Execution implements Effects, ScalarEvaluator.Reads {
  private final Callees functions;
  private final RankQueues queues;
  private final ScalarEvaluator scalars = new ScalarEvaluator(this);
  private final TileEvaluator tiles = new TileEvaluator(scalars);
  private boolean communicated;

  Execution(Callees functions, int ranks, Schedule schedule) {
    this.functions = functions;
    this.queues = new RankQueues(ranks, schedule, this::tookCommunicationStep);
  }

  RankQueues queues() {
    return queues;
  }

  /** Whether a window or signal was touched since this was asked. */
  private boolean tookCommunicationStep() {
    boolean result = communicated;
    communicated = false;
    return result;
  }

  @Override
  public ScalarEvaluator scalars() {
    return scalars;
  }

  @Override
  public void step(Stmt stmt) {}

  @Override
  public void unseen(Frame frame, Stmt stmt, String reason) {
    throw new AssertionError("every value is known: " + reason);
  }

  @Override
  public Memory view(Frame frame, Place.View view) {
    long[] at = scalars.integers(frame, view.offsets());
    return frame
        .memory(view.base())
        .view(view.base().name(), at, frame.extents(view.extents()), view.dropped());
  }

  @Override
  public Memory reshaped(Frame frame, Place.Reshaped reshaped) {
    Memory base = frame.memory(reshaped.base());
    String name = reshaped.base().name();
    long[] shape = frame.extents(reshaped.type().shape());
    return base.isWindow()
        ? base.typed(name, Binding.element(reshaped.type()), shape)
        : base.reshaped(name, shape);
  }

  @Override
  public boolean passesOver(Frame frame, Stmt loop) {
    return false;
  }

  @Override
  public Object tile(Frame frame, Tile tile, TileType type) {
    communicated |= touchesWindow(frame, tile);
    return tiles.typed(frame, type, tiles.operand(frame, tile)).value();
  }

  private static boolean touchesWindow(Frame frame, Tile tile) {
    return switch (tile) {
      case Tile.Load t -> frame.memory(t.source()).isWindow();
      case Tile.RemoteLoad _ -> true;
      case Tile.Ref _, Tile.Splat _, Tile.Fill _ -> false;
      case Tile.Unary t -> touchesWindow(frame, t.operand());
      case Tile.Cast t -> touchesWindow(frame, t.operand());
      case Tile.Reduce t -> touchesWindow(frame, t.operand());
      case Tile.Matmul t ->
          touchesWindow(frame, t.accumulator())
              || touchesWindow(frame, t.left())
              || touchesWindow(frame, t.right());
      case Tile.Whole t -> t.operands().stream().anyMatch(o -> touchesWindow(frame, o));
      case Tile.Binary t -> touchesWindow(frame, t.left()) || touchesWindow(frame, t.right());
      case Tile.Compare t -> touchesWindow(frame, t.left()) || touchesWindow(frame, t.right());
      case Tile.Fma t ->
          touchesWindow(frame, t.a()) || touchesWindow(frame, t.b()) || touchesWindow(frame, t.c());
      case Tile.Select t ->
          touchesWindow(frame, t.mask())
              || touchesWindow(frame, t.yes())
              || touchesWindow(frame, t.no());
    };
  }

  @Override
  public void store(Frame frame, Stmt.Store store) {
    Memory memory = frame.memory(store.target());
    int instance = memory.isWindow() ? frame.ownRank() : 0;
    store(frame, store.target(), instance, store.offsets(), store.value(), store.update());
  }

  @Override
  public void remoteStore(Frame frame, Stmt.RemoteStore store) {
    TileEvaluator.window(frame, store.target());
    int peer = scalars.peer(frame, store.target(), store.peer());
    store(frame, store.target(), peer, store.offsets(), store.value(), store.update());
  }

  /** Element by element, as fused code does, so that a wrong fusion shows. */
  private void store(
      Frame frame, Variable target, int instance, List<Scalar> offsets, Tile tile, Update update) {
    Memory memory = frame.memory(target);
    communicated |= memory.isWindow() || touchesWindow(frame, tile);
    long[] at = scalars.integers(frame, offsets);
    Operand value = tiles.operand(frame, tile);
    if (value.element() != memory.element()) {
      throw new Violation(
          "a tile of %s is stored to %s of %s"
              .formatted(value.element(), target, memory.element()));
    }
    Region region = memory.stored(target.name(), at, value.box());
    ElementArray elements = memory.instance(instance);
    for (int row = 0; row < value.box().validRows(); row++) {
      for (int column = 0; column < value.box().validColumns(); column++) {
        int index = region.index(row, column);
        Object element = value.elements().at(row, column);
        elements.set(
            index, update == Update.SET ? element : sum(elements.get(index), element, memory));
      }
    }
  }

  @Override
  public void transfer(Frame frame, Stmt.Transfer transfer) {
    communicated = true;
    Memory window = TileEvaluator.window(frame, transfer.window());
    scalars.checkChunk(frame, transfer);
    int peer = scalars.peer(frame, transfer.window(), transfer.peer());
    Memory local = frame.memory(transfer.local());
    window.checkTransfer(transfer.window().name(), local, peer == frame.ownRank());
    ElementArray own = local.instance(local.isWindow() ? frame.ownRank() : 0);
    boolean get = transfer.way() == Stmt.Way.GET;
    ElementArray from = get ? window.instance(peer) : own;
    ElementArray to = get ? own : window.instance(peer);
    Region source = (get ? window : local).whole();
    Region target = (get ? local : window).whole();
    int columns = Math.toIntExact(window.extent(window.axes() - 1));
    int rows = 1;
    for (int axis = 0; axis < window.axes() - 1; axis++) {
      rows = Math.toIntExact(rows * window.extent(axis));
    }
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        Object element = from.get(source.index(row, column));
        int index = target.index(row, column);
        boolean adds = transfer.way() == Stmt.Way.ADD;
        to.set(index, adds ? sum(to.get(index), element, window) : element);
      }
    }
  }

  private static Object sum(Object old, Object element, Memory memory) {
    return ElementMath.binary(BinaryOp.ADD, memory.element(), old, element);
  }

  @Override
  public void writeElement(Frame frame, Stmt.WriteElement write) {
    Memory memory = frame.memory(write.target());
    communicated |= memory.isWindow();
    Region region = memory.element(write.target().name(), scalars.integers(frame, write.indices()));
    Object value = ElementMath.operand(memory.element(), scalars.scalar(frame, write.value()));
    memory.instance(frame.ownRank()).set(region.index(), value);
  }

  @Override
  public Object element(Frame frame, Scalar.ReadElement read) {
    Memory memory = frame.memory(read.tensor());
    communicated |= memory.isWindow();
    if (frame.rank() == Frame.PROGRAM) {
      // A program waits for the dispatches that may write what it reads.
      queues.finish();
    }
    Region region = memory.element(read.tensor().name(), scalars.integers(frame, read.indices()));
    int instance = memory.isWindow() ? frame.ownRank() : 0;
    return ElementMath.scalar(read.type(), memory.instance(instance).get(region.index()));
  }

  @Override
  public Object cell(Frame frame, Scalar.ReadCell read) {
    communicated = true;
    Memory signal = frame.memory(read.signal());
    Region region = signal.element(read.signal().name(), scalars.integers(frame, read.indices()));
    return signal.instance(frame.ownRank()).get(region.index());
  }

  @Override
  public void notify(Frame frame, Cell cell, int peer, Update update, int value) {
    communicated = true;
    ElementArray cells = cell.region().allocation().instance(peer);
    int old = update == Update.SET ? 0 : (Integer) cells.get(cell.index());
    cells.set(cell.index(), old + value);
    queues.cellChanged(frame.device(peer));
  }

  @Override
  public Optional<BlockedRank> await(Frame frame, Cell cell, Relation relation, int value) {
    communicated = true;
    Allocation signal = cell.region().allocation();
    int held = (Integer) signal.instance(frame.ownRank()).get(cell.index());
    if (ElementMath.compare(relation, Element.I32, held, value)) {
      return Optional.empty();
    }
    List<Long> indices = new ArrayList<>();
    for (long index : cell.region().from()) {
      indices.add(index);
    }
    return Optional.of(
        new BlockedRank(
            frame.device(frame.rank()),
            cell.stmt().origin(),
            signal.name(),
            indices,
            relation,
            value,
            held));
  }

  @Override
  public int condition(Frame frame, Cell cell, int value, DeferredTasks deferred) {
    return deferred.add(() -> await(frame, cell, Relation.GE, value));
  }

  @Override
  public OptionalInt begin(Frame frame, Stmt.Submit task, int[] after) {
    return Arrays.stream(after).allMatch(before -> before == 0)
        ? OptionalInt.of(0)
        : OptionalInt.empty();
  }

  @Override
  public void end(Frame frame, int task) {}

  @Override
  public void announce(Frame frame, Stmt.Announce announce) {}

  @Override
  public Memory allocate(String name, Allocation.Kind kind, Variable variable, Frame frame) {
    return Memory.of(
        Allocation.zeros(
            name,
            kind,
            Binding.element(variable.type()),
            frame.extents(Binding.shape(variable.type())),
            frame.ranks()));
  }

  @Override
  public void callback(Frame frame, Stmt.Callback callback, Supplier<List<Object>> arguments) {
    queues.finish();
    ((Argument.OfCallback) frame.get(callback.callback().name())).call().accept(arguments.get());
  }

  @Override
  public void dispatch(Frame frame, Optional<Variable> variable, DeviceSet domain, Block body) {
    for (int rank = 0; rank < domain.size(); rank++) {
      Frame dispatched = frame.on(rank, domain);
      int bound = rank;
      variable.ifPresent(v -> dispatched.set(v, bound));
      queues.add(domain.device(rank), new Machine(dispatched, body, functions, this));
    }
  }
}
