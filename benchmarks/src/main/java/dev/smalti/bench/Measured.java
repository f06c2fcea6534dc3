package dev.smalti.bench;

import java.util.List;
import java.util.Map;

/**
 * The raw rounds of one run.
 *
 * @param contest who met, such as {@code softmax-32x1024, scalar tier}
 * @param jvm the options of the JVM that measured, or of those that took turns
 * @param seconds of each in each round, by name
 */
record Measured(String contest, List<String> jvm, Map<String, List<Double>> seconds) {
  /** The seconds of one contestant. */
  List<Double> of(String contestant) {
    List<Double> found = seconds.get(contestant);
    if (found == null) {
      throw new IllegalArgumentException(
          contestant + " was not in " + contest + ", but " + seconds.keySet());
    }
    return found;
  }
}
