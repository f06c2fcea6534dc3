package dev.smalti.lang;

import dev.smalti.lang.spi.Ranks;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * A set of devices, one for each rank from 0 to {@code size() - 1}: those of a {@link World}, or
 * some of them. Windows and signals belong to the domain that made them, and are used in its
 * dispatches only. Ranks are counted within the domain: {@code data.rank()}, peers, and the symbol
 * {@code ranks} of {@link Shape} in what it dispatches.
 *
 * <p>Errors in annotated methods: to make a window or signal, or to dispatch, anywhere but in
 * {@link Host}; a basic {@code for} over ranks instead of {@link #forEachRank}.
 */
public sealed class Domain permits World {
  private final Ranks ranks;
  private final VariableNames names;
  private final int[] devices;

  /** Only the thread that runs the program makes memory. */
  private Optional<Signal> collectives = Optional.empty();

  /** The same of collectives on several cores: by how many. */
  private final Map<Integer, Signal> lanes = new HashMap<>();

  Domain(Ranks ranks, VariableNames names, int[] devices) {
    this.ranks = ranks;
    this.names = names;
    this.devices = devices;
  }

  /** Some of the devices. */
  final Domain domain(int[] some) {
    return new Domain(ranks.devices(some), names, some);
  }

  /** The signal of collectives that are given none, made when it is needed first. */
  final Signal collectives() {
    if (collectives.isEmpty()) {
      collectives =
          Optional.of(
              Signal.over(
                  "collectives", ranks.signal("collectives", new int[] {size()}), ranks, size()));
    }
    return collectives.get();
  }

  /** The same for calls on so many cores: a lane of cells for each. */
  final Signal collectives(int cores) {
    return lanes.computeIfAbsent(
        cores,
        _ ->
            Signal.over(
                "collectives",
                ranks.signal("collectives", new int[] {size(), cores}),
                ranks,
                size(),
                cores));
  }

  /** What was found out about names, for another domain. */
  final VariableNames names() {
    return names;
  }

  /**
   * How many ranks.
   *
   * @return the number of ranks, at least 1
   */
  public final int size() {
    return ranks.size();
  }

  /**
   * The device of a rank, a number in the world: {@code inputs.at(low.device(r))}.
   *
   * @param rank from 0 to {@code size() - 1}
   * @return the device; of a world the rank itself
   * @throws IndexOutOfBoundsException if there is no such rank
   */
  public final int device(int rank) {
    return devices[Objects.checkIndex(rank, devices.length)];
  }

  /**
   * A window, of which every rank has an instance, every element 0. Not in a loop. Reports call it
   * as the variable that it is assigned to, or by the line where it is made.
   *
   * @param <T> the element type
   * @param dtype the element type
   * @param shape the extents, each at least 1
   * @return the window
   * @throws IllegalArgumentException if an extent is below 1, or the size is not possible
   */
  public final <T extends DType> Window<T> window(T dtype, Extent shape) {
    checkOutside("a window");
    String name = names.ofCaller("window");
    long[] extents = Shapes.positive("the shape of a window ", shape.toArray());
    long bytes = Window.bytes(dtype, name, extents);
    return Window.over(dtype, name, ranks.window(name, bytes), ranks, extents).of(this);
  }

  /**
   * A signal, of which every rank has an instance, every cell 0. Not in a loop. Reports call it as
   * the variable that it is assigned to, or by the line where it is made.
   *
   * @param shape the extents, each at least 0
   * @return the signal
   * @throws IllegalArgumentException if there are more cells than an {@code int} can count
   */
  public final Signal signal(Extent shape) {
    checkOutside("a signal");
    String name = names.ofCaller("signal");
    long[] extents = shape.toArray();
    long count = Shapes.count("the shape of a signal ", extents);
    int[] small = new int[extents.length];
    for (int axis = 0; axis < small.length; axis++) {
      if (extents[axis] > Integer.MAX_VALUE || count > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "a signal "
                + shape
                + " has "
                + count
                + " cells; at most "
                + Integer.MAX_VALUE
                + " are possible, and no axis longer");
      }
      small[axis] = (int) extents[axis];
    }
    return Signal.over(name, ranks.signal(name, small), ranks, extents);
  }

  /**
   * A signal for collectives on a window: it has a cell for each rank, which serves all of them and
   * all algorithms, in any order and in loops, since each leaves its cells at 0.
   *
   * @param data a window of this domain
   * @return the signal, {@code [size()]}
   * @throws IllegalArgumentException if the window has other ranks
   * @throws IllegalStateException inside a dispatch
   */
  public final Signal signalFor(Window<?> data) {
    if (data.ranks() != size()) {
      throw new IllegalArgumentException(
          data + " has " + data.ranks() + " ranks, this domain has " + size());
    }
    return signal(new Extent(size()));
  }

  private void checkOutside(String what) {
    if (ranks.bound()) {
      throw new IllegalStateException(
          what
              + " is made by rank "
              + ranks.current()
              + "; make it in the @Host method, before forEachRank, and pass it");
    }
  }

  /**
   * Dispatches one call to every rank. It returns when the calls are enqueued; each rank runs its
   * calls in the order of the dispatches, and the end of the {@link Host} method waits for all. A
   * method that runs as it stands on {@link World#eager} itself waits for each dispatch instead; in
   * {@link World#run} it does not.
   *
   * @param call one call of a {@link Jit} or {@link InCore} method, given the rank
   * @throws IllegalStateException inside a dispatch, or if every rank is blocked or finished and no
   *     wait can end
   */
  public final void forEachRank(IntConsumer call) {
    if (ranks.bound()) {
      throw new IllegalStateException(
          "forEachRank is called by rank "
              + ranks.current()
              + "; only the @Host method dispatches to ranks");
    }
    ranks.forEachRank(call);
  }
}
