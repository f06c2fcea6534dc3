package dev.smalti.runtime;

/**
 * A rank threw an exception, which is the cause; the message says which ranks were stopped because
 * of it, and where. Exceptions of further ranks are suppressed ones. The run is over, the prepared
 * program can run again.
 */
public final class RankFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int rank;

  RankFailedException(String message, int rank, Throwable cause) {
    super(message, cause);
    this.rank = rank;
  }

  /**
   * The rank that failed first.
   *
   * @return the rank
   */
  public int rank() {
    return rank;
  }
}
