package dev.smalti.collectives;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.lang.World;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a user is told who chooses what a collective does not offer. All these calls are compiled
 * together, and each is an error at its line; then they run as they stand, and each is an
 * exception.
 */
final class Refusals {
  /**
   * What is said.
   *
   * @param code of the error
   * @param text of it, with its line of advice
   */
  record Said(String code, String text) {}

  private static final String NAME = "Refused";

  private static final Pattern ERROR =
      Pattern.compile(
          "/" + NAME + "\\.java:(\\d+): error: \\[(SML-\\d+)] (.*)\n.*\n *\\^\n(?:  (\\S.*)\n)?");

  private final List<Choice> calls;
  private final Map<Choice, Said> compiled = new HashMap<>();
  private final Map<Choice, String> eager = new HashMap<>();

  private Refusals(List<Choice> calls) {
    this.calls = calls;
  }

  /** Compiles and runs these calls, of which none is possible. */
  static Refusals of(List<Choice> calls, Path folder) throws ReflectiveOperationException {
    Refusals refusals = new Refusals(calls);
    refusals.compile(folder);
    refusals.run(folder);
    return refusals;
  }

  /** What the compiler says. */
  Said compiled(Choice call) {
    return Objects.requireNonNull(compiled.get(call));
  }

  /** What is thrown when a program runs as it stands. */
  String eager(Choice call) {
    return Objects.requireNonNull(eager.get(call));
  }

  private void compile(Path folder) {
    String text = text();
    List<Integer> lines = lines(text);
    Matcher errors = ERROR.matcher(Programs.refusal(folder, NAME, text));
    while (errors.find()) {
      int call = lines.indexOf(Integer.valueOf(errors.group(1)));
      assertWithMessage("the line of %s", errors.group()).that(call).isAtLeast(0);
      boolean withAdvice = errors.group(4) != null && !errors.group(4).startsWith("This is in ");
      String advice = withAdvice ? " " + errors.group(4) : "";
      compiled.put(calls.get(call), new Said(errors.group(2), errors.group(3) + "." + advice));
    }
    assertThat(compiled.keySet()).containsExactlyElementsIn(calls);
  }

  private void run(Path folder) throws ReflectiveOperationException {
    Class<?> programs = Programs.compileAsItStands(folder, NAME, text()).loadClass(NAME);
    for (int i = 0; i < calls.size(); i++) {
      if (!calls.get(i).inKernel()) {
        eager.put(calls.get(i), thrown(programs, "call" + i));
      }
    }
  }

  private static String thrown(Class<?> programs, String name) throws IllegalAccessException {
    try {
      Programs.method(programs, name).invoke(null, World.eager(2));
    } catch (InvocationTargetException thrown) {
      return String.valueOf(thrown.getTargetException().getMessage())
          .lines()
          .findFirst()
          .orElseThrow()
          .replaceFirst("^rank \\d+ of \\S+ failed at \\S+: ", "")
          .replaceFirst("window@\\S+", "target");
    }
    throw new AssertionError(name + " is accepted when it runs as it stands");
  }

  private String text() {
    StringBuilder text =
        new StringBuilder(
            """
            import static dev.smalti.lang.Smalti.*;
            import dev.smalti.lang.*;

            final class Refused {
            """);
    for (int i = 0; i < calls.size(); i++) {
      Choice call = calls.get(i);
      text.append(
          (call.inKernel()
                  ? """
                    @InCore
                    static void callNUMBER(
                        @Shape("n") Window<TYPE> target, @Shape("n") Window<TYPE> input,
                        @Shape("ranks") Signal signal, int root) {
                      CALL; //
                    }
                  """
                  : """
                    @Host
                    static void callNUMBER(World world) {
                      Window<TYPE> target = world.window(TYPE, shape(TARGET));
                      Window<TYPE> input = world.window(TYPE, shape(INPUT));
                      Signal signal = world.signal(shape(world.size()));
                      int root = 0;
                      CALL; //
                    }
                  """)
              .replace("CALL", Programs.call(call, "target"))
              .replace("TARGET", Integer.toString(call.form().target(call.count(), call.ranks())))
              .replace("INPUT", Integer.toString(call.form().input(call.count(), call.ranks())))
              .replace("NUMBER", Integer.toString(i))
              .replace("TYPE", call.type()));
    }
    return text.append("}\n").toString();
  }

  /** The line of each call. */
  private static List<Integer> lines(String text) {
    List<Integer> lines = new ArrayList<>();
    List<String> all = text.lines().toList();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).endsWith("; //")) {
        lines.add(i + 1);
      }
    }
    return lines;
  }
}
