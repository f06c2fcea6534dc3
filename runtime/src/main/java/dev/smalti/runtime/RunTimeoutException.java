package dev.smalti.runtime;

/**
 * A run did not end in the time that {@link Run#join(java.time.Duration)} was given; it goes on.
 */
public final class RunTimeoutException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RunTimeoutException(String message) {
    super(message);
  }
}
