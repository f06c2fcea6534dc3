package dev.smalti.runtime.protocol;

/**
 * Leaves a skeleton whose trace has ended: what follows is not known. The trace itself says why.
 */
public final class TraceEndedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  TraceEndedException(String reason) {
    super(reason, null, false, false);
  }
}
