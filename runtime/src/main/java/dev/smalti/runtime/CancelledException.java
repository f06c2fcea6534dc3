package dev.smalti.runtime;

/**
 * What a rank runs was given up: another rank failed, the run is stalled, or who waited for it was
 * interrupted. Code of a rank lets it pass.
 */
public final class CancelledException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CancelledException(String message) {
    super(message);
  }
}
