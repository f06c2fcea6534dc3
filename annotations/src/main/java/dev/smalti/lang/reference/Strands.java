package dev.smalti.lang.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;

/**
 * The order in which a reduction folds its elements. It is part of the meaning of a reduction,
 * since a sum of floats depends on it.
 */
public final class Strands {
  /** How many strands a row is dealt to: as many as the widest vector needs to keep busy. */
  public static final int COUNT = 32;

  private Strands() {}

  /**
   * Folds a row.
   *
   * <ol>
   *   <li>Element i goes to strand {@code i mod 32}, in order; a strand starts with its first
   *       element.
   *   <li>For w = 16, 8, 4, 2, 1 in this order: each strand k below w becomes {@code op(strand[k],
   *       strand[k + w])}, if strand k + w has elements.
   *   <li>Strand 0 is the result.
   * </ol>
   *
   * @param <E> the type of an element
   * @param count how many elements, at least 1
   * @param element the element at a position from 0 to {@code count - 1}
   * @param op the operation
   * @return the result
   * @throws IllegalArgumentException if there is no element
   */
  public static <E> E row(int count, IntFunction<E> element, BinaryOperator<E> op) {
    checkNotEmpty(count);
    List<E> strands = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      E next = element.apply(i);
      if (i < COUNT) {
        strands.add(next);
      } else {
        strands.set(i % COUNT, op.apply(strands.get(i % COUNT), next));
      }
    }
    for (int width = COUNT / 2; width >= 1; width /= 2) {
      for (int k = 0; k < width && k + width < strands.size(); k++) {
        strands.set(k, op.apply(strands.get(k), strands.get(k + width)));
      }
    }
    return strands.get(0);
  }

  /**
   * Folds a column: {@code op(... op(op(element 0, element 1), element 2) ...)}.
   *
   * @param <E> the type of an element
   * @param count how many elements, at least 1
   * @param element the element at a position from 0 to {@code count - 1}
   * @param op the operation
   * @return the result
   * @throws IllegalArgumentException if there is no element
   */
  public static <E> E column(int count, IntFunction<E> element, BinaryOperator<E> op) {
    checkNotEmpty(count);
    E result = element.apply(0);
    for (int i = 1; i < count; i++) {
      result = op.apply(result, element.apply(i));
    }
    return result;
  }

  private static void checkNotEmpty(int count) {
    if (count < 1) {
      throw new IllegalArgumentException(
          "a reduction over an empty valid box has no result; load at least one row and column");
    }
  }
}
