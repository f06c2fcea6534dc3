package dev.smalti.processor.random;

import java.util.ArrayList;
import java.util.List;

/**
 * What a generator chose: numbers, and the choices of its parts. A part that is made again takes
 * its numbers from its own choices alone, so that one part can be made smaller without a change of
 * the others.
 *
 * @param numbers those drawn outside of parts, in order
 * @param parts those of each part, in order
 */
record Choices(List<Integer> numbers, List<Choices> parts) {
  /** The simplest of everything. */
  static final Choices NONE = new Choices(List.of(), List.of());

  /** How many numbers there are in all. */
  int size() {
    return numbers.size() + parts.stream().mapToInt(Choices::size).sum();
  }

  Choices withNumber(int index, int number) {
    List<Integer> changed = new ArrayList<>(numbers);
    changed.set(index, number);
    return new Choices(List.copyOf(changed), parts);
  }

  Choices withNumbers(List<Integer> others) {
    return new Choices(others, parts);
  }

  Choices withPart(int index, Choices part) {
    List<Choices> changed = new ArrayList<>(parts);
    changed.set(index, part);
    return new Choices(numbers, List.copyOf(changed));
  }
}
