package dev.smalti.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One of those that take turns with each other; its turn gives several times.
 *
 * @param name who
 * @param turn what it does when it is its turn
 */
record Party(String name, Turn turn) {
  /** A turn. */
  @FunctionalInterface
  interface Turn {
    /** Measures; gives seconds by name. */
    Map<String, Double> seconds() throws IOException, InterruptedException;
  }

  /** All take a turn in every round, and each round another one begins. */
  static Map<String, List<Double>> rounds(List<Party> parties, int rounds)
      throws IOException, InterruptedException {
    Map<String, List<Double>> seconds = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < parties.size(); i++) {
        Party next = parties.get((round + i) % parties.size());
        next.turn()
            .seconds()
            .forEach(
                (name, time) -> seconds.computeIfAbsent(name, _ -> new ArrayList<>()).add(time));
      }
    }
    return seconds;
  }
}
