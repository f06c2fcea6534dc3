package dev.smalti.bench;

import dev.smalti.bench.gate.Gate;

/**
 * How much is measured.
 *
 * @param name {@code quick}, {@code full}, {@code table} or {@code collectives}
 * @param rounds how many rounds a run has
 * @param warmUp seconds of work before the first round, for each variant
 * @param batch seconds that a timed batch takes at least
 * @param batches how many batches a turn has; its time is their median
 */
record Plan(String name, int rounds, double warmUp, double batch, int batches) {
  /** Shows in seconds that everything runs; its numbers mean nothing, so there are no verdicts. */
  static final Plan QUICK = new Plan("quick", 1, 0.01, 0.0001, 1);

  /** What numbers are quoted from. */
  static final Plan FULL = new Plan("full", Gate.ROUNDS, 2, 0.002, 5);

  /** For the table of kernels, which has many cells: more rounds, and less before them. */
  static final Plan TABLE = new Plan("table", 15, 1, 0.004, 5);

  /** For the table of collectives, where every turn is a process. */
  static final Plan COLLECTIVES = new Plan("collectives", Gate.ROUNDS, 0.4, 0.004, 5);

  static Plan named(String name) {
    return switch (name) {
      case "quick" -> QUICK;
      case "full" -> FULL;
      case "table" -> TABLE;
      case "collectives" -> COLLECTIVES;
      default -> throw new IllegalArgumentException("no plan is called " + name);
    };
  }

  Plan withRounds(int others) {
    return new Plan(name, others, warmUp, batch, batches);
  }

  boolean isQuick() {
    return name.equals(QUICK.name);
  }
}
