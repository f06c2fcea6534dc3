package dev.smalti.bench;

import java.io.IOException;

/**
 * One of those that take turns.
 *
 * @param name unique among those it meets
 * @param turn what it does when it is its turn
 */
record Contestant(String name, Turn turn) {
  /** A turn. */
  @FunctionalInterface
  interface Turn {
    /** Does the work once, or several times; gives the seconds of once. */
    double seconds() throws IOException, InterruptedException;
  }
}
