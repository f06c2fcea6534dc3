package dev.smalti.lang;

import dev.smalti.lang.spi.Ranks;
import dev.smalti.lang.spi.SignalCells;
import dev.smalti.lang.spi.Site;
import java.util.Arrays;

/**
 * Cells of I32 of which every rank has an instance, zero when the program starts; made by {@link
 * Domain#signal}. A rank notifies a cell of a peer, and awaits or reads cells of its own. A signal
 * is no tensor, so nothing stores to it by accident.
 *
 * <p><b>Memory order.</b> A notify is a release and an await or read is an acquire: all that a rank
 * wrote before it notified, in its own instance of a window and in those of peers, is visible to
 * the rank whose await or read saw the value, and to those that this rank notifies in turn. Nothing
 * orders a notify and what the same rank reads afterwards.
 *
 * <p>Errors: a peer that is no rank or a cell outside, {@link IndexOutOfBoundsException}; a
 * position with another number of axes, {@link IllegalArgumentException}; to use a signal outside
 * of a dispatch, {@link IllegalStateException}. In annotated methods also: {@code signal.notify()},
 * {@code notifyAll()} and {@code wait()}, which are those of {@link Object}; a direction on a
 * signal.
 */
public final class Signal {
  /** From so many ranks on, a notify of each of them costs more than a counter at one. */
  private static final int MANY = 16;

  private final String name;
  private final SignalCells cells;
  private final Ranks ranks;
  private final long offset;
  private final long[] shape;
  private final long[] strides;

  private Signal(
      String name, SignalCells cells, Ranks ranks, long offset, long[] shape, long[] strides) {
    this.name = name;
    this.cells = cells;
    this.ranks = ranks;
    this.offset = offset;
    this.shape = shape;
    this.strides = strides;
  }

  /**
   * A signal over cells of a runtime. For runtimes; users call {@link Domain#signal}.
   *
   * @param name what reports call it
   * @param cells the cells
   * @param ranks who knows the rank of a thread; generated code does not ask it
   * @param shape the extents, each at least 0, whose product is the number of cells
   * @return the signal
   * @throws IllegalArgumentException if the number of cells or of ranks differs
   */
  public static Signal over(String name, SignalCells cells, Ranks ranks, long... shape) {
    long[] extents = new Extent(shape).toArray();
    long count = Shapes.count("the shape of signal " + name + " ", extents);
    if (count != cells.size() || cells.ranks() != ranks.size()) {
      throw new IllegalArgumentException(
          "signal "
              + name
              + " "
              + Shapes.text(shape)
              + " needs "
              + count
              + " cells on "
              + ranks.size()
              + " ranks; there are "
              + cells.size()
              + " on "
              + cells.ranks());
    }
    return new Signal(name, cells, ranks, 0, extents, Shapes.strides(extents));
  }

  /**
   * What reports call it.
   *
   * @return the name
   */
  public String name() {
    return name;
  }

  /**
   * How many axes, for generated code.
   *
   * @return 1 to 5
   */
  public int axes() {
    return shape.length;
  }

  /**
   * The extent of an axis, for generated code.
   *
   * @param axis from 0, the outermost
   * @return the extent, at least 0
   */
  public long extent(int axis) {
    return shape[axis];
  }

  /**
   * How many cells lie between neighbours of an axis, for generated code.
   *
   * @param axis from 0, the outermost
   * @return the distance of two cells
   */
  public long stride(int axis) {
    return strides[axis];
  }

  /**
   * Where the first cell of this view is, for generated code.
   *
   * @return a number of cells
   */
  public long offset() {
    return offset;
  }

  /**
   * The cells, for generated code.
   *
   * @return those of all ranks and of the whole signal
   */
  public SignalCells cells() {
    return cells;
  }

  /**
   * The rank that runs.
   *
   * @return from 0 to {@code ranks() - 1}
   * @throws IllegalStateException outside of a dispatch
   */
  public int rank() {
    if (!ranks.bound()) {
      throw new IllegalStateException(
          "signal " + name + " has no rank here; use it in a call that forEachRank makes");
    }
    return ranks.current();
  }

  /**
   * How many ranks have an instance.
   *
   * @return the number of ranks, at least 1
   */
  public int ranks() {
    return cells.ranks();
  }

  /**
   * A view that fixes leading axes and no longer has them, in every instance.
   *
   * @param leading coordinates of the first axes, at least one, and fewer than there are axes
   * @return the view
   */
  public Signal at(int... leading) {
    long distance = Shapes.leading(toString(), shape, strides, leading);
    return new Signal(
        name,
        cells,
        ranks,
        offset + distance,
        Shapes.tail(shape, leading.length),
        Shapes.tail(strides, leading.length));
  }

  /**
   * The cells of one core in a signal of several, for generated code: a column.
   *
   * @param core from 0
   * @return a view with a row for each row of this, and one column
   * @throws IndexOutOfBoundsException if there is no such column
   */
  public Signal lane(int core) {
    if (shape.length != 2 || core < 0 || core >= shape[1]) {
      throw new IndexOutOfBoundsException(this + " has no cells of core " + core);
    }
    return new Signal(
        name,
        cells,
        ranks,
        offset + core * strides[1],
        new long[] {shape[0], 1},
        new long[] {strides[0], strides[1]});
  }

  /**
   * The cells that collectives count, with one axis, in every instance. Of a signal with a row for
   * each rank they are the first column, which is that of core 0: so a call on one core and one on
   * several agree on whose cell is whose, and a rank may be ahead.
   */
  Signal counted() {
    boolean column = shape.length == 2 && (shape[1] == 1 || shape[0] == ranks.size());
    long count = column ? shape[0] : Shapes.count("the shape of signal " + name + " ", shape);
    long stride = column ? strides[0] : 1; // Only a lane has gaps between its cells.
    return new Signal(name, cells, ranks, offset, new long[] {count}, new long[] {stride});
  }

  /**
   * Adds 1 to a cell of the peer. A release.
   *
   * @param peer whose cell; the own rank is possible
   * @param cell which
   */
  public void notify(int peer, Index cell) {
    notify(peer, cell, Update.ADD, 1);
  }

  /**
   * Adds to a cell of the peer, or sets it, atomically. A release.
   *
   * @param peer whose cell; the own rank is possible
   * @param cell which
   * @param update how
   * @param value what is added or set; a sum wraps
   */
  public void notify(int peer, Index cell, Update update, int value) {
    rank(); // Only a rank notifies.
    if (peer < 0 || peer >= ranks()) {
      throw new IndexOutOfBoundsException(
          "signal "
              + name
              + " has no cells on rank "
              + peer
              + "; ranks are 0 to "
              + (ranks() - 1)
              + (peer < 0 ? "; Math.floorMod is never negative" : ""));
    }
    cells.notify(peer, place(cell), update, value, Site.caller());
  }

  /**
   * Waits until the own cell is at least 1. An acquire.
   *
   * @param cell which
   * @throws IllegalStateException if nothing can end the wait
   */
  public void await(Index cell) {
    await(cell, Compare.GE, 1);
  }

  /**
   * Waits until the own cell stands in a relation to a value. An acquire. The cell keeps its value.
   *
   * @param cell which
   * @param relation {@code GE} or {@code EQ}; others are an {@link IllegalArgumentException}, since
   *     a cell might stand in them for a moment only
   * @param value what the cell is compared with
   * @throws IllegalStateException if nothing can end the wait
   */
  public void await(Index cell, Compare relation, int value) {
    if (relation != Compare.GE && relation != Compare.EQ) {
      throw new IllegalArgumentException(
          "signal "
              + name
              + ": await takes GE and EQ, not "
              + relation
              + "; let the value that is waited for be reached from below");
    }
    cells.await(rank(), place(cell), relation, value, Site.caller());
  }

  /**
   * In a {@link Jit} method, a task that is complete once the own cell has stood in a relation to a
   * value. Nobody waits where it stands; {@link Smalti#after} names it, and what comes after it is
   * deferred. It is an acquire for those tasks. The rank looks at the cell where it waits, and
   * before it changes the cell itself; a value that a peer sets for a moment may be missed, so let
   * the cell rise only.
   *
   * @param cell which
   * @param relation {@code GE}; others are an {@link IllegalArgumentException}, since the cell
   *     might have passed the value before the rank looks
   * @param value what the cell is compared with, not negative: cells are 0 at first
   * @return the condition
   * @throws IllegalArgumentException if the value is negative
   */
  public Task reaches(Index cell, Compare relation, int value) {
    if (relation != Compare.GE) {
      throw new IllegalArgumentException(
          "signal " + name + ": reaches takes GE, not " + relation + "; let the cell rise only");
    }
    if (value < 0) {
      throw new IllegalArgumentException(
          "signal " + name + ": reaches(..., GE, " + value + ") holds at once; ask for at least 1");
    }
    return cells.reaches(rank(), place(cell), relation, value, Site.caller());
  }

  /**
   * Waits until every own cell of a box is at least 1. An acquire.
   *
   * @param at where the box starts
   * @param box its extents; without a cell there is nothing to wait for
   * @throws IllegalStateException if nothing can end the wait
   */
  public void awaitAll(Index at, Extent box) {
    awaitAll(at, box, Compare.GE, 1);
  }

  /**
   * Waits until every own cell of a box has stood in a relation to a value: one cell after the
   * other, the last axis fastest, each as {@link #await(Index, Compare, int)} does. An acquire.
   *
   * @param at where the box starts
   * @param box its extents; without a cell there is nothing to wait for
   * @param relation {@code GE} or {@code EQ}
   * @param value what the cells are compared with
   * @throws IllegalStateException if nothing can end the wait
   */
  public void awaitAll(Index at, Extent box, Compare relation, int value) {
    long[] extents = box.toArray();
    Shapes.checkRank(this, shape, "at", at, at.axes());
    Shapes.checkRank(this, shape, "the box ", box, extents.length);
    long[] cell = new long[extents.length];
    long count = Shapes.count("the box ", extents);
    for (long i = 0; i < count; i++) {
      long[] place = at.toArray();
      for (int axis = 0; axis < place.length; axis++) {
        place[axis] += cell[axis];
      }
      await(new Index(place), relation, value);
      Shapes.advance(cell, extents);
    }
  }

  /**
   * The own cell, now. An acquire.
   *
   * @param cell which
   * @return its value
   */
  public int read(Index cell) {
    return cells.read(rank(), place(cell), Site.caller());
  }

  private long place(Index cell) {
    Shapes.checkRank(this, shape, "at", cell, cell.axes());
    for (int axis = 0; axis < shape.length; axis++) {
      if (cell.coordinate(axis) < 0 || cell.coordinate(axis) >= shape[axis]) {
        throw new IndexOutOfBoundsException(
            this
                + ": the cell "
                + cell
                + " leaves axis "
                + axis
                + ", whose extent is "
                + shape[axis]);
      }
    }
    return offset + Shapes.distance(cell, strides);
  }

  /**
   * No rank passes before every rank has arrived; what a rank wrote before it arrived is visible to
   * all that passed. In {@link Host} methods, one dispatch of a barrier to every rank.
   *
   * <p>The protocol, for a signal of shape {@code [ranks]} or {@code [ranks, 1]} whose cells are
   * all 0:
   *
   * <ol>
   *   <li>For every peer in ascending order: add 1 to the peer's cell of this rank.
   *   <li>For every peer in ascending order: await 1 in the own cell of the peer.
   *   <li>For every peer in ascending order: add -1 to the own cell of the peer. Not set to 0: a
   *       fast peer may have arrived at the next barrier.
   * </ol>
   *
   * <p>With more than 16 ranks, rank 0 counts instead: the others add 1 to its cell 0; it awaits
   * {@code ranks - 1} there, takes that back, and adds 1 to the cell 0 of each, which awaits that
   * and takes it back.
   *
   * <p>So the cells are 0 again afterwards, and one signal serves any number of barriers, if every
   * rank calls them in the same order.
   *
   * @throws IllegalArgumentException if the signal has another shape
   * @throws IllegalStateException if nothing can end the wait for a rank
   */
  public void barrier() {
    boolean perRank =
        shape[0] == ranks() && (shape.length == 1 || (shape.length == 2 && shape[1] == 1));
    if (!perRank) {
      throw new IllegalArgumentException(
          this
              + " is of no shape for a barrier of "
              + ranks()
              + " ranks; make it ["
              + ranks()
              + "] or ["
              + ranks()
              + ", 1]");
    }
    if (ranks.bound()) {
      meet();
    } else {
      ranks.forEachRank(_ -> meet());
    }
  }

  /**
   * A barrier as {@link #barrier()}, by an algorithm, with a signal of any shape that has a cell
   * for each rank.
   *
   * @param algorithm how
   * @throws IllegalArgumentException if the barrier does not offer it
   * @throws IllegalStateException if nothing can end the wait for a rank
   */
  public void barrier(Algorithm algorithm) {
    new Collective("barrier", new CollectiveOption[] {algorithm}, this).run(ranks);
  }

  private void meet() {
    if (ranks() > MANY) {
      count();
      return;
    }
    int me = rank();
    for (int peer = 0; peer < ranks(); peer++) {
      if (peer != me) {
        notify(peer, cellOf(me), Update.ADD, 1);
      }
    }
    for (int peer = 0; peer < ranks(); peer++) {
      if (peer != me) {
        await(cellOf(peer), Compare.GE, 1);
      }
    }
    for (int peer = 0; peer < ranks(); peer++) {
      if (peer != me) {
        notify(me, cellOf(peer), Update.ADD, -1);
      }
    }
  }

  private void count() {
    if (rank() == 0) {
      await(cellOf(0), Compare.GE, ranks() - 1);
      notify(0, cellOf(0), Update.ADD, 1 - ranks());
      for (int peer = 1; peer < ranks(); peer++) {
        notify(peer, cellOf(0), Update.ADD, 1);
      }
    } else {
      notify(0, cellOf(0), Update.ADD, 1);
      await(cellOf(0), Compare.GE, 1);
      notify(rank(), cellOf(0), Update.ADD, -1);
    }
  }

  private Index cellOf(int rank) {
    return shape.length == 1 ? new Index(rank) : new Index(rank, 0);
  }

  /** What messages call it: {@code signal arrived [4, 1]}. */
  @Override
  public String toString() {
    return "signal " + name + " " + Arrays.toString(shape);
  }
}
