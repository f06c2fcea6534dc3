package dev.smalti.processor.pass;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Parser;
import dev.smalti.processor.ir.Printer;
import java.util.stream.Collectors;

/** Functions as text without source places: line n of a text stands at {@code K.java:n}. */
final class IrText {
  private static final String HEADER = "smalti ir 1\n\n";

  private IrText() {}

  static Function parse(String text) {
    StringBuilder placed = new StringBuilder(HEADER);
    int line = 1;
    for (String each : text.lines().toList()) {
      placed.append(each);
      String word = each.strip().split(" ", 2)[0];
      boolean list =
          each.startsWith("    ")
              && !each.startsWith("     ")
              && word.matches("elements|operators|symbols|results");
      if (!each.isBlank() && !word.equals("else") && !list && !each.contains(" @ ")) {
        placed.append("  @ K.java:").append(line).append(":1");
      }
      placed.append('\n');
      line++;
    }
    return Parser.parse(placed.toString()).functions().getFirst();
  }

  /** The text of a function without its source places. */
  static String print(Function function) {
    return Printer.print(function)
        .lines()
        .skip(2)
        .map(line -> line.replaceAll("\\s+@ .*$", "").stripTrailing())
        .collect(Collectors.joining("\n", "", "\n"));
  }

  static void assertRewrites(Pass pass, String before, String after) {
    Function rewritten = pass.apply(parse(before));
    assertThat(print(rewritten)).isEqualTo(print(parse(after)));
  }

  static void assertKeeps(Pass pass, String text) {
    Function function = parse(text);
    assertThat(print(pass.apply(function))).isEqualTo(print(function));
  }
}
