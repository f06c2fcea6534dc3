package dev.smalti.runtime;

import dev.smalti.lang.Task;
import dev.smalti.lang.TaskOption;
import dev.smalti.lang.spi.DeviceTasks;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The tasks of the dispatch of one rank, each on a core of its own if it is deferred. */
final class RankTasks implements DeviceTasks.Device {
  private final Core dispatch;
  private final DeviceTasks<CellWait> tasks = new DeviceTasks<>(this);

  /** Cores of deferred tasks that are done; they keep their scratch. */
  private final ArrayDeque<Core> free = new ArrayDeque<>();

  RankTasks(Core dispatch) {
    this.dispatch = dispatch;
  }

  boolean idle() {
    return tasks.idle();
  }

  void run(Runnable call) {
    tasks.run(call);
  }

  Task condition(CellWait wait) {
    return tasks.condition(wait);
  }

  /** Runs it on the core that asks, or on that of a deferred task. */
  Task submit(Core asking, TaskCall call, TaskOption... options) {
    return tasks.submit(() -> call.run(Session.coreAmong(this).orElse(asking)), options);
  }

  void look() {
    tasks.look();
  }

  boolean await(CellWait wait) {
    return tasks.await(wait);
  }

  void pause() {
    tasks.pause();
  }

  boolean finish() {
    return tasks.finish();
  }

  List<CellWait> waits() {
    return tasks.waits();
  }

  void end() {
    tasks.end();
  }

  void forget() {
    free.clear();
  }

  @Override
  public boolean await(BooleanSupplier holds) {
    tasks.waits().stream().findFirst().ifPresent(dispatch::waitsForTasks);
    boolean held =
        dispatch.pool().map(pool -> pool.await(dispatch.device(), holds, 0)).orElse(false);
    dispatch.goesOnWithTasks();
    return held;
  }

  /** What it throws is told as a failure of the rank; the dispatch hears only that it failed. */
  @Override
  public void perform(Runnable task) {
    Core core = free.isEmpty() ? dispatch.forTask() : free.pop();
    core.beginTask(dispatch);
    Session session =
        dispatch
            .session()
            .orElseThrow(() -> new IllegalStateException("tasks are deferred in runs only"));
    session
        .perform(core, task)
        .ifPresent(
            thrown -> {
              throw new IllegalStateException("a deferred task failed", thrown);
            });
    free.push(core);
  }
}
