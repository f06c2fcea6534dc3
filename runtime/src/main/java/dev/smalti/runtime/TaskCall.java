package dev.smalti.runtime;

/** A task of a device, which generated code gives to {@link Core#submit}. */
@FunctionalInterface
public interface TaskCall {
  /**
   * Runs the task.
   *
   * @param core what its kernel runs on; nobody else uses it meanwhile
   */
  void run(Core core);
}
