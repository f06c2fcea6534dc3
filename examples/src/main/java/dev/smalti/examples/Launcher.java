package dev.smalti.examples;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs an example by its name. The first argument is the name, the others are the example's own.
 *
 * <p>Exit status 2 means that there is no such example, or that it was called in the wrong way.
 */
public final class Launcher {
  /** An example's {@code main}. */
  @FunctionalInterface
  private interface Example {
    void main(String[] arguments) throws Exception;
  }

  /** Every example, under the simple name of its class. */
  private static final Map<String, Example> EXAMPLES =
      new TreeMap<>(Map.of("RingSum", RingSum::main));

  private Launcher() {}

  /**
   * Runs the example that the first argument names.
   *
   * @param arguments the name, then what the example itself is told
   * @throws Exception whatever the example throws
   */
  public static void main(String[] arguments) throws Exception {
    String name = arguments.length == 0 ? "" : arguments[0];
    Example example =
        EXAMPLES.getOrDefault(
            name,
            rest -> {
              System.err.println(unknown(name));
              System.exit(2);
            });
    example.main(Arrays.copyOfRange(arguments, Math.min(1, arguments.length), arguments.length));
  }

  /** What is said about a name that is not the name of an example. */
  static String unknown(String name) {
    return "there is no example '"
        + name
        + "'; choose one with -Dexample=NAME: "
        + String.join(", ", EXAMPLES.keySet());
  }
}
