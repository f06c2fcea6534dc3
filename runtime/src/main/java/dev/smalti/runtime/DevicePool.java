package dev.smalti.runtime;

import dev.smalti.runtime.pool.Pool;
import dev.smalti.runtime.pool.PoolKind;
import dev.smalti.runtime.pool.PoolProvider;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;

/**
 * The devices that programs run on, one for each rank. Several workers may share a pool; runs take
 * turns, in the order in which they were asked for.
 */
public sealed interface DevicePool extends AutoCloseable permits OpenPool {
  /**
   * Devices that are threads of this process.
   *
   * @param size how many, at least 1; more than there are processors is fine
   * @return a pool
   * @throws IllegalArgumentException if size is below 1
   * @throws IllegalStateException if the artefact {@code dev.smalti:simulator} is missing at run
   *     time
   */
  static DevicePool threads(int size) {
    return open(new PoolKind.Threads(size));
  }

  /**
   * Chosen devices that are threads of this process: rank i runs on the i-th one. Ranks, peers and
   * domains count from 0 whatever the devices are; reports name the pool as it is written here.
   *
   * @param devices the number of the device of each rank, each once
   * @return a pool
   * @throws IllegalArgumentException if there is none, one is negative, or one is there twice
   * @throws IllegalStateException if the artefact {@code dev.smalti:simulator} is missing at run
   *     time
   */
  static DevicePool threads(List<Integer> devices) {
    return open(new PoolKind.Threads(devices));
  }

  /**
   * Devices of which one runs at a time. At each communication step (a notify, an await, a read of
   * a cell, a use of a window) the next one is drawn, so that the same seed gives the same run.
   *
   * @param size how many, at least 1
   * @param seed of what is drawn; each run starts from it
   * @return a pool
   * @throws IllegalArgumentException if size is below 1
   * @throws IllegalStateException if the artefact {@code dev.smalti:simulator} is missing at run
   *     time
   */
  static DevicePool seeded(int size, long seed) {
    return open(new PoolKind.Seeded(size, seed));
  }

  /**
   * Devices of which one runs at a time, as a schedule says: entries separated by commas. {@code 2}
   * lets rank 2 perform one communication step, {@code 2.17} all its steps at line 17; it then
   * stands before its next step. After the last entry a rank goes on until it is blocked or
   * finished, the others in ascending order; a rank that reads cells again and again and sees no
   * change lets others go first.
   *
   * @param size how many, at least 1
   * @param schedule such as {@code "0.20,2.20,0.23"}; each run follows it from the start, and fails
   *     if an entry names a rank that cannot go on, or a line it is not at
   * @return a pool
   * @throws IllegalArgumentException if size is below 1, or the schedule is malformed
   * @throws IllegalStateException if the artefact {@code dev.smalti:simulator} is missing at run
   *     time
   */
  static DevicePool seeded(int size, String schedule) {
    return open(new PoolKind.Scheduled(size, schedule));
  }

  /**
   * Devices of another implementation.
   *
   * @param pool the implementation, which the device pool closes
   * @return a pool
   */
  static DevicePool of(Pool pool) {
    return new OpenPool(pool);
  }

  private static DevicePool open(PoolKind kind) {
    if (kind.size() < 1) {
      throw new IllegalArgumentException("DevicePool." + kind + ": a pool has at least 1 device");
    }
    PoolProvider provider =
        ServiceLoader.load(PoolProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(candidate -> candidate.provides(kind))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "DevicePool."
                            + kind
                            + " needs the artefact dev.smalti:simulator at run time; add it as a"
                            + " dependency"));
    return of(provider.open(kind));
  }

  /**
   * How many devices.
   *
   * @return at least 1
   */
  int size();

  /**
   * The device that a rank runs on.
   *
   * @param rank from 0 to {@code size() - 1}
   * @return the number of the device, as the pool was asked for
   * @throws IndexOutOfBoundsException if there is no such rank
   */
  int device(int rank);

  /**
   * A worker over all devices.
   *
   * @return a new worker
   * @throws IllegalStateException if the pool was closed
   */
  Worker worker();

  /**
   * Ends the devices, as {@link #close(Duration)} with ten seconds. Calling it again does nothing.
   *
   * @throws IllegalStateException if a rank calls it, or the body of a run of this pool
   */
  @Override
  void close();

  /**
   * Ends the devices and frees the windows of all programs. No new run is accepted from here on.
   * Runs that were asked for have a time to end by themselves; then they are cancelled, so that
   * {@link Run#join()} throws a {@link CancelledException}. A rank stops at its next poll, read,
   * access to a window or wait; closing waits for that. An interrupt of the calling thread cancels
   * them at once and is kept.
   *
   * @param grace how long runs may go on; zero cancels them at once
   * @throws IllegalArgumentException if the time is negative
   * @throws IllegalStateException if a rank calls it, or the body of a run of this pool
   */
  void close(Duration grace);
}
