package dev.smalti.runtime;

/**
 * Every rank of a run is blocked or finished, and no wait can end. The message names each blocked
 * rank, its line, the cell, what it waits for and what the cell holds. The run is over, the
 * prepared program can run again.
 */
public final class StalledException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StalledException(String message) {
    super(message);
  }
}
