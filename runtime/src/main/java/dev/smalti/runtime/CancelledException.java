package dev.smalti.runtime;

/**
 * A run was given up: {@link Run#cancel()} was called, who waited for it was interrupted, or its
 * pool, worker or program was closed; the message says which, and where the ranks were. A kernel
 * that needs no pool throws it when its thread is interrupted. Ranks throw it to leave a run that
 * was given up, also because another rank failed or the run is stalled; code of a rank lets it
 * pass.
 */
public final class CancelledException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CancelledException(String message) {
    super(message);
  }
}
