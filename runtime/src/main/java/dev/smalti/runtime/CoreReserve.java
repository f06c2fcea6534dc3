package dev.smalti.runtime;

import java.lang.ref.SoftReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Cores of calls that need no pool, kept so that such a call allocates nothing. Only a cache: which
 * core a call gets changes no result. As many are kept as threads usually call at once; where
 * memory is scarce the garbage collector takes them, and with them the scratch memory of a large
 * tile.
 */
final class CoreReserve {
  private static final int KEPT = 32;

  private final AtomicReferenceArray<@Nullable SoftReference<Core>> free =
      new AtomicReferenceArray<>(KEPT);

  Core borrow() {
    int start = start();
    for (int i = 0; i < KEPT; i++) {
      int slot = (start + i) % KEPT;
      if (free.get(slot) != null) {
        SoftReference<Core> kept = free.getAndSet(slot, null);
        Core core = kept == null ? null : kept.get();
        if (core != null) {
          return core;
        }
      }
    }
    return Core.alone();
  }

  void release(Core core) {
    int start = start();
    for (int i = 0; i < KEPT; i++) {
      if (free.compareAndSet((start + i) % KEPT, null, core.softly())) {
        return;
      }
    }
  }

  /** Threads start at different places, so that they seldom meet. */
  private static int start() {
    return (int) (Thread.currentThread().threadId() % KEPT);
  }
}
