package dev.smalti.examples;

import dev.smalti.examples.tutorial.Tutorial;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs an example by its name. The first argument is the name, the others are the example's own.
 *
 * <p>Exit status 2 means that there is no such example, or that it was called in the wrong way.
 */
public final class Launcher {
  /** An example; gives its exit status. */
  @FunctionalInterface
  private interface Example {
    int run(String... arguments);
  }

  /** Every example but those of the tutorial, under the simple name of its class. */
  private static final Map<String, Example> EXAMPLES =
      new TreeMap<>(Map.of("RingSum", RingSumCommand::run, "Softmax", Softmax::run));

  private Launcher() {}

  /**
   * Runs the example that the first argument names.
   *
   * @param arguments the name, then what the example itself is told
   */
  public static void main(String[] arguments) {
    String name = arguments.length == 0 ? "" : arguments[0];
    if (name.equals("--help") || name.equals("-h")) {
      System.out.println(help());
      return;
    }
    Example example = example(name);
    int status =
        example.run(Arrays.copyOfRange(arguments, Math.min(1, arguments.length), arguments.length));
    if (status != 0) {
      System.exit(status);
    }
  }

  private static Example example(String name) {
    if (Tutorial.programs().containsKey(name)) {
      return arguments -> step(name, arguments);
    }
    return EXAMPLES.getOrDefault(name, _ -> refuse(unknown(name)));
  }

  private static int step(String name, String... arguments) {
    if (arguments.length > 0) {
      return refuse(name + " takes no arguments, these are " + Arrays.toString(arguments));
    }
    Tutorial.run(name);
    return 0;
  }

  private static int refuse(String message) {
    System.err.println(message);
    return 2;
  }

  /** How an example is chosen, and which there are. */
  static String help() {
    return "Runs an example: -Dexample=NAME, and -Dexample.args=\"...\" for what it is told.\n"
        + "NAME is one of "
        + String.join(", ", EXAMPLES.keySet())
        + "; -Dexample.args=--help says what it takes.\n"
        + "Or a step of the tutorial: "
        + String.join(", ", Tutorial.programs().keySet())
        + ".";
  }

  /** What is said about a name that is not the name of an example. */
  static String unknown(String name) {
    return "there is no example '"
        + name
        + "'; choose one with -Dexample=NAME: "
        + String.join(", ", EXAMPLES.keySet())
        + "; of the tutorial "
        + String.join(", ", Tutorial.programs().keySet());
  }
}
