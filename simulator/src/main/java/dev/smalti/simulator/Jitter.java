package dev.smalti.simulator;

import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.pool.Pool;
import dev.smalti.runtime.pool.PoolCells;
import dev.smalti.runtime.pool.PoolKind;
import dev.smalti.runtime.pool.PoolWindow;
import dev.smalti.runtime.pool.Relation;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Delays ranks at random before each communication step and each dispatch, to bring out what
 * depends on timing. The delays are drawn from a seed; what the threads make of them is not
 * repeatable.
 */
public final class Jitter implements Pool {
  private static final int LONGEST_NANOS = 40_000;
  private static final int MOST_SPINS = 400;

  private final Pool pool;
  private final SplitMix[] random;

  private Jitter(Pool pool, long seed) {
    this.pool = pool;
    this.random = new SplitMix[pool.size()];
    for (int rank = 0; rank < random.length; rank++) {
      random[rank] = new SplitMix(seed + rank * 0x9E3779B97F4A7C15L);
    }
  }

  /**
   * {@code DevicePool.threads(size)} with delays.
   *
   * @param size how many ranks, at least 1
   * @param seed of the delays
   * @return a pool
   */
  public static DevicePool threads(int size, long seed) {
    return DevicePool.of(around(new SimulatedPools().open(new PoolKind.Threads(size)), seed));
  }

  /**
   * Any pool with delays.
   *
   * @param pool the pool, which the result closes
   * @param seed of the delays
   * @return a pool
   */
  public static Pool around(Pool pool, long seed) {
    return new Jitter(pool, seed);
  }

  /** One of: nothing, a few spins, a yield, a short sleep. Each rank has numbers of its own. */
  @SuppressWarnings("ThreadPriorityCheck") // To disturb the scheduler is the purpose.
  private void delay(int rank) {
    switch (random[rank].below(8)) {
      case 0 -> LockSupport.parkNanos(random[rank].below(LONGEST_NANOS));
      case 1, 2 -> Thread.yield();
      case 3, 4 -> {
        for (int spin = random[rank].below(MOST_SPINS); spin > 0; spin--) {
          Thread.onSpinWait();
        }
      }
      default -> {}
    }
  }

  @Override
  public int size() {
    return pool.size();
  }

  @Override
  public int cores() {
    return pool.cores();
  }

  @Override
  public boolean concurrent() {
    return pool.concurrent();
  }

  @Override
  public int device(int rank) {
    return pool.device(rank);
  }

  @Override
  public String name() {
    return pool.name();
  }

  @Override
  public PoolWindow window(long bytes) {
    return pool.window(bytes);
  }

  @Override
  public PoolCells cells(int count) {
    return new Delayed(pool.cells(count));
  }

  @Override
  public void step(int rank, int line) {
    delay(rank);
    pool.step(rank, line);
  }

  @Override
  public void pause(int rank, long rounds) {
    pool.pause(rank, rounds);
  }

  @Override
  public boolean await(int rank, BooleanSupplier holds, int line) {
    delay(rank);
    return pool.await(rank, holds, line);
  }

  @Override
  public void begin() {
    pool.begin();
  }

  @Override
  public void dispatch(int rank, Runnable work) {
    pool.dispatch(
        rank,
        () -> {
          delay(rank);
          work.run();
        });
  }

  @Override
  public boolean settle() throws InterruptedException {
    return pool.settle();
  }

  @Override
  public void end() {
    pool.end();
  }

  @Override
  public void cancel() {
    pool.cancel();
  }

  @Override
  public boolean cancelled() {
    return pool.cancelled();
  }

  @Override
  public void close() {
    pool.close();
  }

  private final class Delayed implements PoolCells {
    private final PoolCells cells;

    Delayed(PoolCells cells) {
      this.cells = cells;
    }

    @Override
    public int count() {
      return cells.count();
    }

    @Override
    public void add(int rank, int peer, int cell, int value, int line) {
      delay(rank);
      cells.add(rank, peer, cell, value, line);
    }

    @Override
    public void set(int rank, int peer, int cell, int value, int line) {
      delay(rank);
      cells.set(rank, peer, cell, value, line);
    }

    @Override
    public boolean await(int rank, int cell, Relation relation, int value, int line) {
      delay(rank);
      return cells.holdsSoon(rank, cell, relation, value)
          || cells.await(rank, cell, relation, value, line);
    }

    @Override
    public int read(int rank, int cell, int line) {
      delay(rank);
      return cells.read(rank, cell, line);
    }

    @Override
    public int peek(int rank, int cell) {
      return cells.peek(rank, cell);
    }

    @Override
    public void zero() {
      cells.zero();
    }
  }
}
