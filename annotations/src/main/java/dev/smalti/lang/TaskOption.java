package dev.smalti.lang;

import java.util.List;

/** When a task may begin; made by {@link Smalti#after}. */
public final class TaskOption {
  private final List<Task> before;

  TaskOption(List<Task> before) {
    this.before = List.copyOf(before);
  }

  /**
   * The tasks that come before, for runtimes.
   *
   * @return in the order in which they were named
   */
  public List<Task> before() {
    return before;
  }
}
