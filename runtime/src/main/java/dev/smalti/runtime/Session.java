package dev.smalti.runtime;

import dev.smalti.lang.spi.Ranks;
import dev.smalti.lang.spi.SignalCells;
import dev.smalti.lang.spi.WindowMemory;
import dev.smalti.runtime.pool.Pool;
import dev.smalti.runtime.protocol.DeviceSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntConsumer;

/**
 * Runs on a pool: dispatches, the first failure, and what is reported when it is over. Compiled
 * programs and eager ones run through it alike. The host, one thread at a time, makes windows,
 * dispatches and finishes.
 */
public final class Session implements Ranks {
  private static final ScopedValue<Core> CURRENT = ScopedValue.newInstance();
  private static final String INTERRUPTED = "the thread that waited for it was interrupted";

  /** A rank that threw. */
  record Failure(Core core, String where, Throwable thrown) {}

  private final Pool pool;
  private final Core[] cores;
  private final DeviceSet all;
  private final String program;
  private final String advice;
  private final Allocator allocator;
  private final ConcurrentLinkedQueue<Failure> failures = new ConcurrentLinkedQueue<>();
  private Culprits culprits = Culprits.unknown();
  private Turn turn = new Turn(this);
  private boolean begun;

  /** How many signals this run has made. */
  private int signals;

  Session(Pool pool, Core[] cores, String program, String advice, Allocator allocator) {
    this.pool = pool;
    this.cores = cores.clone();
    this.all = DeviceSet.all(cores.length);
    this.program = program;
    this.advice = advice;
    this.allocator = allocator;
  }

  /**
   * The ranks of an eager run.
   *
   * @param pool where they run; its windows are freed when nothing can reach them
   * @return ranks of which nothing else knows
   */
  public static Ranks eager(Pool pool) {
    String world = "World.eager(" + pool.size() + ")";
    String advice =
        "If a later dispatch would end a wait: "
            + world
            + ".run(world -> ...) waits at its end only, not after each forEachRank.";
    return new Session(pool, Core.forRanks(pool.size()), world, advice, new Allocator.Fresh(pool));
  }

  /** Whether the calling thread runs a dispatch of any session. */
  static boolean insideDispatch() {
    return CURRENT.isBound();
  }

  /** The core of the calling thread, if it is that of a dispatch or task of these tasks. */
  static Optional<Core> coreAmong(RankTasks tasks) {
    return CURRENT.isBound() && CURRENT.get().tasks() == tasks
        ? Optional.of(CURRENT.get())
        : Optional.empty();
  }

  @Override
  public int size() {
    return cores.length;
  }

  @Override
  public int cores() {
    return pool.cores();
  }

  @Override
  public boolean bound() {
    return runs(all);
  }

  /** Whether the calling thread runs a dispatch of a domain. */
  boolean runs(DeviceSet domain) {
    return CURRENT.isBound() && CURRENT.get().runs(this) && CURRENT.get().runsIn(domain);
  }

  @Override
  public int current() {
    return core().rank();
  }

  /** The core of the calling thread. */
  Core core() {
    if (!CURRENT.isBound() || !CURRENT.get().runs(this)) {
      throw new IllegalStateException(
          "there is no rank of " + program + " here; forEachRank runs calls with a rank");
    }
    return CURRENT.get();
  }

  @Override
  public WindowMemory window(String name, long bytes) {
    return window(all, bytes);
  }

  WindowMemory window(DeviceSet domain, long bytes) {
    return new SharedWindow(this, domain, allocator.window(bytes));
  }

  /** All devices. */
  DeviceSet devices() {
    return all;
  }

  @Override
  public Ranks devices(int... some) {
    return new DomainRanks(this, DeviceSet.pick(size(), some));
  }

  @Override
  public SignalCells signal(String name, int[] shape) {
    return signal(all, name, shape);
  }

  SignalCells signal(DeviceSet domain, String name, int[] shape) {
    int count = 1;
    for (int extent : shape) {
      count = Math.multiplyExact(count, extent);
    }
    return new SharedCells(this, domain, allocator.cells(count), signals++, name, shape);
  }

  @Override
  public void forEachRank(IntConsumer call) {
    dispatch(all, (_, rank) -> call.accept(rank));
  }

  /** The next run begins: its windows are zero, whatever the one before has left. */
  void begin(Turn next, Culprits known) {
    allocator.begin();
    signals = 0;
    turn = next;
    culprits = known;
  }

  void free() {
    allocator.free();
  }

  void dispatch(DeviceSet domain, RankCall call) {
    if (insideDispatch()) {
      throw new IllegalStateException(
          "forEachRank of " + program + " is called by a rank; only the @Host method dispatches");
    }
    if (begun) {
      endIfGivenUp();
    }
    if (!begun) {
      begin();
    }
    for (int rank = 0; rank < domain.size(); rank++) {
      Core core = cores[domain.device(rank)];
      int inside = rank;
      pool.dispatch(core.device(), () -> perform(core, domain, inside, call));
    }
  }

  private void begin() {
    begun = true;
    failures.clear();
    for (Core core : cores) {
      core.begin(this, pool);
    }
    pool.begin();
    turn.runsOn(pool);
  }

  /** Ends the run if the host would go on in vain. */
  void poll() {
    if (begun) {
      endIfGivenUp();
      return;
    }
    Report report = report(List.of()); // What ranks did before is of another run.
    if (Thread.currentThread().isInterrupted()) {
      throw report.cancelled(INTERRUPTED);
    }
    throwIfCancelled(report);
  }

  /** The host may dispatch for ever; the run ends here if that is in vain. */
  private void endIfGivenUp() {
    if (Thread.currentThread().isInterrupted()) {
      cancelAndSettle();
      over();
      throw interrupted();
    }
    if (pool.cancelled()) {
      finish();
    }
  }

  /** A rank that uses a window looks whether the run was given up. */
  void checkGoingOn() {
    if (pool.cancelled() && CURRENT.isBound() && CURRENT.get().runs(this)) {
      core().checkGoingOn();
    }
  }

  private void perform(Core core, DeviceSet domain, int rank, RankCall call) {
    if (pool.cancelled()) {
      return;
    }
    core.enters(domain, rank);
    core.performs(true);
    perform(
        core,
        () -> {
          core.tasks().run(() -> call.run(core, rank));
          core.tasks().finish();
        });
    core.endTasks();
    core.performs(false);
  }

  /** Runs a share on the thread that calls: its core is that of the thread. */
  static void runShare(Core core, Runnable share) {
    ScopedValue.where(CURRENT, core).run(share);
  }

  /** Runs a dispatch, or a task that it deferred; gives what was thrown, which is told already. */
  Optional<Throwable> perform(Core core, Runnable work) {
    try {
      ScopedValue.where(CURRENT, core).run(work);
      return Optional.empty();
    } catch (CancelledException stopped) {
      if (!pool.cancelled()) {
        fail(core, stopped);
      }
      return Optional.of(stopped);
    } catch (Throwable thrown) { // Whatever it is, the other ranks must not wait for this one.
      fail(core, thrown);
      return Optional.of(thrown);
    }
  }

  private void fail(Core core, Throwable thrown) {
    failures.add(new Failure(core, core.failedAt(thrown), thrown));
    pool.cancel();
  }

  /**
   * {@inheritDoc}
   *
   * <p>An interrupt of the calling thread cancels the run; when every rank has stopped, it is a
   * {@link CancelledException}, and the thread is interrupted again.
   *
   * @throws StalledException if every rank is blocked or finished and no wait can end
   * @throws RankFailedException if a rank failed
   * @throws CancelledException if the run was cancelled
   */
  @Override
  public void finish() {
    finish(advice);
  }

  /**
   * Waits until all dispatches so far are done; the run goes on.
   *
   * @param why what is said if they are stalled
   */
  void fence(String why) {
    if (!begun) {
      poll();
      return;
    }
    if (!settled() || !failures.isEmpty() || pool.cancelled()) {
      finish(why);
    }
  }

  private void finish(String help) {
    if (!begun) {
      return;
    }
    boolean drained = settled();
    try {
      if (drained) {
        pool.end();
      } else {
        cancelAndSettle();
      }
    } finally {
      over();
    }
    throwFailure();
    if (!drained) {
      throw new StalledException(
          report(List.of(cores)).stalled(Optional.of(help).filter(a -> !a.isEmpty())));
    }
    throwIfCancelled(report(List.of(cores)));
  }

  /** Whether the pool has drained; an interrupt, or a failure of the pool, ends the run. */
  private boolean settled() {
    boolean ends = true;
    try {
      boolean drained = pool.settle();
      ends = false;
      return drained;
    } catch (InterruptedException _) {
      cancelAndSettle();
      Thread.currentThread().interrupt();
      throw interrupted();
    } finally {
      if (ends) {
        over();
      }
    }
  }

  private void throwIfCancelled(Report report) {
    turn.reason()
        .ifPresent(
            reason -> {
              throw report.cancelled(reason);
            });
  }

  /**
   * Gives up what was dispatched: the host itself has failed. No rank runs when it returns.
   *
   * @throws RankFailedException if a rank failed too
   */
  @Override
  public void abandon() {
    if (begun) {
      try {
        cancelAndSettle();
      } finally {
        over();
      }
      throwFailure();
    }
  }

  private void over() {
    begun = false;
    turn.rests();
  }

  private void throwFailure() {
    Failure first = failures.peek();
    if (first != null) {
      throw report(List.of(cores)).failed(first, rest());
    }
  }

  private CancelledException interrupted() {
    CancelledException cancelled = report(List.of(cores)).cancelled(INTERRUPTED);
    failures.forEach(failure -> cancelled.addSuppressed(failure.thrown()));
    return cancelled;
  }

  /** What each rank does at this moment, a line for those that do the same. Any thread may ask. */
  String doing() {
    return report(List.of(cores)).doing();
  }

  private Report report(List<Core> ranks) {
    return new Report(title(), ranks, culprits);
  }

  private List<Throwable> rest() {
    List<Throwable> rest = new ArrayList<>();
    for (Failure failure : failures) {
      rest.add(failure.thrown());
    }
    return rest.subList(1, rest.size());
  }

  /** After this no rank runs. An interrupt does not end it, but is kept. */
  private void cancelAndSettle() {
    pool.cancel();
    boolean interrupted = false;
    while (true) {
      try {
        pool.settle();
        break;
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private String title() {
    return program.startsWith("World.") ? program : program + " on " + pool.name();
  }
}
