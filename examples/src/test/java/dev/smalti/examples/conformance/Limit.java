package dev.smalti.examples.conformance;

import java.util.List;

/**
 * A limit that the distributed model has elsewhere.
 *
 * @param id of it
 * @param limit what it is
 * @param fate whether it holds here
 * @param instead what holds here
 * @param evidence ids of the table of conformance, and names of test classes
 */
record Limit(String id, String limit, Fate fate, String instead, List<String> evidence) {
  /** Whether a limit holds here. */
  enum Fate {
    /** What it forbids is possible. */
    LIFTED,
    /** It is a rule of the model. */
    KEPT,
    /** What it speaks of does not exist. */
    DROPPED
  }
}
