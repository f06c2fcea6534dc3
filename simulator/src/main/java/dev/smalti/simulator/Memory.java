package dev.smalti.simulator;

import dev.smalti.runtime.pool.PoolWindow;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A window in native memory of this process. */
final class Memory implements PoolWindow {
  /** A cache line, and the widest vector. */
  private static final long ALIGNMENT = 64;

  private final Arena arena;
  private final boolean owned;
  private final long bytes;
  private final MemorySegment[] instances;

  private Memory(Arena arena, boolean owned, int ranks, long bytes) {
    this.arena = arena;
    this.owned = owned;
    this.bytes = bytes;
    this.instances = new MemorySegment[ranks];
    try {
      for (int rank = 0; rank < ranks; rank++) {
        instances[rank] = arena.allocate(bytes, ALIGNMENT); // Zero, as every arena's memory.
      }
    } catch (OutOfMemoryError | IllegalArgumentException tooLarge) {
      close(); // What the first ranks have got would stay for ever.
      throw tooLarge;
    }
  }

  /** Freed by {@link #close()}. */
  @SuppressWarnings("MustBeClosedChecker") // The window closes it.
  static Memory owned(int ranks, long bytes) {
    return new Memory(Arena.ofShared(), true, ranks, bytes);
  }

  /** Freed when nothing can reach it any more. */
  static Memory unowned(int ranks, long bytes) {
    return new Memory(Arena.ofAuto(), false, ranks, bytes);
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public MemorySegment instance(int rank) {
    return instances[rank];
  }

  @Override
  public void zero() {
    for (MemorySegment instance : instances) {
      instance.fill((byte) 0);
    }
  }

  @Override
  public void close() {
    if (owned && arena.scope().isAlive()) {
      arena.close();
    }
  }
}
