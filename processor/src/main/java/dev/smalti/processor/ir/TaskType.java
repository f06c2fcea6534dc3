package dev.smalti.processor.ir;

/**
 * The type of a task, or of an array of tasks. A variable names its array; two may name the same.
 *
 * @param array whether it is an array
 */
public record TaskType(boolean array) implements Type {
  /** One task. */
  public static final TaskType ONE = new TaskType(false);

  /** An array of tasks. */
  public static final TaskType ARRAY = new TaskType(true);
}
