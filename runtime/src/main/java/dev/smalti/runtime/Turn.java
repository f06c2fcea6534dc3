package dev.smalti.runtime;

import dev.smalti.runtime.pool.Pool;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One use of a pool: asked for, then in use, then over. Any thread may give it up at any time; what
 * is over stays as it is.
 */
final class Turn {
  private final Object owner;

  /** Why it was given up, once it was. */
  private @Nullable String reason;

  /** Where its ranks may run, while they may. */
  private @Nullable Pool running;

  Turn(Object owner) {
    this.owner = owner;
  }

  /** Who asked for it. */
  Object owner() {
    return owner;
  }

  /** Gives it up. Only the first reason counts. */
  synchronized void cancel(String why) {
    if (reason == null) {
      reason = why;
      if (running != null) {
        running.cancel();
      }
    }
  }

  synchronized boolean cancelled() {
    return reason != null;
  }

  synchronized Optional<String> reason() {
    return Optional.ofNullable(reason);
  }

  /** Its ranks may run from here on; the pool has forgotten earlier cancellations. */
  synchronized void runsOn(Pool pool) {
    running = pool;
    if (reason != null) {
      pool.cancel();
    }
  }

  /** No rank runs any more, so there is nothing to cancel. */
  synchronized void rests() {
    running = null;
  }
}
