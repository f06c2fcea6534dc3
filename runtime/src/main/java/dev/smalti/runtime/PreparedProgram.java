package dev.smalti.runtime;

import dev.smalti.runtime.protocol.Skeleton;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * A program that was set up on a worker; generated classes add its typed {@code run} and {@code
 * submit}. Windows are kept between runs of the same shapes and zeroed before each. Several threads
 * may call it: runs take turns, in the order in which they were asked for. After a run that failed
 * the program can run again.
 */
public abstract class PreparedProgram implements AutoCloseable {
  private final Worker worker;
  private final String name;
  private final Session session;
  private final CheckedCalls checked;
  private volatile boolean closed;

  /**
   * Sets it up.
   *
   * @param worker where it runs
   * @param name the user's class and method, {@code RingSum.allReduce}
   */
  protected PreparedProgram(Worker worker, String name) {
    this.worker = worker;
    this.name = name;
    this.session = worker.pool().session(name);
    this.checked = new CheckedCalls(name + " on " + worker.pool(), worker.size());
  }

  /**
   * Runs the host body and waits until every rank has performed its dispatches.
   *
   * @param body the body
   * @param culprits who could change the cells of this run, for reports
   * @throws RankFailedException if a rank failed
   * @throws StalledException if every rank is blocked or finished and no wait can end
   * @throws CancelledException if the calling thread was interrupted, which it is still, or the
   *     program, its worker or its pool was closed meanwhile; no rank runs any more
   * @throws IllegalStateException if the program, its worker or its pool was closed, or a rank
   *     calls
   */
  protected final void execute(Consumer<Dispatch> body, Culprits culprits) {
    Turn turn = take();
    worker.pool().inTurn(turn, name, () -> perform(turn, body, culprits));
  }

  /**
   * Runs the host body, when the runs before are over, and returns at once; when very many runs
   * wait already, it returns when one of them is over.
   *
   * @param body the body
   * @param culprits who could change the cells of this run, for reports
   * @return the run; it throws what {@link #execute} does
   * @throws IllegalStateException if the program, its worker or its pool was closed, or a rank
   *     calls
   */
  protected final Run enqueue(Consumer<Dispatch> body, Culprits culprits) {
    Turn turn = take();
    OpenPool pool = worker.pool();
    return Run.start(
        name,
        pool,
        turn,
        () -> pool.inTurn(turn, name, () -> perform(turn, body, culprits)),
        session::doing);
  }

  /**
   * {@link #execute(Consumer, Culprits)}, after a check of what the run will communicate. The first
   * run with other arguments is checked, others are known; the work is bounded, see {@link
   * ProtocolException}.
   *
   * @param body the body
   * @param skeleton what it communicates
   * @throws ProtocolException if ranks would wait for ever, or address what does not exist; no rank
   *     has started
   */
  protected final void execute(Consumer<Dispatch> body, Skeleton skeleton) {
    execute(checkedBefore(body, skeleton), checked.culprits(skeleton));
  }

  /**
   * {@link #enqueue(Consumer, Culprits)}, after a check of what the run will communicate.
   *
   * @param body the body
   * @param skeleton what it communicates
   * @return the run; it throws what {@link #execute(Consumer, Skeleton)} does
   */
  protected final Run enqueue(Consumer<Dispatch> body, Skeleton skeleton) {
    return enqueue(checkedBefore(body, skeleton), checked.culprits(skeleton));
  }

  private Consumer<Dispatch> checkedBefore(Consumer<Dispatch> body, Skeleton skeleton) {
    return dispatch -> {
      checked.check(skeleton);
      body.accept(dispatch);
    };
  }

  /**
   * {@link #execute(Consumer, Culprits)} without knowledge of who could change a cell.
   *
   * @param body the body
   */
  protected final void execute(Consumer<Dispatch> body) {
    execute(body, Culprits.unknown());
  }

  /**
   * {@link #enqueue(Consumer, Culprits)} without knowledge of who could change a cell.
   *
   * @param body the body
   * @return the run
   */
  protected final Run enqueue(Consumer<Dispatch> body) {
    return enqueue(body, Culprits.unknown());
  }

  /**
   * The collectives of the runs so far, each distinct one once, and by which algorithm it is
   * carried out: {@code allReduce SUM of 65,536 F32 in place: AUTO chose TWO_PHASE}. It is found
   * out by the check before a run, so it costs the run nothing; what comes behind a step that
   * depends on data, or beyond what the check looks at, is not listed.
   *
   * @return a line each, in the order in which they were found
   */
  public final List<String> collectives() {
    return checked.collectives();
  }

  private Turn take() {
    return worker.pool().take(this, name, this::checkOpen);
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException(name + " was closed; prepare it again");
    }
    worker.checkOpen(name);
  }

  private void perform(Turn turn, Consumer<Dispatch> body, Culprits culprits) {
    session.begin(turn, culprits);
    try {
      body.accept(new Dispatch(session));
    } catch (RuntimeException | Error failure) {
      finishAfter(failure);
      throw failure;
    }
    session.finish();
  }

  /** What was dispatched before the host body failed must not run on. */
  private void finishAfter(Throwable failure) {
    try {
      session.abandon();
    } catch (RuntimeException later) {
      failure.addSuppressed(later);
    }
  }

  /**
   * Frees the windows, as {@link #close(Duration)} with ten seconds. Calling it again does nothing.
   *
   * @throws IllegalStateException if a rank calls it, or the body of a run of this pool
   */
  @Override
  public final void close() {
    close(OpenPool.GRACE);
  }

  /**
   * Frees the windows. No new run is accepted from here on. Runs of this program that were asked
   * for have a time to end by themselves; then they are cancelled, so that {@link Run#join()}
   * throws a {@link CancelledException}. A rank stops at its next poll, read, access to a window or
   * wait; closing waits for that. An interrupt of the calling thread cancels them at once and is
   * kept. While other programs use the pool, the memory is freed behind their runs.
   *
   * @param grace how long runs may go on; zero cancels them at once
   * @throws IllegalArgumentException if the time is negative
   * @throws IllegalStateException if a rank calls it, or the body of a run of this pool
   */
  public final void close(Duration grace) {
    long nanos = OpenPool.nanos(grace);
    OpenPool pool = worker.pool();
    pool.checkOutside("close()");
    closed = true;
    pool.finish(turn -> turn.owner() == this, nanos, name + " was closed");
    pool.free(session);
    worker.forget(this);
  }

  /** The name. */
  @Override
  public final String toString() {
    return name + " on " + worker.pool();
  }
}
