package dev.smalti.runtime;

/**
 * A run did not end in the time that {@link Run#join(java.time.Duration)} was given; it goes on.
 * The message says what each rank was doing, or how many runs come first. {@link Run#cancel()} ends
 * it.
 */
public final class RunTimeoutException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RunTimeoutException(String message) {
    super(message);
  }
}
