package dev.smalti.processor.ir.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The deferred tasks of one dispatch on one rank, by their numbers from 1. They run where the
 * dispatch waits, and at its end.
 */
final class DeferredTasks {
  /** What became of {@link #advance}. */
  enum Progress {
    NOTHING,
    SOMETHING,
    PAUSED
  }

  /** What is not complete, in the order of the program. */
  private final List<Task> open = new ArrayList<>();

  private final Set<Integer> complete = new HashSet<>();
  private int tasks;

  private sealed interface Task {
    int number();
  }

  /** Holds if it gives no wait. */
  private record Condition(int number, Supplier<Optional<BlockedRank>> open) implements Task {}

  private record Body(int number, Machine machine, List<Integer> after) implements Task {}

  /** A condition; gives its number. */
  int add(Supplier<Optional<BlockedRank>> wait) {
    open.add(new Condition(++tasks, wait));
    return tasks;
  }

  /** A task that begins when others are complete; gives its number. */
  int add(Machine machine, int[] after) {
    open.add(new Body(++tasks, machine, Arrays.stream(after).boxed().toList()));
    return tasks;
  }

  /** Whether all are complete. */
  boolean isIdle() {
    return open.isEmpty();
  }

  /** Lets every task that can go on do so once. */
  Progress advance(BooleanSupplier pause) {
    Progress progress = Progress.NOTHING;
    for (Task task : List.copyOf(open)) {
      switch (advance(task, pause)) {
        case PAUSED -> {
          return Progress.PAUSED;
        }
        case BLOCKED -> {}
        case FINISHED -> {
          open.remove(task);
          complete.add(task.number());
          progress = Progress.SOMETHING;
        }
      }
    }
    return progress;
  }

  private Machine.State advance(Task task, BooleanSupplier pause) {
    return switch (task) {
      case Condition condition ->
          condition.open().get().isEmpty() ? Machine.State.FINISHED : Machine.State.BLOCKED;
      case Body body -> mayBegin(body) ? body.machine().run(pause) : Machine.State.BLOCKED;
    };
  }

  private boolean mayBegin(Body body) {
    for (int before : body.after()) {
      if (before > 0 && !complete.contains(before)) {
        return false;
      }
    }
    return true;
  }

  /** What they wait for. */
  List<BlockedRank> blocked() {
    List<BlockedRank> all = new ArrayList<>();
    for (Task task : open) {
      switch (task) {
        case Condition condition -> condition.open().get().ifPresent(all::add);
        case Body body when mayBegin(body) -> all.addAll(body.machine().blocked());
        case Body _ -> {}
      }
    }
    return all;
  }
}
