package dev.smalti.runtime;

import dev.smalti.lang.DType;
import dev.smalti.lang.Signal;
import dev.smalti.lang.Window;
import dev.smalti.lang.spi.Ranks;
import dev.smalti.lang.spi.WindowMemory;
import dev.smalti.runtime.protocol.DeviceSet;
import java.util.Arrays;

/** The world of a compiled {@code @Host} method, while it runs. Only its own thread uses it. */
public final class Dispatch {
  private final Session session;
  private final DeviceSet domain;
  private final Ranks ranks;

  Dispatch(Session session) {
    this(session, session.devices(), session);
  }

  private Dispatch(Session session, DeviceSet domain, Ranks ranks) {
    this.session = session;
    this.domain = domain;
    this.ranks = ranks;
  }

  /**
   * The devices from one up to another, as a domain.
   *
   * @param from the first one
   * @param to where they end
   * @return what makes windows of these devices, and dispatches to them
   * @throws IllegalArgumentException if there is none, or one is no device of the world
   */
  public Dispatch devices(int from, int to) {
    return of(DeviceSet.range(from, to, size()));
  }

  /**
   * Single devices, as a domain.
   *
   * @param devices which, ascending
   * @return what makes windows of these devices, and dispatches to them
   * @throws IllegalArgumentException if there is none, one is no device of the world, or they do
   *     not ascend
   */
  public Dispatch pick(int... devices) {
    return of(DeviceSet.pick(size(), devices));
  }

  private Dispatch of(DeviceSet some) {
    return new Dispatch(session, some, new DomainRanks(session, some));
  }

  /**
   * How many ranks.
   *
   * @return at least 1
   */
  public int size() {
    return domain.size();
  }

  /**
   * A window, zero on every rank.
   *
   * @param <T> the element type
   * @param name what reports call it
   * @param dtype the element type
   * @param shape the extents, each at least 1
   * @return the window
   */
  public <T extends DType> Window<T> window(String name, T dtype, long... shape) {
    long bytes = dtype.bytes();
    for (long extent : shape) {
      if (extent < 1) {
        throw new IllegalArgumentException(
            "window " + name + " " + Arrays.toString(shape) + ": every extent is at least 1");
      }
      bytes = exact("window", name, bytes, extent, shape);
    }
    return Window.over(dtype, name, memory(name, bytes, shape), ranks, shape);
  }

  private WindowMemory memory(String name, long bytes, long[] shape) {
    try {
      return ranks.window(name, bytes);
    } catch (OutOfMemoryError none) {
      throw new OutOfMemoryError(
          "window "
              + name
              + " "
              + Arrays.toString(shape)
              + " needs "
              + bytes
              + " bytes on each of "
              + size()
              + " ranks: "
              + none.getMessage());
    }
  }

  /**
   * A signal, zero on every rank.
   *
   * @param name what reports call it
   * @param shape the extents, each at least 0
   * @return the signal
   */
  public Signal signal(String name, long... shape) {
    long cells = 1;
    int[] extents = new int[shape.length];
    for (int axis = 0; axis < shape.length; axis++) {
      cells = exact("signal", name, cells, shape[axis], shape);
      if (shape[axis] < 0 || shape[axis] > Integer.MAX_VALUE || cells > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "signal "
                + name
                + " "
                + Arrays.toString(shape)
                + ": extents are at least 0, and an int counts the cells");
      }
      extents[axis] = (int) shape[axis];
    }
    return Signal.over(name, ranks.signal(name, extents), ranks, shape);
  }

  /**
   * Enqueues one call for every rank and returns. Each rank performs its calls in order.
   *
   * @param call what a rank performs
   */
  public void forEachRank(RankCall call) {
    session.dispatch(domain, call);
  }

  /**
   * Waits until all calls enqueued so far are performed; a callback comes next.
   *
   * @param program the program
   * @param callback what is called next, {@code verify.accept}
   * @param line the line in the user's source
   * @throws RankFailedException if a rank failed
   * @throws StalledException if every rank is blocked or finished and no wait can end
   * @throws CancelledException if the run was given up, or the calling thread was interrupted,
   *     which it is still
   */
  public void fence(Kernel program, String callback, int line) {
    session.fence(
        callback
            + " at "
            + program.at(line)
            + " is called when the dispatches before it are done: one after it cannot end a wait");
  }

  /**
   * Asks whether to go on; loops of the host body call it.
   *
   * @throws CancelledException if the run was given up, or the calling thread was interrupted,
   *     which it is still
   * @throws RankFailedException if a rank failed
   */
  public void poll() {
    session.poll();
  }

  private static long exact(String what, String name, long product, long extent, long[] shape) {
    try {
      return Math.multiplyExact(product, extent);
    } catch (ArithmeticException overflow) {
      throw new IllegalArgumentException(
          what + " " + name + " " + Arrays.toString(shape) + " is larger than a long can count",
          overflow);
    }
  }
}
