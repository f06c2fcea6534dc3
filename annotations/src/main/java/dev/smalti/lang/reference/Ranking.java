package dev.smalti.lang.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * Which element comes first. A NaN comes before every number, whether the greatest or the least is
 * looked for; -0 equals +0; of equal elements the one with the lower index comes first.
 */
public final class Ranking {
  private Ranking() {}

  /**
   * Whether an element comes before another where the greatest is first.
   *
   * @param <E> the type of an element
   * @param type its arithmetic
   * @param a one element
   * @param b another one
   * @return whether a is greater, or alone is a NaN
   */
  public static <E> boolean isGreater(Arithmetic<E> type, E a, E b) {
    return type.gt(a, b) || type.ne(a, a) && type.eq(b, b);
  }

  /**
   * Whether an element comes before another where the least is first.
   *
   * @param <E> the type of an element
   * @param type its arithmetic
   * @param a one element
   * @param b another one
   * @return whether a is less, or alone is a NaN
   */
  public static <E> boolean isLess(Arithmetic<E> type, E a, E b) {
    return type.lt(a, b) || type.ne(a, a) && type.eq(b, b);
  }

  /**
   * The index of the first element in an order.
   *
   * @param <E> the type of an element
   * @param elements at least one
   * @param before whether one element comes before another
   * @return the lowest index of an element that no other comes before
   */
  public static <E> int first(List<E> elements, BiPredicate<E, E> before) {
    int first = 0;
    for (int i = 1; i < elements.size(); i++) {
      if (before.test(elements.get(i), elements.get(first))) {
        first = i;
      }
    }
    return first;
  }

  /**
   * The indices of the first elements in an order.
   *
   * @param <E> the type of an element
   * @param elements at least as many as are wanted
   * @param wanted how many
   * @param before whether one element comes before another
   * @return their indices, in the order
   */
  public static <E> List<Integer> firsts(List<E> elements, int wanted, BiPredicate<E, E> before) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < elements.size(); i++) {
      int at = order.size();
      while (at > 0 && before.test(elements.get(i), elements.get(order.get(at - 1)))) {
        at--;
      }
      order.add(at, i);
    }
    return order.subList(0, wanted);
  }
}
