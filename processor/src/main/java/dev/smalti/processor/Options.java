package dev.smalti.processor;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import javax.annotation.processing.ProcessingEnvironment;

/**
 * The options of the compiler, {@code -Asmalti.name=value}.
 *
 * @param dump the directory that takes the intermediate representation after each pass
 * @param problems what is wrong with the options that were given
 */
record Options(Optional<Path> dump, List<String> problems) {
  private static final String PREFIX = "smalti.";
  private static final String DUMP = PREFIX + "dump";

  /** Those that exist. */
  static final Set<String> NAMES = Set.of(DUMP);

  Options {
    problems = List.copyOf(problems);
  }

  static Options of(ProcessingEnvironment environment) {
    return of(environment.getOptions());
  }

  static Options of(Map<String, String> given) {
    List<String> problems = new ArrayList<>();
    Optional<Path> dump = Optional.empty();
    for (Map.Entry<String, String> option : new TreeMap<>(given).entrySet()) {
      if (!option.getKey().startsWith(PREFIX)) {
        continue;
      }
      if (option.getKey().equals(DUMP)) {
        dump = directory(option.getKey(), option.getValue(), problems);
      } else {
        problems.add(unknown(option.getKey()));
      }
    }
    return new Options(dump, problems);
  }

  private static Optional<Path> directory(String name, String value, List<String> problems) {
    if (value == null || value.isBlank()) {
      problems.add("-A" + name + " needs a directory: -A" + name + "=target/ir");
      return Optional.empty();
    }
    try {
      return Optional.of(Path.of(value));
    } catch (InvalidPathException invalid) {
      problems.add("-A" + name + " is no path: " + invalid.getMessage());
      return Optional.empty();
    }
  }

  private static String unknown(String name) {
    List<String> all = NAMES.stream().sorted().toList();
    String nearest =
        all.stream().min(Comparator.comparingInt(n -> distance(n, name))).orElseThrow();
    String guess =
        distance(nearest, name) <= 3
            ? "did you mean -A" + nearest + "?"
            : "there is: -A" + String.join(", -A", all);
    return "unknown option -A" + name + "; " + guess;
  }

  /** How many characters have to be inserted, removed or replaced. */
  private static int distance(String from, String to) {
    int[] above = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] row = new int[to.length() + 1];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[to.length()];
  }
}
