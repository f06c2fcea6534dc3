package dev.smalti.lang;

import dev.smalti.lang.Smalti.I32;
import dev.smalti.lang.spi.Ranks;
import dev.smalti.lang.spi.Storage;
import dev.smalti.lang.spi.WindowMemory;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.Optional;

/**
 * A tensor of which every rank has an instance, zero at first; made by {@link Domain#window}. As a
 * tensor it is the own instance of the rank that runs; {@link Out} and {@link InOut} speak of that
 * one only.
 *
 * <p>Remote operations take the peer first, and what is addressed on the peer is the receiver, view
 * and all. They order nothing by themselves: what a peer wrote may be read after an await that its
 * notify ended, see {@link Signal}. A rank sees its own writes at once.
 *
 * <p>Collectives are called by all ranks in the same order; when one returns, no peer reads or
 * writes the windows of this rank any more. Their elements count, in order, and not their shapes. A
 * window given twice, an algorithm that is not offered, or no signal in a kernel is an {@link
 * IllegalArgumentException} or {@link IllegalStateException} that says which.
 *
 * <p>Errors: a peer that is no rank, {@link IndexOutOfBoundsException}; to use a window outside of
 * a dispatch, {@link IllegalStateException}; in annotated methods also to make a window anywhere
 * but in {@link Host}, and to store a window in a field.
 *
 * @param <T> the element type
 */
public final class Window<T extends DType> extends Tensor<T> {
  private final String name;
  private final WindowMemory memory;
  private final Ranks ranks;
  private final Optional<Domain> domain;

  private Window(
      T dtype,
      String name,
      WindowMemory memory,
      Ranks ranks,
      Optional<Domain> domain,
      long offset,
      long[] shape,
      long[] strides) {
    super(dtype, () -> own(name, memory, ranks), offset, shape, strides);
    this.name = name;
    this.memory = memory;
    this.ranks = ranks;
    this.domain = domain;
  }

  /**
   * A window over memory of a runtime. For runtimes; users call {@link Domain#window}.
   *
   * @param <T> the element type
   * @param dtype the element type
   * @param name what reports call it
   * @param memory the instances, each large enough
   * @param ranks who knows the rank of a thread; generated code does not ask it
   * @param shape the extents, each at least 1
   * @return the window
   * @throws IllegalArgumentException if the memory is too small or of another number of ranks
   */
  public static <T extends DType> Window<T> over(
      T dtype, String name, WindowMemory memory, Ranks ranks, long... shape) {
    long[] checked = Shapes.positive("the shape of window " + name + " ", shape);
    long bytes = bytes(dtype, name, checked);
    if (memory.bytes() < bytes || memory.ranks() != ranks.size()) {
      throw new IllegalArgumentException(
          "window "
              + name
              + " "
              + Shapes.text(shape)
              + " needs "
              + bytes
              + " bytes on "
              + ranks.size()
              + " ranks; its memory has "
              + memory.bytes()
              + " on "
              + memory.ranks());
    }
    return new Window<>(
        dtype, name, memory, ranks, Optional.empty(), 0, checked, Shapes.strides(checked));
  }

  /** The same window, made by a domain. */
  Window<T> of(Domain maker) {
    return new Window<>(
        dtype(), name, memory, ranks, Optional.of(maker), 0, shape(), Shapes.strides(shape()));
  }

  static long bytes(DType dtype, String name, long[] shape) {
    long count = Shapes.count("the shape of window " + name + " ", shape);
    try {
      return Math.multiplyExact(count, (long) dtype.bytes());
    } catch (ArithmeticException overflow) {
      throw new IllegalArgumentException(
          "window "
              + name
              + " "
              + dtype
              + " "
              + Shapes.text(shape)
              + " has more bytes than a long can count",
          overflow);
    }
  }

  private static Storage own(String name, WindowMemory memory, Ranks ranks) {
    return new Storage.Segment(memory.instance(rank(name, ranks)));
  }

  private static int rank(String name, Ranks ranks) {
    if (!ranks.bound()) {
      throw new IllegalStateException(
          "window " + name + " has no rank here; use it in a call that forEachRank makes");
    }
    return ranks.current();
  }

  /**
   * The rank that runs.
   *
   * @return from 0 to {@code ranks() - 1}
   * @throws IllegalStateException outside of a dispatch
   */
  public int rank() {
    return rank(name, ranks);
  }

  /**
   * How many ranks have an instance.
   *
   * @return the number of ranks, at least 1
   */
  public int ranks() {
    return memory.ranks();
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
   * All memory of an instance, for generated code. Element e of this view is at byte {@code
   * (offset() + e) * dtype().bytes()}, e counted with the strides.
   *
   * @param rank whose instance
   * @return the segment
   * @throws IndexOutOfBoundsException if there is no such rank
   */
  public MemorySegment instance(int rank) {
    return memory.instance(checked(rank));
  }

  /**
   * The instances, for generated code.
   *
   * @return those of all ranks and of the whole window
   */
  public WindowMemory memory() {
    return memory;
  }

  private int checked(int peer) {
    if (peer < 0 || peer >= memory.ranks()) {
      throw new IndexOutOfBoundsException(
          "window "
              + name
              + " has no instance on rank "
              + peer
              + "; ranks are 0 to "
              + (memory.ranks() - 1)
              + (peer < 0 ? "; Math.floorMod is never negative" : ""));
    }
    return peer;
  }

  @Override
  Window<T> view(long viewOffset, long[] viewShape, long[] viewStrides) {
    return new Window<>(dtype(), name, memory, ranks, domain, viewOffset, viewShape, viewStrides);
  }

  /** {@inheritDoc} Of every instance. */
  @Override
  public Window<T> at(int... leading) {
    return (Window<T>) super.at(leading);
  }

  /** {@inheritDoc} Of every instance. */
  @Override
  public Window<T> slice(Index at, Extent box) {
    return (Window<T>) super.slice(at, box);
  }

  /** {@inheritDoc} Of every instance. */
  @Override
  public Window<T> row(int row) {
    return (Window<T>) super.row(row);
  }

  /** {@inheritDoc} Of every instance. */
  @Override
  public Window<T> rows(int from, int count) {
    return (Window<T>) super.rows(from, count);
  }

  /** {@inheritDoc} Of every instance. */
  @Override
  public Window<T> flat() {
    return (Window<T>) super.flat();
  }

  /**
   * The same bytes as elements of another type and in another shape, of every instance: nothing is
   * copied, and what is written through one of them is read through the other. So one allocation
   * has several typed views; of a part of it, take {@link #slice} first. The view starts with the
   * first byte of this one and may be smaller.
   *
   * <p>Elements are little-endian where the processor is, as x86-64 and AArch64 are: of {@code 1}
   * in {@code I32} the first byte is 1. A {@code BOOL} is a byte, false if that is 0; 1 is written
   * for true. The bits of a NaN may change when it is loaded or stored.
   *
   * @param <U> the other element type
   * @param dtype the other element type; the same one is possible
   * @param box the extents of the view, each at least 1
   * @return the view
   * @throws IllegalArgumentException if the view needs more bytes than this window has, if the
   *     first byte of this one is no multiple of the size of its elements, counted from the
   *     allocation, or if this is a view of some columns of several rows, so that its elements do
   *     not lie one behind the other
   */
  public <U extends DType> Window<U> as(U dtype, Extent box) {
    Window<T> all = flat();
    long[] checked = Shapes.positive("the shape of a view of window " + name + " ", box.toArray());
    long needed = bytes(dtype, name, checked);
    long given = all.extent(0) * dtype().bytes();
    if (needed > given) {
      throw new IllegalArgumentException(
          "%s has %d bytes, a view %s %s needs %d; make it smaller, or the window larger"
              .formatted(this, given, dtype, Shapes.text(checked), needed));
    }
    long first = all.offset() * dtype().bytes();
    if (first % dtype.bytes() != 0) {
      throw new IllegalArgumentException(
          "%s starts at byte %d of its allocation, an element of %s starts at a multiple of %d; take another slice"
              .formatted(this, first, dtype, dtype.bytes()));
    }
    return new Window<>(
        dtype,
        name,
        memory,
        ranks,
        domain,
        first / dtype.bytes(),
        checked,
        Shapes.strides(checked));
  }

  /** The same view of a peer's instance. */
  private Tensor<T> on(int peer) {
    rank(); // Only a rank has peers.
    Storage instance = new Storage.Segment(instance(peer));
    long[] strides = new long[axes()];
    for (int axis = 0; axis < strides.length; axis++) {
      strides[axis] = stride(axis);
    }
    return new Tensor<>(dtype(), () -> instance, offset(), shape(), strides);
  }

  /**
   * Loads all of the peer's instance.
   *
   * @param peer whose; the own rank is possible
   * @return a tile; leading axes are flattened into rows
   */
  public Tile<T> remoteLoad(int peer) {
    return on(peer).load();
  }

  /**
   * Loads a box of the peer's instance, which lies inside.
   *
   * @param peer whose; the own rank is possible
   * @param at where the box starts
   * @param box its extents, each at least 1
   * @return a tile; leading axes are flattened into rows
   */
  public Tile<T> remoteLoad(int peer, Index at, Extent box) {
    return on(peer).load(at, box);
  }

  /**
   * Stores the valid box of a tile at the origin of the peer's instance.
   *
   * @param peer whose; the own rank is possible
   * @param tile what is stored
   */
  public void remoteStore(int peer, Tile<T> tile) {
    on(peer).store(tile);
  }

  /**
   * Stores the valid box of a tile in the peer's instance.
   *
   * @param peer whose; the own rank is possible
   * @param tile what is stored
   * @param at where its first element goes
   */
  public void remoteStore(int peer, Tile<T> tile, Index at) {
    on(peer).store(tile, at);
  }

  /**
   * Stores the valid box of a tile in the peer's instance, or adds it.
   *
   * @param peer whose; the own rank is possible
   * @param tile what is stored
   * @param at where its first element goes
   * @param update whether elements are replaced or added to; each addition is atomic
   */
  public void remoteStore(int peer, Tile<T> tile, Index at, Update update) {
    on(peer).store(tile, at, update);
  }

  /**
   * Copies memory of this rank to the peer's instance. When it returns, the source may change
   * again; the peer sees the elements behind an await that a notify of this rank ends, which
   * follows.
   *
   * @param peer whose; the own rank is possible
   * @param source what is copied: a tensor, or the own instance of a window, of the same shape
   * @throws IllegalArgumentException if the shapes differ, or both have an element in common
   */
  public void put(int peer, Tensor<T> source) {
    put(peer, source, Update.SET);
  }

  /**
   * Copies memory of this rank to the peer's instance, or adds it.
   *
   * @param peer whose; the own rank is possible
   * @param source what is copied: a tensor, or the own instance of a window, of the same shape
   * @param update whether elements are replaced or added to; each addition is atomic
   * @throws IllegalArgumentException if the shapes differ, or both have an element in common; if
   *     elements are {@code BOOL} and it is to add
   */
  public void put(int peer, Tensor<T> source, Update update) {
    if (update == Update.ADD && dtype() instanceof Smalti.BOOL) {
      throw new IllegalArgumentException(this + ": BOOL has no add; put with SET");
    }
    new Transfer<>(source, on(peer), source, this).run(update);
  }

  /**
   * As {@link #put(int, Tensor)}, in pieces.
   *
   * @param peer whose; the own rank is possible
   * @param source what is copied: a tensor, or the own instance of a window, of the same shape
   * @param pieces how large the pieces are
   * @throws IllegalArgumentException if the shapes differ, or both have an element in common
   */
  public void put(int peer, Tensor<T> source, Chunk pieces) {
    put(peer, source, Update.SET, pieces);
  }

  /**
   * As {@link #put(int, Tensor, Update)}, in pieces.
   *
   * @param peer whose; the own rank is possible
   * @param source what is copied: a tensor, or the own instance of a window, of the same shape
   * @param update whether elements are replaced or added to; each addition is atomic
   * @param pieces how large the pieces are
   * @throws IllegalArgumentException if the shapes differ, or both have an element in common; if
   *     elements are {@code BOOL} and it is to add
   */
  public void put(int peer, Tensor<T> source, Update update, Chunk pieces) {
    Objects.requireNonNull(pieces);
    put(peer, source, update);
  }

  /**
   * Copies the peer's instance to memory of this rank. When it returns, the target has the
   * elements.
   *
   * @param peer whose; the own rank is possible
   * @param target where they go: a tensor, or the own instance of a window, of the same shape
   * @throws IllegalArgumentException if the shapes differ, or both have an element in common
   */
  public void get(int peer, Tensor<T> target) {
    new Transfer<>(on(peer), target, this, target).run(Update.SET);
  }

  /**
   * As {@link #get(int, Tensor)}, in pieces.
   *
   * @param peer whose; the own rank is possible
   * @param target where they go: a tensor, or the own instance of a window, of the same shape
   * @param pieces how large the pieces are
   * @throws IllegalArgumentException if the shapes differ, or both have an element in common
   */
  public void get(int peer, Tensor<T> target, Chunk pieces) {
    Objects.requireNonNull(pieces);
    get(peer, target);
  }

  /**
   * In place, on every rank: each element becomes the combination of that element on all ranks.
   *
   * @param signal with a cell for each rank at least, of which it leaves 0
   * @param operator what is computed; {@code AND}, {@code OR} and {@code XOR} are for integers
   * @param options an algorithm, {@link Order#CANONICAL}, and in programs {@link Smalti#cores}
   */
  public void allReduce(Signal signal, Reduce operator, CollectiveOption... options) {
    new Collective("allReduce", options, flat(), signal, operator).run(ranks);
  }

  /**
   * As {@link #allReduce} with a signal; in a {@link Host} method only, where the collectives of a
   * program share one.
   *
   * @param operator what is computed; {@code AND}, {@code OR} and {@code XOR} are for integers
   * @param options an algorithm, {@link Order#CANONICAL}, and in programs {@link Smalti#cores}
   */
  public void allReduce(Reduce operator, CollectiveOption... options) {
    new Collective("allReduce", options, flat(), shared(options), operator).run(ranks);
  }

  /**
   * On every rank, each element becomes the combination of that element of the input on all ranks.
   *
   * @param input what each rank has; another window of as many elements, left as it is
   * @param signal with a cell for each rank at least, of which it leaves 0
   * @param operator what is computed; {@code AND}, {@code OR} and {@code XOR} are for integers
   * @param options an algorithm, {@link Order#CANONICAL}, and in programs {@link Smalti#cores}
   */
  public void allReduce(
      Window<T> input, Signal signal, Reduce operator, CollectiveOption... options) {
    new Collective("allReduce", options, flat(), input.flat(), signal, operator).run(ranks);
  }

  /**
   * As {@link #allReduce} with a signal; in a {@link Host} method only, where the collectives of a
   * program share one.
   *
   * @param input what each rank has; another window of as many elements, left as it is
   * @param operator what is computed; {@code AND}, {@code OR} and {@code XOR} are for integers
   * @param options an algorithm, {@link Order#CANONICAL}, and in programs {@link Smalti#cores}
   */
  public void allReduce(Window<T> input, Reduce operator, CollectiveOption... options) {
    new Collective("allReduce", options, flat(), input.flat(), shared(options), operator)
        .run(ranks);
  }

  /**
   * In place: of the segment of this rank, each element becomes the combination of that element on
   * all ranks. The segment of rank r is row r of a window of as many rows as ranks; of another one,
   * the elements from {@code count * r / ranks} to {@code count * (r + 1) / ranks}. Other segments
   * are left as they are, but by {@link Algorithm#RING}, which leaves partial results.
   *
   * @param signal with a cell for each rank at least, of which it leaves 0
   * @param operator what is computed; {@code AND}, {@code OR} and {@code XOR} are for integers
   * @param options an algorithm, {@link Order#CANONICAL}, and in programs {@link Smalti#cores}
   */
  public void reduceScatter(Signal signal, Reduce operator, CollectiveOption... options) {
    new Collective("reduceScatter", options, flat(), signal, operator).run(ranks);
  }

  /**
   * As {@link #reduceScatter} with a signal; in a {@link Host} method only, where the collectives
   * of a program share one.
   *
   * @param operator what is computed; {@code AND}, {@code OR} and {@code XOR} are for integers
   * @param options an algorithm, {@link Order#CANONICAL}, and in programs {@link Smalti#cores}
   */
  public void reduceScatter(Reduce operator, CollectiveOption... options) {
    new Collective("reduceScatter", options, flat(), shared(options), operator).run(ranks);
  }

  /**
   * On every rank, each element becomes the combination of that element of its part of the input on
   * all ranks. Part 0 is for rank 0, and so on.
   *
   * @param input what each rank has; another window of as many elements as there are ranks times
   *     those of this one, left as it is
   * @param signal with a cell for each rank at least, of which it leaves 0
   * @param operator what is computed; {@code AND}, {@code OR} and {@code XOR} are for integers
   * @param options an algorithm, {@link Order#CANONICAL}, and in programs {@link Smalti#cores}
   */
  public void reduceScatter(
      Window<T> input, Signal signal, Reduce operator, CollectiveOption... options) {
    new Collective("reduceScatter", options, flat(), input.flat(), signal, operator).run(ranks);
  }

  /**
   * As {@link #reduceScatter} with a signal; in a {@link Host} method only, where the collectives
   * of a program share one.
   *
   * @param input what each rank has; another window of as many elements as there are ranks times
   *     those of this one, left as it is
   * @param operator what is computed; {@code AND}, {@code OR} and {@code XOR} are for integers
   * @param options an algorithm, {@link Order#CANONICAL}, and in programs {@link Smalti#cores}
   */
  public void reduceScatter(Window<T> input, Reduce operator, CollectiveOption... options) {
    new Collective("reduceScatter", options, flat(), input.flat(), shared(options), operator)
        .run(ranks);
  }

  /**
   * On every rank, what all ranks have: as many elements as there are ranks times those of the
   * input, that of rank 0 first.
   *
   * @param input what each rank has: a window or any tensor, in a program one for all ranks
   * @param signal with a cell for each rank at least, of which it leaves 0
   * @param options an algorithm, and in programs {@link Smalti#cores}
   */
  public void allGather(Tensor<T> input, Signal signal, CollectiveOption... options) {
    new Collective("allGather", options, flat(), input.flat(), signal).run(ranks);
  }

  /**
   * As {@link #allGather} with a signal; in a {@link Host} method only, where the collectives of a
   * program share one.
   *
   * @param input what each rank has: a window or any tensor, in a program one for all ranks
   * @param options an algorithm, and in programs {@link Smalti#cores}
   */
  public void allGather(Tensor<T> input, CollectiveOption... options) {
    new Collective("allGather", options, flat(), input.flat(), shared(options)).run(ranks);
  }

  /**
   * On every rank, what the root has.
   *
   * @param signal with a cell for each rank at least, of which it leaves 0
   * @param root a rank, the same on all of them
   * @param options an algorithm, and in programs {@link Smalti#cores}
   */
  public void broadcast(Signal signal, int root, CollectiveOption... options) {
    new Collective("broadcast", options, flat(), signal, root).run(ranks);
  }

  /**
   * As {@link #broadcast} with a signal; in a {@link Host} method only, where the collectives of a
   * program share one.
   *
   * @param root a rank, the same on all of them
   * @param options an algorithm, and in programs {@link Smalti#cores}
   */
  public void broadcast(int root, CollectiveOption... options) {
    new Collective("broadcast", options, flat(), shared(options), root).run(ranks);
  }

  /**
   * In place, on the root: each element becomes the combination of that element on all ranks. On
   * the others it is left as it is, but by {@link Algorithm#TREE} and {@link
   * Algorithm#DOUBLE_TREE}, which leave partial results.
   *
   * @param signal with a cell for each rank at least, of which it leaves 0
   * @param operator what is computed; {@code AND}, {@code OR} and {@code XOR} are for integers
   * @param root a rank, the same on all of them
   * @param options an algorithm, {@link Order#CANONICAL}, and in programs {@link Smalti#cores}
   */
  public void reduce(Signal signal, Reduce operator, int root, CollectiveOption... options) {
    new Collective("reduce", options, flat(), signal, operator, root).run(ranks);
  }

  /**
   * As {@link #reduce} with a signal; in a {@link Host} method only, where the collectives of a
   * program share one.
   *
   * @param operator what is computed; {@code AND}, {@code OR} and {@code XOR} are for integers
   * @param root a rank, the same on all of them
   * @param options an algorithm, {@link Order#CANONICAL}, and in programs {@link Smalti#cores}
   */
  public void reduce(Reduce operator, int root, CollectiveOption... options) {
    new Collective("reduce", options, flat(), shared(options), operator, root).run(ranks);
  }

  /**
   * On the root, what all ranks have, that of rank 0 first. On the others it is left as it is.
   *
   * @param input what each rank has: a window or any tensor, in a program one for all ranks
   * @param signal with a cell for each rank at least, of which it leaves 0
   * @param root a rank, the same on all of them
   * @param options an algorithm, and in programs {@link Smalti#cores}
   */
  public void gather(Tensor<T> input, Signal signal, int root, CollectiveOption... options) {
    new Collective("gather", options, flat(), input.flat(), signal, root).run(ranks);
  }

  /**
   * As {@link #gather} with a signal; in a {@link Host} method only, where the collectives of a
   * program share one.
   *
   * @param input what each rank has: a window or any tensor, in a program one for all ranks
   * @param root a rank, the same on all of them
   * @param options an algorithm, and in programs {@link Smalti#cores}
   */
  public void gather(Tensor<T> input, int root, CollectiveOption... options) {
    new Collective("gather", options, flat(), input.flat(), shared(options), root).run(ranks);
  }

  /**
   * On every rank, its part of what the root has, that of rank 0 first.
   *
   * @param input as many elements as there are ranks times those of this window; read on the root
   * @param signal with a cell for each rank at least, of which it leaves 0
   * @param root a rank, the same on all of them
   * @param options an algorithm, and in programs {@link Smalti#cores}
   */
  public void scatter(Window<T> input, Signal signal, int root, CollectiveOption... options) {
    new Collective("scatter", options, flat(), input.flat(), signal, root).run(ranks);
  }

  /**
   * As {@link #scatter} with a signal; in a {@link Host} method only, where the collectives of a
   * program share one.
   *
   * @param input as many elements as there are ranks times those of this window; read on the root
   * @param root a rank, the same on all of them
   * @param options an algorithm, and in programs {@link Smalti#cores}
   */
  public void scatter(Window<T> input, int root, CollectiveOption... options) {
    new Collective("scatter", options, flat(), input.flat(), shared(options), root).run(ranks);
  }

  /**
   * On every rank, the part for it of what each rank has: part s is part r of rank s, on rank r.
   *
   * @param input as many elements as this window: a part for each rank; a window or any tensor, in
   *     a program one for all ranks
   * @param signal with a cell for each rank at least, of which it leaves 0
   * @param options an algorithm, and in programs {@link Smalti#cores}
   */
  public void allToAll(Tensor<T> input, Signal signal, CollectiveOption... options) {
    new Collective("allToAll", options, flat(), input.flat(), signal).run(ranks);
  }

  /**
   * As {@link #allToAll} with a signal; in a {@link Host} method only, where the collectives of a
   * program share one.
   *
   * @param input as many elements as this window: a part for each rank; a window or any tensor, in
   *     a program one for all ranks
   * @param options an algorithm, and in programs {@link Smalti#cores}
   */
  public void allToAll(Tensor<T> input, CollectiveOption... options) {
    new Collective("allToAll", options, flat(), input.flat(), shared(options)).run(ranks);
  }

  /**
   * As {@link #allToAll} with parts of which some rows are sent: row {@code s * m + k} becomes row
   * {@code r * m + k} of rank s, on rank r, for k below the count; other rows are left as they are.
   * Both have two axes, and {@code m = rows / ranks}.
   *
   * @param input of the shape of this window: m rows for each rank; a window or any tensor, in a
   *     program one for all ranks
   * @param signal with a cell for each rank at least, of which it leaves 0
   * @param counts how many rows are sent to each rank; below 0 means none, above m means m
   * @param received becomes how many rows came from each rank
   * @param options an algorithm
   */
  public void allToAllV(
      Tensor<T> input,
      Signal signal,
      Tensor<I32> counts,
      Window<I32> received,
      CollectiveOption... options) {
    new Collective("allToAllV", options, this, input, signal, counts.flat(), received.flat())
        .run(ranks);
  }

  /**
   * As {@link #allToAllV} with a signal; in a {@link Host} method only, where the collectives of a
   * program share one.
   *
   * @param input of the shape of this window: m rows for each rank; a window or any tensor, in a
   *     program one for all ranks
   * @param counts how many rows are sent to each rank; below 0 means none, above m means m
   * @param received becomes how many rows came from each rank
   * @param options an algorithm
   */
  public void allToAllV(
      Tensor<T> input, Tensor<I32> counts, Window<I32> received, CollectiveOption... options) {
    new Collective(
            "allToAllV", options, this, input, shared(options), counts.flat(), received.flat())
        .run(ranks);
  }

  /**
   * What the rank {@code from} has, which names this rank as its {@code to}. In kernels only, since
   * each rank has peers of its own.
   *
   * @param input what goes to {@code to}; as many elements as this window
   * @param signal with a cell for each rank at least, of which it leaves 0
   * @param to a rank that takes the input; each rank is the {@code to} of one other
   * @param from the rank whose input comes
   * @param options an algorithm
   */
  public void sendReceive(
      Tensor<T> input, Signal signal, int to, int from, CollectiveOption... options) {
    rank(); // Only a rank has peers.
    new Collective("sendReceive", options, flat(), input.flat(), signal, to, from).run(ranks);
  }

  /** The signal of the collectives of a program that are given none. */
  private Signal shared(CollectiveOption... options) {
    if (domain.isEmpty() || ranks.bound()) {
      throw new IllegalStateException(
          "a collective on window "
              + name
              + " has no signal; only in a @Host method it may be left out");
    }
    int cores = Collective.cores(options);
    return cores > 1 ? domain.get().collectives(cores) : domain.get().collectives();
  }

  /** Whether both are views of one allocation. */
  boolean sharesMemory(Window<?> other) {
    return memory == other.memory;
  }

  /** What messages call it: {@code window data F32 [1, 256]}. */
  @Override
  public String toString() {
    return "window " + name + " " + dtype() + " " + Shapes.text(shape());
  }
}
