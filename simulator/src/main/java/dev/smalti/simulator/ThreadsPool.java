package dev.smalti.simulator;

import dev.smalti.runtime.pool.Pool;
import dev.smalti.runtime.pool.PoolCells;
import dev.smalti.runtime.pool.PoolKind;
import dev.smalti.runtime.pool.PoolWindow;
import dev.smalti.runtime.pool.Relation;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ranks are threads of this process. As many as there are processors are threads of the operating
 * system, which spin a little before they sleep; more are virtual threads, which do not spin, since
 * the one they wait for may need their processor: few of them give way a little before they sleep.
 *
 * <p><b>A stall is decided, not timed.</b> One counter holds who may still change something: the
 * host until it settles, and each rank that has work and does not sleep. Who goes to sleep
 * publishes what it waits for and looks once more before it leaves the counter; who wakes another,
 * or gives it work, enters it into the counter before, while it is still counted itself. So the
 * counter never misses anybody who can act, and when it is zero, nobody will ever act again by
 * itself: the run is drained, or it is stalled. Who cancels the run from outside is counted while
 * it wakes the sleepers.
 */
final class ThreadsPool implements Pool {
  /**
   * How often a rank looks before it sleeps. To sleep and to be woken takes tens of microseconds on
   * a virtual machine; so many looks take about as long, so a wait costs at most twice what it
   * must.
   */
  private static final int SPINS = 2000;

  /**
   * How often a virtual rank gives way to others before it sleeps. That is several times as fast as
   * to sleep and to be woken, and who is waited for has often come after a turn of those who share
   * the processor. Measured with {@value #CROWD} ranks a processor and fewer; among many more, who
   * is waited for is far behind in the queue, and each turn is in vain.
   */
  private static final int TURNS = 2;

  /** More ranks a processor than this are a crowd, in which nobody gives way. */
  private static final int CROWD = 8;

  /** The host has no processor of its own: while it looks, a rank may be kept from its work. */
  private static final int HOST_SPINS = 200;

  /** Why the host need not wait any longer. */
  private enum Outcome {
    OPEN,
    DRAINED,
    STALLED
  }

  private final String name;
  private final List<Integer> devices;
  private final boolean owned;
  private final boolean platform;

  /** How often a rank looks again before it sleeps. */
  private final int looks;

  private final Lane[] lanes;
  private final Pause[] pauses;
  private final Doorbells bells;
  private final PaddedLongs active = new PaddedLongs(1);
  private final AtomicInteger cellsMade = new AtomicInteger();

  /** What each rank sleeps for; written before it publishes that, read by who looks for a stall. */
  private final @Nullable Cells[] sleepsOn;

  /** The same, of a rank that sleeps for any change. */
  private final @Nullable BooleanSupplier[] wanted;

  private final AtomicReference<@Nullable Throwable> escaped = new AtomicReference<>();
  private final Object settling = new Object();
  private volatile Outcome outcome = Outcome.OPEN;
  private volatile @Nullable Thread host;
  private volatile boolean cancelled;
  private volatile boolean closed;
  private boolean hostCounted;

  private ThreadsPool(String name, List<Integer> devices, boolean platform, boolean owned) {
    int size = devices.size();
    this.name = name;
    this.devices = List.copyOf(devices);
    this.owned = owned;
    this.platform = platform;
    this.looks = looks(platform, size);
    this.bells = new Doorbells(size);
    this.sleepsOn = new Cells[size];
    this.wanted = new BooleanSupplier[size];
    this.lanes = new Lane[size];
    this.pauses = new Pause[size];
    for (int rank = 0; rank < size; rank++) {
      pauses[rank] = new Pause();
      String lane = "smalti-" + name + "-rank-" + rank + onDevice(rank);
      lanes[rank] =
          platform
              ? Lane.platform(lane, SPINS, this::perform, this::leave)
              : Lane.virtual(lane, this::perform, this::leave);
    }
  }

  private static int looks(boolean platform, int size) {
    if (platform) {
      return SPINS;
    }
    return size <= CROWD * Runtime.getRuntime().availableProcessors() ? TURNS : 0;
  }

  private String onDevice(int rank) {
    return devices.get(rank) == rank ? "" : "-device-" + devices.get(rank);
  }

  /** A pool of the devices 0 to {@code size - 1}. */
  static ThreadsPool open(int size) {
    PoolKind.Threads kind = new PoolKind.Threads(size);
    return open(kind.toString(), kind.devices());
  }

  /** A pool of its own threads and memory, which close() ends and frees. */
  static ThreadsPool open(String name, List<Integer> devices) {
    boolean platform = devices.size() <= Runtime.getRuntime().availableProcessors();
    return new ThreadsPool(name, devices, platform, true);
  }

  /** A pool that nobody has to close: it has threads only while there is work. */
  static ThreadsPool unowned(int size) {
    PoolKind.Threads kind = new PoolKind.Threads(size);
    return new ThreadsPool(kind.toString(), kind.devices(), false, false);
  }

  @Override
  public int size() {
    return lanes.length;
  }

  /** Memory is that of the process, and so are the values of cells. */
  @Override
  public boolean concurrent() {
    return true;
  }

  @Override
  public int device(int rank) {
    return devices.get(rank);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public PoolWindow window(long bytes) {
    return owned ? Memory.owned(size(), bytes) : Memory.unowned(size(), bytes);
  }

  @Override
  public PoolCells cells(int count) {
    return new Cells(count);
  }

  @Override
  public void step(int rank, int line) {}

  /** The rank stays counted while it sleeps: it goes on by itself. */
  @Override
  public void pause(int rank, long rounds) {
    pauses[rank].take(rounds);
  }

  @Override
  public boolean await(int rank, BooleanSupplier holds, int line) {
    if (holds.getAsBoolean()) {
      return true;
    }
    for (int look = 0; look < looks; look++) {
      letOthersWork();
      if (holds.getAsBoolean()) {
        return true;
      }
    }
    wanted[rank] = holds;
    while (true) {
      bells.publishAny(rank);
      VarHandle.fullFence(); // What is looked at now is read after that, or its writer sees it.
      boolean held = holds.getAsBoolean();
      if (held || cancelled) {
        if (!bells.take(rank, Doorbells.ANY)) {
          leave(); // Somebody has woken this rank at the same time, and counts it twice.
        }
        return held;
      }
      leave();
      while (bells.asleepFor(rank, Doorbells.ANY)) {
        LockSupport.park(this);
        Thread.interrupted(); // A rank has no use for it, and with it set there is no sleep.
      }
    }
  }

  /** Between two looks, of a rank that is counted. */
  @SuppressWarnings("ThreadPriorityCheck") // Nothing depends on a turn: without it a rank sleeps.
  private void letOthersWork() {
    if (platform) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
    }
  }

  @Override
  public void begin() {
    cancelled = false;
    escaped.set(null);
  }

  @Override
  public void dispatch(int rank, Runnable work) {
    if (closed) {
      throw new IllegalStateException("the pool " + name + " is closed");
    }
    if (!hostCounted) {
      countHost();
    }
    active.getAndAdd(0, 0, 1); // Before the work is there: it may be done before add() returns.
    boolean wasDrained = lanes[rank].add(work);
    if (!wasDrained) {
      active.getAndAdd(0, 0, -1); // The host is counted, so this is not the last one.
    }
    lanes[rank].start(wasDrained);
  }

  /** From here on there is no outcome before the host settles; one of a cancel is void. */
  private void countHost() {
    synchronized (settling) {
      hostCounted = true;
      active.getAndAdd(0, 0, 1);
      outcome = Outcome.OPEN;
    }
  }

  @Override
  public boolean settle() throws InterruptedException {
    if (!hostCounted) {
      return true;
    }
    host = Thread.currentThread();
    leave();
    try {
      awaitOutcome();
    } catch (InterruptedException interrupted) {
      takeOutcome();
      throw interrupted;
    }
    Outcome settled = takeOutcome();
    if (settled == Outcome.DRAINED) {
      hostCounted = false;
      active.getAndAdd(0, 0, -1); // Nobody else is counted, and nobody waits for the outcome.
    }
    Throwable thrown = escaped.get();
    if (thrown != null && settled == Outcome.DRAINED) {
      throw new IllegalStateException("a dispatch on " + name + " threw", thrown);
    }
    return settled == Outcome.DRAINED;
  }

  private void awaitOutcome() throws InterruptedException {
    for (int spin = 0; spin < HOST_SPINS && outcome == Outcome.OPEN; spin++) {
      Thread.onSpinWait();
    }
    while (outcome == Outcome.OPEN) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.park(this);
    }
  }

  /** The host is counted again. */
  private Outcome takeOutcome() {
    synchronized (settling) {
      Outcome taken = outcome;
      outcome = Outcome.OPEN;
      active.getAndAdd(0, 0, 1);
      return taken;
    }
  }

  @Override
  public void cancel() {
    synchronized (settling) { // Not counted before, so it may come while somebody looks who sleeps.
      active.getAndAdd(0, 0, 1);
    }
    cancelled = true;
    for (int rank = 0; rank < lanes.length; rank++) {
      wake(rank, bells.sleepsFor(rank));
    }
    leave();
  }

  @Override
  public boolean cancelled() {
    return cancelled;
  }

  @Override
  public void close() {
    closed = true;
    for (Lane lane : lanes) {
      lane.close();
    }
  }

  private void perform(Runnable work) {
    try {
      work.run();
    } catch (Throwable thrown) { // Told by settle(); a lane must not die of it.
      escaped.compareAndSet(null, thrown);
      cancel();
    }
  }

  /**
   * Takes a sleeping rank out of its sleep. Only who is counted calls this. The rank is counted
   * before it is taken: one that looks at the same time leaves the counter for being taken, and may
   * sleep again before the caller gets any further.
   */
  private void wake(int rank, long key) {
    active.getAndAdd(0, 0, 1);
    if (bells.take(rank, key)) {
      lanes[rank].wake();
    } else {
      active.getAndAdd(0, 0, -1); // The caller is counted still, so this is not the last one.
    }
  }

  /** The caller will not change anything before somebody counts it again. */
  private void leave() {
    if (active.getAndAdd(0, 0, -1) == 1) {
      settled();
    }
  }

  /**
   * Nobody is counted. The lock keeps those who come from outside, the host and who cancels, from
   * being counted between the look and the outcome.
   */
  private void settled() {
    synchronized (settling) {
      if (active.get(0, 0) != 0) {
        return;
      }
      boolean asleep = false;
      for (int rank = 0; rank < lanes.length; rank++) {
        asleep |= bells.asleep(rank);
      }
      assert !asleep || noneHolds() : "a rank sleeps although what it waits for holds";
      outcome = asleep ? Outcome.STALLED : Outcome.DRAINED;
    }
    LockSupport.unpark(host);
  }

  private boolean noneHolds() {
    for (int rank = 0; rank < lanes.length; rank++) {
      Cells cells = sleepsOn[rank];
      BooleanSupplier any = wanted[rank];
      if (bells.asleepFor(rank, Doorbells.ANY)) {
        if (any != null && any.getAsBoolean()) {
          return false;
        }
        continue;
      }
      if (bells.asleep(rank)
          && cells != null
          && bells.satisfied(rank, cells.values.get(rank, (int) bells.sleepsFor(rank)))) {
        return false;
      }
    }
    return true;
  }

  /** The cells of one signal. */
  private final class Cells implements PoolCells {
    private final int number = cellsMade.getAndIncrement();
    private final CellArrays values;

    Cells(int count) {
      values = new CellArrays(size(), count);
    }

    @Override
    public int count() {
      return values.count();
    }

    @Override
    public void add(int rank, int peer, int cell, int value, int line) {
      ring(peer, cell, values.add(peer, cell, value));
    }

    @Override
    public void set(int rank, int peer, int cell, int value, int line) {
      values.set(peer, cell, value);
      ring(peer, cell, value);
    }

    private void ring(int peer, int cell, int held) {
      long key = Doorbells.key(number, cell);
      long wanted = bells.wanted(peer, key, held);
      if (wanted != Doorbells.AWAKE) {
        wake(peer, wanted);
      }
    }

    @Override
    public boolean holdsSoon(int rank, int cell, Relation relation, int value) {
      if (relation.holds(values.acquire(rank, cell), value)) {
        return true;
      }
      for (int look = 0; look < looks; look++) {
        letOthersWork();
        if (relation.holds(values.acquire(rank, cell), value)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public boolean await(int rank, int cell, Relation relation, int value, int line) {
      long key = Doorbells.key(number, cell);
      sleepsOn[rank] = this;
      while (true) {
        bells.publish(rank, key, relation, value);
        boolean holds = relation.holds(values.get(rank, cell), value);
        if (holds || cancelled) {
          if (!bells.take(rank, key)) {
            leave(); // Somebody has woken this rank at the same time, and counts it twice.
          }
          return holds;
        }
        leave();
        while (bells.asleepFor(rank, key)) {
          LockSupport.park(this);
          Thread.interrupted(); // A rank has no use for it, and with it set there is no sleep.
        }
        if (relation.holds(values.get(rank, cell), value)) {
          return true;
        }
      }
    }

    @Override
    public int read(int rank, int cell, int line) {
      return values.acquire(rank, cell);
    }

    @Override
    public int peek(int rank, int cell) {
      return values.acquire(rank, cell);
    }

    @Override
    public void zero() {
      values.zero();
    }
  }
}
