package dev.smalti.lang;

import dev.smalti.lang.spi.Ranks;
import dev.smalti.lang.spi.SignalCells;
import dev.smalti.lang.spi.WindowMemory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * The ranks of one eager run, or of a domain of it, which are of no use when the run has ended.
 *
 * @param ranks the ranks
 * @param waits whether each dispatch is waited for where it stands
 * @param ended whether the run has ended; domains share it
 */
record EagerRun(Ranks ranks, boolean waits, AtomicBoolean ended) implements Ranks {
  /** A run that is waited for at its end. */
  static EagerRun of(Ranks ranks) {
    return new EagerRun(ranks, false, new AtomicBoolean());
  }

  /** A run that never ends, each of whose dispatches is waited for. */
  static EagerRun waiting(Ranks ranks) {
    return new EagerRun(ranks, true, new AtomicBoolean());
  }

  /** Ends the run: its windows and signals are refused from now on. */
  void end(Consumer<Ranks> how) {
    ended.set(true);
    how.accept(ranks);
  }

  private Ranks going() {
    if (ended.get()) {
      throw new IllegalStateException(
          "the run that made this world, window or signal has ended; make them in the run that"
              + " uses them");
    }
    return ranks;
  }

  @Override
  public int size() {
    return ranks.size();
  }

  @Override
  public int cores() {
    return ranks.cores();
  }

  @Override
  public boolean bound() {
    return ranks.bound();
  }

  @Override
  public int current() {
    return ranks.current();
  }

  @Override
  public WindowMemory window(String name, long bytes) {
    return going().window(name, bytes);
  }

  @Override
  public SignalCells signal(String name, int[] shape) {
    return going().signal(name, shape);
  }

  @Override
  public Ranks devices(int... devices) {
    return new EagerRun(going().devices(devices), waits, ended);
  }

  @Override
  public void forEachRank(IntConsumer call) {
    going().forEachRank(call);
    if (waits) {
      ranks.finish();
    }
  }

  @Override
  public void finish() {
    ranks.finish();
  }

  @Override
  public void abandon() {
    ranks.abandon();
  }
}
