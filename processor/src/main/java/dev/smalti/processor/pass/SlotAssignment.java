package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Numbers arrays so that users whose times overlap have different ones. */
final class SlotAssignment {
  private static final class Array {
    private final int index;
    private final List<Dim> lengths = new ArrayList<>();
    private int lastUse;

    Array(int index) {
      this.index = index;
    }

    long constantLength() {
      return lengths.stream().flatMapToLong(length -> length.constant().stream()).max().orElse(0);
    }
  }

  /** By the kind of arrays; types that share one have one series of numbers. */
  private final Map<Element, List<Array>> arrays = new EnumMap<>(Element.class);

  /** One type for all that are held in arrays of the same kind. */
  private static Element kind(Element element) {
    return switch (element) {
      case F16, BF16, I16 -> Element.I16;
      case I8, U8, BOOL -> Element.I8;
      case F32, F64, I32, I64 -> element;
    };
  }

  /** Takes an array for a time; the times must come in the order in which they begin. */
  ScratchPlan.Slot take(Element element, Dim length, int from, int to) {
    List<Array> all = arrays.computeIfAbsent(kind(element), _ -> new ArrayList<>());
    Optional<Array> free =
        all.stream()
            .filter(array -> array.lastUse < from)
            .min(Comparator.comparingLong(array -> waste(array, length)));
    Array array = free.orElseGet(() -> add(all));
    array.lengths.add(length);
    array.lastUse = to;
    return new ScratchPlan.Slot(element, array.index, length);
  }

  private static Array add(List<Array> all) {
    Array array = new Array(all.size());
    all.add(array);
    return array;
  }

  /** 0 where the array has exactly the length; else how far a constant length is off. */
  private static long waste(Array array, Dim length) {
    if (array.lengths.contains(length)) {
      return 0;
    }
    return length.constant().isPresent() && array.constantLength() > 0
        ? 1 + Math.abs(array.constantLength() - length.constant().getAsLong())
        : Long.MAX_VALUE;
  }

  int count(Element element) {
    return arrays.getOrDefault(kind(element), List.of()).size();
  }

  boolean isConstant() {
    return arrays.values().stream()
        .flatMap(List::stream)
        .flatMap(array -> array.lengths.stream())
        .allMatch(length -> length.constant().isPresent());
  }

  long constantBytes() {
    return arrays.entrySet().stream()
        .mapToLong(
            entry ->
                entry.getValue().stream().mapToLong(Array::constantLength).sum()
                    * entry.getKey().bytes())
        .sum();
  }
}
