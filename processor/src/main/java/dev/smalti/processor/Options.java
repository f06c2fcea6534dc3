package dev.smalti.processor;

import dev.smalti.processor.device.Device;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import javax.annotation.processing.ProcessingEnvironment;
import org.jspecify.annotations.Nullable;

/**
 * The options of the compiler, {@code -Asmalti.name=value}.
 *
 * @param dump the directory that takes the intermediate representation after each pass
 * @param hints whether to print what costs time and cannot be seen in the source
 * @param verify whether every pass is checked; without it the last one alone
 * @param timings whether to print where the time of the compiler goes
 * @param device whose memory the tiles of kernels have to fit
 * @param problems what is wrong with the options that were given
 */
record Options(
    Optional<Path> dump,
    boolean hints,
    boolean verify,
    boolean timings,
    Optional<Device> device,
    List<String> problems) {
  private static final String PREFIX = "smalti.";
  private static final String DUMP = PREFIX + "dump";
  private static final String HINTS = PREFIX + "hints";
  private static final String VERIFY = PREFIX + "verify";
  private static final String TIMINGS = PREFIX + "timings";
  private static final String DEVICE = PREFIX + "device";

  /** Those that exist. */
  static final Set<String> NAMES = Set.of(DUMP, HINTS, VERIFY, TIMINGS, DEVICE);

  Options {
    problems = List.copyOf(problems);
  }

  static Options of(ProcessingEnvironment environment) {
    return of(environment.getOptions());
  }

  static Options of(Map<String, ? extends @Nullable String> given) {
    List<String> problems = new ArrayList<>();
    Optional<Path> dump = Optional.empty();
    boolean hints = false;
    boolean verify = false;
    boolean timings = false;
    Optional<Device> device = Optional.empty();
    for (Map.Entry<String, ? extends @Nullable String> option :
        new TreeMap<String, @Nullable String>(given).entrySet()) {
      if (option.getKey().startsWith(PREFIX)) {
        switch (option.getKey()) {
          case DUMP -> dump = directory(option.getKey(), option.getValue(), problems);
          case HINTS -> hints = flag(option.getKey(), option.getValue(), problems);
          case VERIFY -> verify = flag(option.getKey(), option.getValue(), problems);
          case TIMINGS -> timings = flag(option.getKey(), option.getValue(), problems);
          case DEVICE -> device = device(option.getKey(), option.getValue(), problems);
          default -> problems.add(unknown(option.getKey()));
        }
      }
    }
    return new Options(dump, hints, verify, timings, device, problems);
  }

  /** Without a value it is set; build tools that always give one say {@code true} or false. */
  private static boolean flag(String name, @Nullable String value, List<String> problems) {
    if (value == null || value.isEmpty() || value.equals("true")) {
      return true;
    }
    if (!value.equals("false")) {
      problems.add("-A" + name + " takes no value, or true or false; it has " + value);
    }
    return false;
  }

  private static Optional<Path> directory(
      String name, @Nullable String value, List<String> problems) {
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

  private static Optional<Device> device(
      String name, @Nullable String value, List<String> problems) {
    if (value == null || value.isBlank()) {
      problems.add("-A" + name + " needs a device: -A" + name + "=" + Device.A2A3.display());
      return Optional.empty();
    }
    Optional<Device> device = Device.named(value);
    if (device.isEmpty()) {
      List<String> all = Arrays.stream(Device.values()).map(Device::display).toList();
      problems.add("unknown device " + value + "; " + guess("", value, all));
    }
    return device;
  }

  private static String unknown(String name) {
    return "unknown option -A" + name + "; " + guess("-A", name, NAMES.stream().sorted().toList());
  }

  /**
   * What was meant, or all that there is where nothing is near.
   *
   * @param before what is written in front of each name
   * @param name what was given
   * @param all what there is
   */
  private static String guess(String before, String name, List<String> all) {
    String nearest =
        all.stream().min(Comparator.comparingInt(n -> distance(n, name))).orElseThrow();
    return distance(nearest, name) <= Math.min(3, nearest.length() / 2)
        ? "did you mean " + before + nearest + "?"
        : "there is: " + before + String.join(", " + before, all);
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
