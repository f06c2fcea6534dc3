package dev.smalti.processor.ir.run;

/** Which rank runs next. One runs at a time; both kinds are the same from run to run. */
public sealed interface Schedule {
  /** The lowest rank that can run, until it waits. */
  record LowestFirst() implements Schedule {}

  /**
   * A rank drawn at random, until it has taken one communication step.
   *
   * @param seed of the generator
   */
  record Seeded(long seed) implements Schedule {}
}
