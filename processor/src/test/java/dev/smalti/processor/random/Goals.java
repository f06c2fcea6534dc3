package dev.smalti.processor.random;

import dev.smalti.processor.ir.Element;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Deals all cells out to programs, over and over, so that a cell that chance would hardly meet
 * occurs as often as any other. What a program gets follows from its number and the seed.
 */
final class Goals {
  /** Cells of one type in one surrounding that stand together. */
  private static final int TOGETHER = 10;

  private record Alike(Element element, Surrounding surrounding) {}

  private final Map<Alike, List<Cell>> alike = new LinkedHashMap<>();
  private final long seed;
  private final int parts;

  /**
   * Goals of programs.
   *
   * @param parts how many parts a program has, each of ten cells or fewer that stand together
   */
  Goals(Catalogue catalogue, long seed, int parts) {
    for (Cell cell : catalogue.cells()) {
      Alike key = new Alike(cell.element(), cell.surrounding());
      alike.computeIfAbsent(key, _ -> new ArrayList<>()).add(cell);
    }
    this.seed = seed;
    this.parts = parts;
  }

  /** What program {@code number} has to have. */
  List<List<Cell>> of(int number) {
    int ofTurn = dealt(0).size() / parts;
    int from = number % ofTurn * parts;
    return dealt(number / ofTurn).subList(from, from + parts);
  }

  /** All cells in parts, in the order of a turn. */
  private List<List<Cell>> dealt(int turn) {
    Random random = new Random(seed + turn);
    List<List<Cell>> dealt = new ArrayList<>();
    for (List<Cell> group : alike.values()) {
      List<Cell> order = new ArrayList<>(group);
      Collections.shuffle(order, random);
      for (int i = 0; i < order.size(); i += TOGETHER) {
        dealt.add(List.copyOf(order.subList(i, Math.min(i + TOGETHER, order.size()))));
      }
    }
    Collections.shuffle(dealt, random);
    return dealt;
  }
}
