package dev.smalti.runtime;

/**
 * A run was refused before any rank started: with these arguments and this number of ranks, ranks
 * would wait for ever, or address what does not exist. The message reads like that of the compiler,
 * which tries small worlds and sizes only. The prepared program can run again, with other
 * arguments.
 *
 * <p>The check is bounded. Each set of arguments that decide what is communicated is checked once;
 * at most 256 of one prepared program are, each for at most 400,000 steps of all ranks together.
 * What is beyond, and what depends on data, is not checked: a stall is reported when it has
 * happened.
 */
public final class ProtocolException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ProtocolException(String message) {
    super(message);
  }
}
