package dev.smalti.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All take a turn in every round, and each round another one begins. */
final class Rounds {
  private Rounds() {}

  /** The seconds of each in each round, by name. */
  static Map<String, List<Double>> run(List<Contestant> contestants, int rounds)
      throws IOException, InterruptedException {
    Map<String, List<Double>> seconds = new LinkedHashMap<>();
    contestants.forEach(each -> seconds.put(each.name(), new ArrayList<>()));
    if (seconds.size() < contestants.size()) {
      throw new IllegalArgumentException("two contestants have one name: " + contestants);
    }
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < contestants.size(); i++) {
        Contestant next = contestants.get((round + i) % contestants.size());
        seconds.computeIfAbsent(next.name(), _ -> new ArrayList<>()).add(next.turn().seconds());
      }
    }
    return seconds;
  }
}
