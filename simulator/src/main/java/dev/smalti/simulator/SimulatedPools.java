package dev.smalti.simulator;

import dev.smalti.runtime.pool.Pool;
import dev.smalti.runtime.pool.PoolKind;
import dev.smalti.runtime.pool.PoolProvider;

/** Opens the simulated pools; found by {@link java.util.ServiceLoader}. */
public final class SimulatedPools implements PoolProvider {
  /** For the service loader. */
  public SimulatedPools() {}

  @Override
  public boolean provides(PoolKind kind) {
    return switch (kind) {
      case PoolKind.Threads _, PoolKind.Seeded _, PoolKind.Scheduled _ -> true;
    };
  }

  @Override
  public Pool open(PoolKind kind) {
    return switch (kind) {
      case PoolKind.Threads threads -> ThreadsPool.open(threads.toString(), threads.devices());
      case PoolKind.Seeded seeded ->
          new SeededPool(kind.toString(), seeded.size(), () -> new Drawn(seeded.seed()));
      case PoolKind.Scheduled scheduled -> {
        Schedule schedule = Schedule.parse(scheduled.schedule(), scheduled.size());
        yield new SeededPool(kind.toString(), scheduled.size(), schedule::follow);
      }
    };
  }
}
