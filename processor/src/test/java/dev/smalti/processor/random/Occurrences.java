package dev.smalti.processor.random;

import dev.smalti.processor.ir.Element;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How often each operation occurred on each element type in each surrounding. */
final class Occurrences {
  private final Map<Cell, Integer> counts = new HashMap<>();

  void add(Cell cell) {
    counts.merge(cell, 1, Integer::sum);
  }

  void addAll(Occurrences others) {
    others.counts.forEach((cell, count) -> counts.merge(cell, count, Integer::sum));
  }

  int of(Cell cell) {
    return counts.getOrDefault(cell, 0);
  }

  int total() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** The cells that occurred less often. */
  List<Cell> below(int least, Collection<Cell> cells) {
    return cells.stream().filter(cell -> of(cell) < least).toList();
  }

  /**
   * A line for each operation and element type, with a number for each surrounding; a dash where
   * the language has none.
   */
  String table(Collection<Cell> legal) {
    StringBuilder text = new StringBuilder();
    text.append("operation element");
    for (Surrounding surrounding : Surrounding.values()) {
      text.append(' ').append(surrounding);
    }
    Map<String, Map<Surrounding, Integer>> lines = new java.util.TreeMap<>();
    for (Cell cell : legal) {
      lines
          .computeIfAbsent(line(cell.operation(), cell.element()), _ -> new HashMap<>())
          .put(cell.surrounding(), of(cell));
    }
    lines.forEach(
        (line, numbers) -> {
          text.append('\n').append(line);
          for (Surrounding surrounding : Surrounding.values()) {
            Integer number = numbers.get(surrounding);
            text.append(' ').append(number == null ? "-" : number.toString());
          }
        });
    return text.append('\n').toString();
  }

  private static String line(String operation, Element element) {
    return operation + " " + element;
  }
}
