package dev.smalti.runtime.protocol;

import java.util.Arrays;

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

  private TracedMemory(
      Kind kind, String name, long[] whole, long[] from, long[] extents, int dropped) {
    this.kind = kind;
    this.name = name;
    this.whole = whole;
    this.from = from;
    this.extents = extents;
    this.dropped = dropped;
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
    return new TracedMemory(kind, name, whole, new long[whole.length], whole, 0);
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
    return view(at, box, drop, outside -> trace.end(outside, line));
  }

  /**
   * As {@link #view(Trace, int, int, long[], long[])}, in a program, which belongs to no rank.
   *
   * @param line the line in the user's source
   * @param drop how many leading axes the view no longer has
   * @param at the first element of each axis
   * @param box how many elements of each axis
   * @return the view
   * @throws IndexOutOfBoundsException if the box leaves this
   */
  public TracedMemory view(int line, int drop, long[] at, long[] box) {
    return view(
        at, box, drop, outside -> new IndexOutOfBoundsException("line " + line + ": " + outside));
  }

  private TracedMemory view(
      long[] at, long[] box, int drop, java.util.function.Function<String, RuntimeException> end) {
    long[] start = start(at, box, end);
    long[] size = size(box);
    return new TracedMemory(kind, name, whole, start, size, dropped + drop);
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
    long[] start = start(at, box, outside -> trace.end(outside, line));
    long[] size = size(box);
    if (isWindow() && Arrays.stream(size).noneMatch(extent -> extent == 0)) {
      trace.access(name, owner, start, size, mode, line);
    }
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
    long[] start = start(at, ones, outside -> trace.end(outside, line));
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
      throw trace.end(
          "%s: peer %d is no rank, there are %d".formatted(name, peer, trace.ranks()), line);
    }
    return peer;
  }

  private long[] start(
      long[] at, long[] box, java.util.function.Function<String, RuntimeException> end) {
    if (at.length != extents.length - dropped || box.length != at.length) {
      throw end.apply(
          "%s has %d axes, a position has %d".formatted(name, extents.length - dropped, at.length));
    }
    long[] start = from.clone();
    for (int axis = 0; axis < at.length; axis++) {
      long bound = extent(axis);
      if (at[axis] < 0 || box[axis] < 0 || at[axis] > bound - box[axis]) {
        throw end.apply(
            "%s: axis %d has extent %d, %d elements from %d are outside"
                .formatted(name, axis, bound, box[axis], at[axis]));
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

  @Override
  public String toString() {
    long[] visible = Arrays.copyOfRange(extents, dropped, extents.length);
    return kind + " " + name + " " + Arrays.toString(visible);
  }
}
