package dev.smalti.examples;

import dev.smalti.examples.collectives.CollectivePrograms;
import dev.smalti.examples.transformer.Workloads;
import dev.smalti.examples.tutorial.Tutorial;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

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

  /** Every example but those that have a list of their own, under the simple name of its class. */
  private static final Map<String, Example> EXAMPLES =
      new TreeMap<>(
          Map.of(
              "RingSum", RingSumCommand::run,
              "ShardedLayer", ShardedLayer::run,
              "Softmax", Softmax::run));

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
    for (var listed :
        List.of(Tutorial.programs(), CollectivePrograms.programs(), Workloads.programs())) {
      Consumer<String[]> program = listed.get(name);
      if (program != null) {
        return arguments -> run(name, program, arguments);
      }
    }
    return EXAMPLES.getOrDefault(name, _ -> refuse(unknown(name)));
  }

  private static int run(String name, Consumer<String[]> program, String... arguments) {
    if (arguments.length > 0) {
      return refuse(name + " takes no arguments, these are " + Arrays.toString(arguments));
    }
    program.accept(arguments);
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
        + "Or a part of a transformer: "
        + String.join(", ", Workloads.programs().keySet())
        + ".\n"
        + "Or a collective: "
        + String.join(", ", CollectivePrograms.programs().keySet())
        + ".\n"
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
        + "; of a transformer "
        + String.join(", ", Workloads.programs().keySet())
        + "; of a collective "
        + String.join(", ", CollectivePrograms.programs().keySet())
        + "; of the tutorial "
        + String.join(", ", Tutorial.programs().keySet());
  }
}
