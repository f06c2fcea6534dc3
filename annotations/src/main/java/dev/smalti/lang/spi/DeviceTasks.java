package dev.smalti.lang.spi;

import dev.smalti.lang.Task;
import dev.smalti.lang.TaskOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one dispatch on one rank.
 *
 * <p>A task is deferred if it is a condition, or comes after a deferred one; so that follows from
 * the program and not from time. Any other task runs where it is submitted. A deferred one that
 * cannot begin yet is an entry in a list: it holds no thread. Once it can, it runs on a thread of
 * its own, and a wait inside of it holds up nobody but itself.
 *
 * <p>Yet only one of a rank's threads runs at a time: that of the dispatch, or that of one deferred
 * task, to which the dispatch hands over. It does so where it waits: in an await, and at the end of
 * the dispatch; and where a task is submitted that can begin. Who has the turn owns all state here.
 *
 * @param <W> what is waited for: it holds or not, and may be asked at any time by who has the turn
 */
public final class DeviceTasks<W extends BooleanSupplier> {
  private static final ScopedValue<DeviceTasks<?>> CURRENT = ScopedValue.newInstance();
  private static final Node DONE = new Node(false);

  static {
    DONE.done = true;
  }

  /** The rank whose tasks they are. */
  public interface Device {
    /**
     * The thread of the dispatch waits.
     *
     * @param holds what for; it changes only because of this rank's cells
     * @return whether it holds; false if it never will, or the run was given up
     */
    boolean await(BooleanSupplier holds);

    /**
     * Runs a deferred task on the calling thread, which is not that of the dispatch.
     *
     * @param task the task; what it throws ends the dispatch
     */
    void perform(Runnable task);
  }

  private final Device device;
  private final List<Condition<W>> conditions = new ArrayList<>();
  private final ArrayDeque<Body> ready = new ArrayDeque<>();
  private final List<Strand> waiting = new ArrayList<>();

  /** Deferred tasks that are not complete, but for conditions. */
  private int unfinished;

  /** Who runs: a deferred task, or the dispatch. */
  private volatile @Nullable Strand turn;

  private @Nullable Thread dispatch;
  private boolean givenUp;
  private @Nullable Throwable failure;

  /**
   * No tasks yet.
   *
   * @param device whose tasks they will be
   */
  public DeviceTasks(Device device) {
    this.device = device;
  }

  /**
   * The tasks of the dispatch that the calling thread runs.
   *
   * @return nothing outside of a dispatch, and inside of a deferred task
   */
  public static Optional<DeviceTasks<?>> current() {
    return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
  }

  /**
   * A task that is complete.
   *
   * @return the task of a kernel that ran where it was submitted
   */
  public static Task done() {
    return DONE;
  }

  /**
   * Runs a dispatch on the calling thread, and not its deferred tasks, for which {@link #finish} is
   * there.
   *
   * @param call the dispatch
   */
  public void run(Runnable call) {
    ScopedValue.where(CURRENT, this).run(call);
  }

  /**
   * Whether every task is complete.
   *
   * @return true if there is nothing to wait for
   */
  public boolean idle() {
    return unfinished == 0 && conditions.isEmpty();
  }

  /**
   * A condition. It is complete once it has held when it was looked at.
   *
   * @param wanted what has to hold
   * @return its task
   * @throws IllegalStateException inside of a deferred task
   */
  public Task condition(W wanted) {
    if (turn != null) {
      throw new IllegalStateException("a condition is made by a @Jit method, not by a kernel");
    }
    Condition<W> condition = new Condition<>(wanted);
    if (wanted.getAsBoolean()) {
      condition.done = true;
    } else {
      conditions.add(condition);
    }
    return condition;
  }

  /**
   * A kernel. It runs now, unless it is deferred and a task before it is not complete.
   *
   * @param call the kernel
   * @param options what comes before
   * @return its task
   */
  public Task submit(Runnable call, TaskOption... options) {
    Body body = new Body(call);
    boolean deferred = false;
    for (TaskOption option : options) {
      for (Task before : option.before()) {
        Node node = (Node) before;
        deferred |= node.deferred;
        if (!node.done) {
          node.next.add(body);
          body.missing++;
        }
      }
    }
    if (!deferred) {
      call.run();
      return DONE;
    }
    unfinished++;
    if (body.missing == 0) {
      resume(new Strand(body));
    }
    return body;
  }

  /** Looks at the conditions: before the rank itself changes a cell of its own, for one. */
  public void look() {
    conditions.removeIf(
        condition -> {
          if (condition.wanted.getAsBoolean()) {
            complete(condition);
            return true;
          }
          return false;
        });
  }

  /**
   * The calling thread, that of the dispatch or of a deferred task, waits, and others of the rank
   * run.
   *
   * @param wanted what for
   * @return whether it holds; false if the dispatch is given up
   */
  public boolean await(W wanted) {
    Strand mine = turn;
    return mine == null ? awaitInDispatch(wanted) : mine.await(wanted);
  }

  /** The calling thread has looked at something in vain; others of the rank run. */
  public void pause() {
    Strand mine = turn;
    if (mine == null) {
      advance();
    } else {
      mine.handOver(null);
    }
  }

  /**
   * The thread of the dispatch waits until every task is complete.
   *
   * @return whether they are; false if the dispatch is given up, or a task has failed
   */
  public boolean finish() {
    while (!idle() && !givenUp) {
      if (!advance() && !device.await(this::canAdvance)) {
        return false;
      }
    }
    return !givenUp;
  }

  /**
   * What is waited for by conditions, and by deferred tasks that have begun.
   *
   * @return in the order of the program
   */
  public List<W> waits() {
    List<W> waits = new ArrayList<>();
    conditions.forEach(condition -> waits.add(condition.wanted));
    for (Strand strand : waiting) {
      if (strand.wanted != null) {
        waits.add(strand.wanted);
      }
    }
    return waits;
  }

  /**
   * What a deferred task threw.
   *
   * @return the first exception; nothing if all went well
   */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /** Ends deferred tasks that have begun, and forgets all others. For the end of a dispatch. */
  public void end() {
    givenUp = true;
    while (!waiting.isEmpty()) {
      resume(waiting.removeFirst());
    }
    conditions.clear();
    ready.clear();
    unfinished = 0;
    failure = null;
    givenUp = false;
  }

  // ---- on the thread of the dispatch

  private boolean awaitInDispatch(W wanted) {
    while (!wanted.getAsBoolean()) {
      if (givenUp || (!advance() && !device.await(() -> wanted.getAsBoolean() || canAdvance()))) {
        return false;
      }
    }
    return true;
  }

  /** Hands over to one task that can run; gives whether anything has changed. */
  private boolean advance() {
    int open = conditions.size();
    look();
    Body next = ready.poll();
    if (next != null) {
      resume(new Strand(next));
      return true;
    }
    for (int i = 0; i < waiting.size(); i++) {
      if (waiting.get(i).canGoOn()) {
        resume(waiting.remove(i));
        return true;
      }
    }
    return conditions.size() < open;
  }

  private boolean canAdvance() {
    return givenUp
        || !ready.isEmpty()
        || conditions.stream().anyMatch(condition -> condition.wanted.getAsBoolean())
        || waiting.stream().anyMatch(Strand::canGoOn);
  }

  /** Lets a deferred task run until it waits or ends. An interrupt is kept. */
  private void resume(Strand strand) {
    Thread own = Thread.currentThread();
    dispatch = own;
    turn = strand;
    strand.goOn();
    boolean interrupted = false;
    while (turn != null) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      own.interrupt();
    }
  }

  // ---- by who has the turn

  private void complete(Node node) {
    node.done = true;
    for (Body next : node.next) {
      next.missing--;
      if (next.missing == 0) {
        ready.add(next);
      }
    }
  }

  /** What {@code after} can name. */
  private static class Node extends Task {
    final boolean deferred;
    final List<Body> next = new ArrayList<>(0);
    boolean done;

    Node(boolean deferred) {
      this.deferred = deferred;
    }
  }

  private static final class Condition<W> extends Node {
    final W wanted;

    Condition(W wanted) {
      super(true);
      this.wanted = wanted;
    }
  }

  private static final class Body extends Node {
    final Runnable call;

    /** How many tasks before it are not complete. */
    int missing;

    Body(Runnable call) {
      super(true);
      this.call = call;
    }
  }

  /** A deferred task that has begun, and its thread. */
  private final class Strand {
    private final Body body;
    private final Thread thread;
    private boolean begun;

    /** What it waits for; nothing if it lets others run only. */
    private @Nullable W wanted;

    Strand(Body body) {
      this.body = body;
      this.thread = Thread.ofVirtual().name("smalti-task").unstarted(this::run);
    }

    void goOn() {
      if (begun) {
        LockSupport.unpark(thread);
      } else {
        begun = true;
        thread.start();
      }
    }

    boolean canGoOn() {
      return wanted == null || wanted.getAsBoolean();
    }

    private void run() {
      try {
        device.perform(body.call);
        unfinished--;
        complete(body);
      } catch (Throwable thrown) { // Thrown where the dispatch waits; no thread dies of it.
        givenUp = true;
        if (failure == null) {
          failure = thrown;
        }
      } finally {
        handBack();
      }
    }

    boolean await(W wait) {
      while (!wait.getAsBoolean()) {
        if (givenUp) {
          return false;
        }
        handOver(wait);
      }
      return true;
    }

    /** Others run until this one can go on. */
    void handOver(@Nullable W wait) {
      if (givenUp) {
        return;
      }
      wanted = wait;
      waiting.add(this);
      handBack();
      while (turn != this) {
        LockSupport.park(this);
        Thread.interrupted(); // A task has no use for it, and with it set there is no sleep.
      }
    }

    private void handBack() {
      turn = null;
      LockSupport.unpark(dispatch);
    }
  }
}
