package dev.smalti.processor.random;

import dev.smalti.processor.random.MethodText.Memory;
import java.util.List;
import java.util.Optional;

/**
 * A kernel that was written at random.
 *
 * @param name of its method
 * @param text the method, and the helpers that it calls
 * @param parameters its memory; behind them are {@code int n} and {@code double s}
 * @param rows the extent of all memory, if it is a constant
 * @param columns the extent of all memory, if it is a constant
 * @param cells each operation that is in it, as often as it is
 */
record RandomKernelText(
    String name,
    String text,
    List<Parameter> parameters,
    Optional<Integer> rows,
    Optional<Integer> columns,
    List<Cell> cells) {

  /**
   * Memory that is passed.
   *
   * @param slots the first extent of an output
   */
  record Parameter(Memory memory, boolean read, boolean written, int slots) {
    String declared(String rows, String columns) {
      String shape =
          switch (memory.role()) {
            case X -> rows + ", " + columns;
            case Y -> slots + ", " + rows + ", " + columns;
            case M -> "(" + rows + ") + 2, (" + columns + ") + 1";
          };
      String direction = written ? read ? "@InOut " : "@Out " : "";
      return "@Shape(\""
          + shape
          + "\") "
          + direction
          + "Tensor<"
          + memory.element()
          + "> "
          + memory.name();
    }

    /** The extents of an argument. */
    long[] extents(int rows, int columns) {
      return switch (memory.role()) {
        case X -> new long[] {rows, columns};
        case Y -> new long[] {slots, rows, columns};
        case M -> new long[] {rows + 2, columns + 1};
      };
    }
  }

  /** The same kernel, which takes all of it as one record. */
  RandomKernelText takingRecord() {
    String start = "  @InCore\n  static void " + name + "(\n";
    String end = ") {\n";
    int from = text.indexOf(start);
    int to = text.indexOf(end, from);
    StringBuilder taken = new StringBuilder(text.substring(0, from));
    taken.append("  record Of").append(name).append("(\n");
    taken.append(text, from + start.length(), to).append(") {}\n\n");
    taken.append("  @InCore\n  static void ").append(name);
    taken.append("(Of").append(name).append(" all) {\n");
    parameters.forEach(
        parameter -> {
          String memory = parameter.memory().name();
          taken.append("    var ").append(memory).append(" = all.").append(memory).append("();\n");
        });
    taken.append("    int n = all.n();\n    double s = all.s();\n");
    taken.append(text, to + end.length(), text.length());
    return new RandomKernelText(name, taken.toString(), parameters, rows, columns, cells);
  }

  /** A class of kernels, as a file. */
  static String classOf(String name, List<RandomKernelText> kernels) {
    StringBuilder text = new StringBuilder();
    text.append("import static dev.smalti.lang.Smalti.*;\n\nimport dev.smalti.lang.*;\n\n");
    text.append("final class ").append(name).append(" {\n");
    kernels.forEach(kernel -> text.append(kernel.text()).append('\n'));
    return text.append("}\n").toString();
  }
}
