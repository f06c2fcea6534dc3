package dev.smalti.examples.conformance;

/** What becomes of a program of the table of conformance. */
sealed interface Outcome {
  /**
   * It runs, in every form and on every memory, and gives exactly this.
   *
   * @param result in words
   * @param worlds on how many ranks, and the cases there
   */
  record Runs(String result, Worlds worlds) implements Outcome {}

  /**
   * It runs as in {@link Runs}; only what a worker adds to it waits for that.
   *
   * @param result in words
   * @param worlds on how many ranks, and the cases there
   * @param missing what of the worker
   */
  record ButForWorker(String result, Worlds worlds, String missing) implements Outcome {}

  /** The compiler refuses it; the messages are those of its source. */
  record Rejected() implements Outcome {}

  /**
   * It is accepted on purpose, and does what it says.
   *
   * @param instead what holds here
   */
  record Accepted(String instead) implements Outcome {}

  /** It is compiled, and refused when it is prepared or run; the source returns the messages. */
  record RefusedWhenRun() implements Outcome {}

  /**
   * There is no program for it.
   *
   * @param type what prevents it
   * @param reason why
   */
  record Inexpressible(String type, String reason) implements Outcome {}

  /**
   * It waits for a part of the worker.
   *
   * @param missing which
   */
  record Worker(String missing) implements Outcome {}
}
