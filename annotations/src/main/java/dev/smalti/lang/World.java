package dev.smalti.lang;

import dev.smalti.lang.spi.EagerRanks;
import dev.smalti.lang.spi.Ranks;
import java.util.Arrays;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * All devices of a run. The first parameter of a {@link Host} method.
 *
 * <p>A {@code Host} method runs as it stands, every rank at once, with breakpoints and stack
 * traces:
 *
 * <pre>{@code
 * RingSum.allReduce(World.eager(4), inputs, outputs);
 * World.eager(4).run(world -> RingSum.allReduce(world, inputs, outputs));
 * }</pre>
 *
 * In the first form each dispatch is waited for where it stands. The second form waits at its end
 * only, as generated programs do; a program in which a wait is ended by a later dispatch needs it.
 *
 * <p>A method that runs as it stands computes what the generated one does, but nobody reads {@link
 * Shape} for it: arguments of other extents than declared pass, unless an operation fails on them.
 */
public final class World extends Domain {
  private final Supplier<Ranks> opener;

  private World(Supplier<Ranks> opener, Ranks ranks, VariableNames names) {
    super(ranks, names, IntStream.range(0, ranks.size()).toArray());
    this.opener = opener;
  }

  /**
   * A world for running {@link Host} methods as they stand.
   *
   * @param size how many ranks, at least 1; more than one need the artefact {@code
   *     dev.smalti:simulator} at run time
   * @return the world
   * @throws IllegalArgumentException if size is below 1
   * @throws IllegalStateException if the artefact is missing
   */
  public static World eager(int size) {
    if (size < 1) {
      throw new IllegalArgumentException("World.eager(" + size + "): a world has at least 1 rank");
    }
    Supplier<Ranks> opener = size == 1 ? SingleRank::new : () -> provider(size).open(size);
    return new World(opener, EagerRun.waiting(opener.get()), new VariableNames());
  }

  private static EagerRanks provider(int size) {
    return ServiceLoader.load(EagerRanks.class)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "World.eager("
                        + size
                        + ") needs the artefact dev.smalti:simulator at run time;"
                        + " without it there is World.eager(1)"));
  }

  /**
   * The devices from one up to another, as a domain: its rank 0 is device {@code from}. Domains may
   * have devices in common; each device runs the dispatches of all its domains in the order in
   * which they were made.
   *
   * @param from the first device
   * @param to where they end, at most {@link #size()}
   * @return the domain
   * @throws IllegalArgumentException if there is none, or one is no device of the world
   */
  public Domain devices(int from, int to) {
    if (from < 0 || to > size() || from >= to) {
      throw new IllegalArgumentException(
          "devices("
              + from
              + ", "
              + to
              + "): the world has "
              + size()
              + ", and a domain at least one");
    }
    return domain(IntStream.range(from, to).toArray());
  }

  /**
   * Single devices, as a domain, ranked in ascending order.
   *
   * @param devices which, ascending
   * @return the domain
   * @throws IllegalArgumentException if there is none, one is no device of the world, or they do
   *     not ascend
   */
  public Domain pick(int... devices) {
    boolean ascends = devices.length > 0 && devices[0] >= 0 && devices[devices.length - 1] < size();
    for (int i = 1; i < devices.length; i++) {
      ascends &= devices[i - 1] < devices[i];
    }
    if (!ascends) {
      throw new IllegalArgumentException(
          "pick" + Arrays.toString(devices) + ": devices ascend, and the world has " + size());
    }
    return domain(devices.clone());
  }

  /**
   * Runs a program whose dispatches are only enqueued where they stand, on ranks of its own, and
   * waits for all of them at the end.
   *
   * <p>A callback of the program begins where it stands, and what it loads, stores, reads or writes
   * of a tensor waits for the dispatches before it. What it reads otherwise, such as the array that
   * a tensor wraps, does not wait: run such a program as {@code program(World.eager(n), ...)}.
   *
   * <p>The windows and signals of the run end with it: to use one later is an {@link
   * IllegalStateException}.
   *
   * @param program what is run; it is given a world of the same size
   * @throws RuntimeException the first failure of a rank, or that every rank is blocked or finished
   *     and no wait can end
   */
  public void run(Consumer<World> program) {
    EagerRun ranks = EagerRun.of(opener.get());
    try {
      World world = new World(opener, ranks, names());
      HostReads.between(ranks, () -> program.accept(world));
    } catch (RuntimeException | Error failure) {
      try {
        ranks.end(Ranks::abandon);
      } catch (RuntimeException | Error later) {
        failure.addSuppressed(later);
      }
      throw failure;
    }
    ranks.end(Ranks::finish);
  }
}
