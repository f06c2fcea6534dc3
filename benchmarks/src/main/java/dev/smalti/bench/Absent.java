package dev.smalti.bench;

import java.io.IOException;

/**
 * A cell that cannot be measured, which is as good as missed.
 *
 * @param name what would be measured
 * @param peer what it would be compared with
 * @param why what is missing, and what to do
 */
record Absent(String name, String peer, String why) {
  /** What a process that failed says of it. */
  static String cause(IOException failure) {
    String message = String.valueOf(failure.getMessage());
    return "it failed, see above: "
        + message
            .lines()
            .filter(line -> line.contains("Exception") || line.contains("Error"))
            .findFirst()
            .or(() -> message.lines().findFirst())
            .orElse("");
  }
}
