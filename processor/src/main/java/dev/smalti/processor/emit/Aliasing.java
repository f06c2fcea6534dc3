package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Parameter;

/** What is known of a kernel when two of its arguments are the same memory. */
public interface Aliasing {
  /** Nothing is known: no overlap is accepted. */
  Aliasing NONE = (_, _) -> false;

  /**
   * Whether the kernel computes the same when the two are exactly the same elements.
   *
   * @param written a tensor that the kernel writes
   * @param other another tensor
   */
  boolean isSafe(Parameter written, Parameter other);
}
