package dev.smalti.runtime.protocol;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A tensor, a window or a signal, or a view of one, without its elements: what a skeleton knows of
 * it. Immutable.
 */
public final class TracedMemory {
  /** What it is. */
  public enum Kind {
    /** Belongs to one rank; accesses leave no trace. */
    TENSOR,
    /** Every rank has an instance. */
    WINDOW,
    /** Cells, of which every rank has an instance. */
    SIGNAL
  }

  private final Kind kind;
  private final String name;
  private final long[] whole;
  private final long[] from;
  private final long[] extents;
  private final int dropped;

  /** What the axes are to the window, if it has others. */
  private final Optional<Reshape> reshape;

  private TracedMemory(
      Kind kind,
      String name,
      long[] whole,
      long[] from,
      long[] extents,
      int dropped,
      Optional<Reshape> reshape) {
    this.kind = kind;
    this.name = name;
    this.whole = whole;
    this.from = from;
    this.extents = extents;
    this.dropped = dropped;
    this.reshape = reshape;
  }

  /**
   * All of a tensor, window or signal.
   *
   * @param kind what it is
   * @param name what reports call it
   * @param shape the extents
   * @return the memory
   */
  public static TracedMemory of(Kind kind, String name, long... shape) {
    long[] whole = shape.clone();
    return new TracedMemory(kind, name, whole, new long[whole.length], whole, 0, Optional.empty());
  }

  /**
   * What reports call it.
   *
   * @return the name of the whole
   */
  public String name() {
    return name;
  }

  /**
   * Whether its accesses leave a trace.
   *
   * @return whether it is a window
   */
  public boolean isWindow() {
    return kind == Kind.WINDOW;
  }

  /**
   * An extent.
   *
   * @param axis from 0, the outermost
   * @return the number of elements
   */
  public long extent(int axis) {
    return extents[dropped + axis];
  }

  /**
   * The value of a symbol that an extent is declared with, {@code factor * symbol + offset}.
   *
   * @return empty if no value gives the extent
   */
  OptionalLong symbol(int axis, long offset, long factor) {
    long left = extent(axis) - offset;
    return factor == 0 || left % factor != 0
        ? OptionalLong.empty()
        : OptionalLong.of(left / factor);
  }

  /**
   * How many axes it has.
   *
   * @return without those that a view dropped
   */
  public int axes() {
    return extents.length - dropped;
  }

  /**
   * A part of a tensor; where it lies does not matter.
   *
   * @param drop how many leading axes the view no longer has
   * @param box how many elements of each axis
   * @return the view
   */
  public TracedMemory part(int drop, long... box) {
    return new TracedMemory(kind, name, whole, from, size(box), dropped + drop, reshape);
  }

  /**
   * A box of it without some leading axes.
   *
   * @param trace ends if the box leaves this
   * @param line the line in the user's source
   * @param drop how many leading axes the view no longer has
   * @param at the first element of each axis
   * @param box how many elements of each axis
   * @return the view
   */
  public TracedMemory view(Trace trace, int line, int drop, long[] at, long[] box) {
    return view(at, box, drop, outside -> trace.fault(outside, line));
  }

  /**
   * As {@link #view(Trace, int, int, long[], long[])}, in a program, which belongs to no rank.
   *
   * @param world its traces end if the box leaves this
   * @param line the line in the user's source
   * @param drop how many leading axes the view no longer has
   * @param at the first element of each axis
   * @param box how many elements of each axis
   * @return the view
   */
  public TracedMemory view(TracedWorld world, int line, int drop, long[] at, long[] box) {
    return view(at, box, drop, outside -> world.fault(outside, line));
  }

  private TracedMemory view(
      long[] at, long[] box, int drop, Function<String, TraceEndedException> fault) {
    long[] start = start(at, box, fault);
    long[] size = size(box);
    return new TracedMemory(kind, name, whole, start, size, dropped + drop, reshape);
  }

  /**
   * Its elements in another shape; those of a window must lie one behind the other.
   *
   * @param trace ends if they do not
   * @param line the line in the user's source
   * @param shape the extents, as many elements
   * @return the view
   */
  public TracedMemory reshaped(Trace trace, int line, long... shape) {
    return reshaped(shape, gap -> trace.fault(gap, line));
  }

  /**
   * As {@link #reshaped(Trace, int, long...)}, in a program, which belongs to no rank.
   *
   * @param world its traces end if the elements do not lie one behind the other
   * @param line the line in the user's source
   * @param shape the extents, as many elements
   * @return the view
   */
  public TracedMemory reshaped(TracedWorld world, int line, long... shape) {
    return reshaped(shape, gap -> world.fault(gap, line));
  }

  private TracedMemory reshaped(long[] shape, Function<String, TraceEndedException> fault) {
    if (!isWindow()) {
      return of(kind, name, shape);
    }
    long start =
        Reshape.start(whole, from, extents)
            .orElseThrow(() -> fault.apply(FaultText.notDense(name, visible())));
    return seen(seen().shaped(start, boxed(shape)), shape);
  }

  private Reshape seen() {
    return reshape.orElseGet(() -> Reshape.none(boxed(whole)));
  }

  private TracedMemory seen(Reshape other, long[] shape) {
    long[] extents = shape.clone();
    return new TracedMemory(
        kind, name, extents, new long[shape.length], extents, 0, Optional.of(other));
  }

  /**
   * The bytes of a window, which lie one behind the other, as elements of another type.
   *
   * @param trace ends if they do not, are too few or begin within an element
   * @param line the line in the user's source
   * @param bytes how many bytes an element of this has
   * @param other how many bytes an element of the view has
   * @param shape the extents of the view
   * @return the view
   */
  public TracedMemory as(Trace trace, int line, int bytes, int other, long... shape) {
    return as(bytes, other, shape, wrong -> trace.fault(wrong, line));
  }

  /**
   * As {@link #as(Trace, int, int, int, long...)}, in a program, which belongs to no rank.
   *
   * @param world its traces end if the view is not possible
   * @param line the line in the user's source
   * @param bytes how many bytes an element of this has
   * @param other how many bytes an element of the view has
   * @param shape the extents of the view
   * @return the view
   */
  public TracedMemory as(TracedWorld world, int line, int bytes, int other, long... shape) {
    return as(bytes, other, shape, wrong -> world.fault(wrong, line));
  }

  private TracedMemory as(
      int bytes, int other, long[] shape, Function<String, TraceEndedException> fault) {
    long first =
        Reshape.start(whole, from, extents)
            .orElseThrow(() -> fault.apply(FaultText.notDense(name, visible())));
    if (Arrays.stream(shape).anyMatch(extent -> extent < 1)) {
      throw fault.apply(FaultText.tooSmall(name, shape, 1));
    }
    long given = Reshape.bytes(extents, bytes).orElse(Long.MAX_VALUE);
    if (Reshape.bytes(shape, other).orElse(Long.MAX_VALUE) > given) {
      throw fault.apply(FaultText.viewTooLarge(name, given, shape, other));
    }
    Reshape view = seen().typed(first, bytes, other, boxed(shape));
    if (!view.isAligned()) {
      throw fault.apply(FaultText.viewNotAligned(name, view.start(), other));
    }
    return seen(view, shape);
  }

  private static List<Long> boxed(long[] extents) {
    return Arrays.stream(extents).boxed().toList();
  }

  private long[] visible() {
    return Arrays.copyOfRange(extents, dropped, extents.length);
  }

  /**
   * Records an access to a window; to a tensor nothing.
   *
   * @param trace of the rank that performs it
   * @param line the line in the user's source
   * @param owner the rank whose instance it is
   * @param mode what is done
   * @param at the first element of each axis
   * @param box how many elements of each axis; with a zero among them nothing is touched
   */
  public void access(Trace trace, int line, int owner, Event.Mode mode, long[] at, long[] box) {
    long[] start = start(at, box, outside -> trace.fault(outside, line));
    long[] size = size(box);
    if (isWindow() && Arrays.stream(size).noneMatch(extent -> extent == 0)) {
      if (reshape.isEmpty()) {
        trace.access(name, owner, start, size, mode, line);
      } else {
        reshape.get().boxes(start, size).forEach(b -> trace.access(name, owner, b, mode, line));
      }
    }
  }

  /**
   * Records that all of a window is copied from or to memory of the rank.
   *
   * @param trace of the rank that performs it; ends if the shapes differ, or if both are the same
   *     elements
   * @param line the line in the user's source
   * @param peer the rank whose instance of this it is
   * @param mode what is done to that instance
   * @param local the memory of the rank: a tensor, or the own instance of a window
   */
  public void transfer(Trace trace, int line, int peer, Event.Mode mode, TracedMemory local) {
    int owner = peer(trace, line, peer);
    long[] shape = visible();
    if (!Arrays.equals(shape, local.visible())) {
      throw trace.fault(FaultText.otherShape(name, shape, local.name, local.visible()), line);
    }
    boolean same = owner == trace.rank() && local.isWindow() && name.equals(local.name);
    if (same && overlaps(local)) {
      throw trace.fault(FaultText.shared(name, local.name), line);
    }
    long[] origin = new long[shape.length];
    if (mode == Event.Mode.READ) {
      access(trace, line, owner, mode, origin, shape);
      local.access(trace, line, trace.rank(), Event.Mode.WRITE, origin, shape);
    } else {
      local.access(trace, line, trace.rank(), Event.Mode.READ, origin, shape);
      access(trace, line, owner, mode, origin, shape);
    }
  }

  private boolean overlaps(TracedMemory other) {
    return boxes().stream().anyMatch(mine -> other.boxes().stream().anyMatch(mine::overlaps));
  }

  /** Its name and all of it. */
  CollectiveCall.Part all() {
    return new CollectiveCall.Part(name, boxes());
  }

  /** How many elements it has. */
  long elements() {
    return Arrays.stream(extents).reduce(1, (all, extent) -> all * extent);
  }

  /** All of it, in the axes of the window; nothing if an extent is 0. */
  private List<Box> boxes() {
    if (Arrays.stream(extents).anyMatch(extent -> extent == 0)) {
      return List.of();
    }
    return reshape.map(r -> r.boxes(from, extents)).orElseGet(() -> List.of(Box.of(from, extents)));
  }

  /**
   * Records the store of a tile to a window; to a tensor nothing. Rows that the last axis but one
   * has no room for go on along the axes before it, as {@code store} says.
   *
   * @param trace of the rank that performs it
   * @param line the line in the user's source
   * @param owner the rank whose instance it is
   * @param mode what is done
   * @param at the first element of each axis
   * @param rows the valid rows of the tile
   * @param columns its valid columns
   */
  public void store(
      Trace trace, int line, int owner, Event.Mode mode, long[] at, long rows, long columns) {
    long[] visible = visible();
    if (at.length != visible.length) {
      throw trace.fault(FaultText.otherAxes(name, visible.length, at.length), line);
    }
    long[] box = covered(visible, at, rows, columns);
    for (int axis = 0; axis < box.length; axis++) {
      if (box[0] < 0 || at[axis] < 0 || at[axis] > visible[axis] - box[axis]) {
        throw trace.fault(FaultText.doesNotFit(name, rows, columns, at, visible), line);
      }
    }
    access(trace, line, owner, mode, at, box);
  }

  /** The box of a store; its first extent is -1 if rows are left over. */
  private static long[] covered(long[] visible, long[] at, long rows, long columns) {
    int last = visible.length - 1;
    long[] box = new long[visible.length];
    Arrays.fill(box, 1);
    box[last] = columns;
    long left = rows;
    for (int axis = last - 1; axis >= 0 && left != 1; axis--) {
      boolean fills = at[axis] == 0 && left > visible[axis] && left % visible[axis] == 0;
      box[axis] = fills ? visible[axis] : left;
      left = fills ? left / visible[axis] : 1;
    }
    if (left != 1) {
      box[0] = -1;
    }
    return box;
  }

  /**
   * The flat number of a cell.
   *
   * @param trace ends if there is no such cell
   * @param line the line in the user's source
   * @param at a coordinate for each axis
   * @return the cell, counted from the first of the whole signal
   */
  public long cell(Trace trace, int line, long... at) {
    long[] ones = new long[at.length];
    Arrays.fill(ones, 1);
    long[] start = start(at, ones, outside -> trace.fault(outside, line));
    long cell = 0;
    for (int axis = 0; axis < whole.length; axis++) {
      cell = cell * whole[axis] + start[axis];
    }
    return cell;
  }

  /**
   * A rank that is addressed.
   *
   * @param trace ends if there is no such rank
   * @param line the line in the user's source
   * @param peer the rank
   * @return the rank
   */
  public int peer(Trace trace, int line, int peer) {
    if (peer < 0 || peer >= trace.ranks()) {
      throw trace.fault(FaultText.noPeer(name, peer, trace.ranks()), line);
    }
    return peer;
  }

  private long[] start(long[] at, long[] box, Function<String, TraceEndedException> fault) {
    if (at.length != extents.length - dropped || box.length != at.length) {
      throw fault.apply(FaultText.otherAxes(name, extents.length - dropped, at.length));
    }
    long[] start = from.clone();
    for (int axis = 0; axis < at.length; axis++) {
      long bound = extent(axis);
      if (at[axis] < 0 || box[axis] < 0 || at[axis] > bound - box[axis]) {
        throw fault.apply(FaultText.outside(name, axis, bound, at[axis], box[axis]));
      }
      start[dropped + axis] += at[axis];
    }
    return start;
  }

  private long[] size(long[] box) {
    long[] size = new long[extents.length];
    Arrays.fill(size, 0, dropped, 1);
    System.arraycopy(box, 0, size, dropped, box.length);
    return size;
  }

  /** Whether both are the same part of memory of the same kind, name and shape. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TracedMemory memory
        && kind == memory.kind
        && dropped == memory.dropped
        && name.equals(memory.name)
        && Arrays.equals(whole, memory.whole)
        && Arrays.equals(from, memory.from)
        && Arrays.equals(extents, memory.extents)
        && reshape.equals(memory.reshape);
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + Arrays.hashCode(extents);
  }

  /** Its name and extents. */
  @Override
  public String toString() {
    long[] visible = visible();
    return name + " " + Arrays.toString(visible);
  }
}
