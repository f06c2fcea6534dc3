package dev.smalti.lang;

/**
 * A task of a {@link Jit} method, to be named in {@link Smalti#after}: a kernel that was submitted,
 * or a condition, {@link Signal#reaches}. It is complete when the kernel has returned, or once the
 * condition has held. There is nothing to ask it, and nobody has to wait for it: the dispatch of a
 * rank is done when all its tasks are.
 */
public abstract class Task {
  /** For runtimes. */
  protected Task() {}
}
