package dev.smalti.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What is timed by a process: by whom, what, among how many ranks and with how many bytes. All
 * programs of the table of collectives print their times in lines of one form.
 *
 * @param who whose process
 * @param what such as {@code allreduce}
 * @param ranks how many
 * @param bytes of a rank's result, 0 if there is none
 */
record Timing(String who, String what, int ranks, long bytes) {
  private static final Pattern LINE =
      Pattern.compile("(\\S+) P=(\\d+) n=(\\d+) median_us=([\\d.]+)");

  /** A line that a program prints. */
  String line(double seconds) {
    return String.format(
        Locale.ROOT, "%s %s P=%d n=%d median_us=%.3f", who, what, ranks, bytes, 1e6 * seconds);
  }

  /** What is in lines that were printed, in seconds, by the name of the timing. */
  static Map<String, Double> parse(String who, String output) {
    Map<String, Double> seconds = new LinkedHashMap<>();
    LINE.matcher(output)
        .results()
        .forEach(line -> seconds.put(named(who, line), Double.parseDouble(line.group(4)) / 1e6));
    return seconds;
  }

  private static String named(String who, MatchResult line) {
    return new Timing(
            who, line.group(1), Integer.parseInt(line.group(2)), Long.parseLong(line.group(3)))
        .toString();
  }

  /** Bytes as they stand in tables. */
  static String size(long bytes) {
    List<String> units = new ArrayList<>(List.of("B", "KiB", "MiB"));
    long size = bytes;
    while (size >= 1024 && size % 1024 == 0 && units.size() > 1) {
      size /= 1024;
      units.removeFirst();
    }
    return size + " " + units.getFirst();
  }

  /** What rounds are written down under. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%s: %s P=%d n=%d", who, what, ranks, bytes);
  }
}
