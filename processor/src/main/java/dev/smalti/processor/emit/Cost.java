package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Dim;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/**
 * What a call of a kernel moves and computes.
 *
 * @param read elements of each memory, by the name of the parameter
 * @param written elements of each memory
 * @param flops operations on floats: an fma is two, an elementary function one, a fold of n
 *     elements n - 1, a product of matrices two a step
 * @param operations the same on integers
 * @param atMost whether it may be less, because a branch is not taken or a loop is left
 */
record Cost(
    Map<String, Dim> read, Map<String, Dim> written, Dim flops, Dim operations, boolean atMost) {
  static final Cost NONE = new Cost(Map.of(), Map.of(), Dim.ZERO, Dim.ZERO, false);

  Cost {
    read = Map.copyOf(read);
    written = Map.copyOf(written);
  }

  static Cost reading(String memory, Dim elements) {
    return new Cost(Map.of(memory, elements), Map.of(), Dim.ZERO, Dim.ZERO, false);
  }

  static Cost writing(String memory, Dim elements) {
    return new Cost(Map.of(), Map.of(memory, elements), Dim.ZERO, Dim.ZERO, false);
  }

  /** So many operations on elements of one type. */
  static Cost computing(Dim count, boolean onFloats) {
    return new Cost(
        Map.of(), Map.of(), onFloats ? count : Dim.ZERO, onFloats ? Dim.ZERO : count, false);
  }

  Cost plus(Cost other) {
    return join(other, Dim::plus, atMost || other.atMost);
  }

  /** That of one of two branches: the larger, each number for itself. */
  Cost or(Cost other) {
    return equals(other) ? this : join(other, Cost::larger, true);
  }

  /** Of two numbers that are not negative. */
  private static Dim larger(Dim a, Dim b) {
    if (a.isConstant(0) || b.isConstant(0)) {
      return a.plus(b);
    }
    return a.max(b);
  }

  /** Of which only a part may happen. */
  Cost atMostThis() {
    return new Cost(read, written, flops, operations, true);
  }

  /** Every number changed. */
  Cost map(UnaryOperator<Dim> change) {
    return new Cost(
        map(read, change),
        map(written, change),
        change.apply(flops),
        change.apply(operations),
        atMost);
  }

  private static Map<String, Dim> map(Map<String, Dim> elements, UnaryOperator<Dim> change) {
    Map<String, Dim> changed = new TreeMap<>();
    elements.forEach((name, count) -> changed.put(name, change.apply(count)));
    return changed;
  }

  private Cost join(Cost other, BinaryOperator<Dim> by, boolean most) {
    return new Cost(
        join(read, other.read, by),
        join(written, other.written, by),
        by.apply(flops, other.flops),
        by.apply(operations, other.operations),
        most);
  }

  private static Map<String, Dim> join(
      Map<String, Dim> left, Map<String, Dim> right, BinaryOperator<Dim> by) {
    Map<String, Dim> both = new TreeMap<>();
    left.forEach((name, n) -> both.put(name, by.apply(n, right.getOrDefault(name, Dim.ZERO))));
    right.forEach((name, n) -> both.computeIfAbsent(name, _ -> by.apply(Dim.ZERO, n)));
    return both;
  }
}
