package dev.smalti.simulator;

import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.pool.Pool;
import dev.smalti.runtime.pool.PoolCells;
import dev.smalti.runtime.pool.PoolKind;
import dev.smalti.runtime.pool.PoolWindow;
import dev.smalti.runtime.pool.Relation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/**
 * Delays what ranks write to windows for as long as the memory model allows: until the rank
 * notifies. Each rank has a copy of every instance, its own included. A notify publishes what
 * changed in the copies of the rank that notifies; an await or a read brings what was published to
 * the copies of the rank that waits or reads. So a program that relies on anything but that fails
 * here, on every machine.
 *
 * <p>An addition to a window with {@code ADD} happens in a copy and is lost if another rank adds to
 * the same element meanwhile: programs that do so are not for this pool.
 */
public final class WeakMemory implements Pool {
  /** Where memory is published, or brought. */
  enum Fence {
    /** In front of an addition to a cell. */
    ADD,
    /** In front of a cell that is set. */
    SET,
    /** Behind an await. */
    AWAIT,
    /** Behind the read of a cell. */
    READ,
    /** Behind the wait for several cells. */
    CONDITION
  }

  private static final ScopedValue<Integer> RANK = ScopedValue.newInstance();

  private final Pool pool;
  private final Set<Fence> fences;
  private final List<Copies> windows = new CopyOnWriteArrayList<>();

  private WeakMemory(Pool pool, Set<Fence> fences) {
    this.pool = pool;
    this.fences = Set.copyOf(fences);
  }

  /**
   * {@code DevicePool.seeded(size, seed)} with delayed writes.
   *
   * @param size how many ranks, at least 1
   * @param seed of what is drawn
   * @return a pool
   */
  public static DevicePool seeded(int size, long seed) {
    return DevicePool.of(around(new SimulatedPools().open(new PoolKind.Seeded(size, seed))));
  }

  /**
   * Any pool with delayed writes.
   *
   * @param pool the pool, which the result closes
   * @return a pool
   */
  public static Pool around(Pool pool) {
    return with(pool, Set.of(Fence.values()));
  }

  /** With some of the fences only: to see that each one is needed. */
  static Pool with(Pool pool, Set<Fence> fences) {
    return new WeakMemory(pool, fences);
  }

  private void publish(Fence fence, int rank) {
    if (fences.contains(fence)) {
      windows.forEach(window -> window.publish(rank));
    }
  }

  private void bring(Fence fence, int rank) {
    if (fences.contains(fence)) {
      windows.forEach(window -> window.bring(rank));
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
  public int device(int rank) {
    return pool.device(rank);
  }

  @Override
  public String name() {
    return pool.name();
  }

  @Override
  public PoolWindow window(long bytes) {
    Copies copies = new Copies(pool.window(bytes));
    windows.add(copies);
    return copies;
  }

  @Override
  public PoolCells cells(int count) {
    return new Fenced(pool.cells(count));
  }

  @Override
  public void step(int rank, int line) {
    pool.step(rank, line);
  }

  @Override
  public void pause(int rank, long rounds) {
    pool.pause(rank, rounds);
  }

  @Override
  public boolean await(int rank, BooleanSupplier holds, int line) {
    boolean held = pool.await(rank, holds, line);
    bring(Fence.CONDITION, rank);
    return held;
  }

  @Override
  public void begin() {
    pool.begin();
  }

  @Override
  public void dispatch(int rank, Runnable work) {
    pool.dispatch(rank, () -> ScopedValue.where(RANK, rank).run(work));
  }

  @Override
  public boolean settle() throws InterruptedException {
    boolean drained = pool.settle();
    if (drained) { // The host has seen all; what it dispatches next does too.
      for (Copies window : windows) {
        for (int rank = 0; rank < size(); rank++) {
          window.publish(rank);
        }
        for (int rank = 0; rank < size(); rank++) {
          window.bring(rank);
        }
      }
    }
    return drained;
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
    windows.forEach(Copies::free);
    pool.close();
  }

  /** A window of which every rank has a copy. */
  private final class Copies implements PoolWindow {
    private final PoolWindow published;
    private final Arena arena = Arena.ofShared();

    /** What a rank sees: by the rank, then by the instance. */
    private final MemorySegment[][] seen;

    /** What was published when the rank last looked: what differs from it, the rank has written. */
    private final MemorySegment[][] before;

    Copies(PoolWindow published) {
      this.published = published;
      this.seen = instances();
      this.before = instances();
    }

    private MemorySegment[][] instances() {
      MemorySegment[][] all = new MemorySegment[pool.size()][pool.size()];
      for (MemorySegment[] row : all) {
        for (int instance = 0; instance < row.length; instance++) {
          row[instance] = arena.allocate(published.bytes(), 64);
        }
      }
      return all;
    }

    @Override
    public long bytes() {
      return published.bytes();
    }

    @Override
    public MemorySegment instance(int rank) {
      return RANK.isBound() ? seen[RANK.get()][rank] : published.instance(rank);
    }

    synchronized void publish(int rank) {
      for (int instance = 0; instance < pool.size(); instance++) {
        MemorySegment mine = seen[rank][instance];
        MemorySegment last = before[rank][instance];
        for (long at = next(mine, last, 0); at >= 0; at = next(mine, last, at + 1)) {
          byte written = mine.get(ValueLayout.JAVA_BYTE, at);
          published.instance(instance).set(ValueLayout.JAVA_BYTE, at, written);
          last.set(ValueLayout.JAVA_BYTE, at, written);
        }
      }
    }

    synchronized void bring(int rank) {
      for (int instance = 0; instance < pool.size(); instance++) {
        MemorySegment mine = seen[rank][instance];
        MemorySegment last = before[rank][instance];
        MemorySegment now = published.instance(instance);
        for (long at = next(now, last, 0); at >= 0; at = next(now, last, at + 1)) {
          byte held = last.get(ValueLayout.JAVA_BYTE, at);
          if (mine.get(ValueLayout.JAVA_BYTE, at) == held) {
            mine.set(ValueLayout.JAVA_BYTE, at, now.get(ValueLayout.JAVA_BYTE, at));
            last.set(ValueLayout.JAVA_BYTE, at, now.get(ValueLayout.JAVA_BYTE, at));
          }
        }
      }
    }

    /** The next byte that differs, -1 if there is none. */
    private long next(MemorySegment a, MemorySegment b, long from) {
      long bytes = bytes();
      long found = MemorySegment.mismatch(a, from, bytes, b, from, bytes);
      return found < 0 ? -1 : from + found;
    }

    @Override
    public synchronized void zero() {
      published.zero();
      for (MemorySegment[][] all : List.of(seen, before)) {
        for (MemorySegment[] row : all) {
          for (MemorySegment instance : row) {
            instance.fill((byte) 0);
          }
        }
      }
    }

    @Override
    public void close() {
      windows.remove(this);
      published.close();
      free();
    }

    void free() {
      if (arena.scope().isAlive()) {
        arena.close();
      }
    }
  }

  private final class Fenced implements PoolCells {
    private final PoolCells cells;

    Fenced(PoolCells cells) {
      this.cells = cells;
    }

    @Override
    public int count() {
      return cells.count();
    }

    @Override
    public void add(int rank, int peer, int cell, int value, int line) {
      publish(Fence.ADD, rank);
      cells.add(rank, peer, cell, value, line);
    }

    @Override
    public void set(int rank, int peer, int cell, int value, int line) {
      publish(Fence.SET, rank);
      cells.set(rank, peer, cell, value, line);
    }

    @Override
    public boolean await(int rank, int cell, Relation relation, int value, int line) {
      boolean held =
          cells.holdsSoon(rank, cell, relation, value)
              || cells.await(rank, cell, relation, value, line);
      bring(Fence.AWAIT, rank);
      return held;
    }

    @Override
    public int read(int rank, int cell, int line) {
      int held = cells.read(rank, cell, line);
      bring(Fence.READ, rank);
      return held;
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
