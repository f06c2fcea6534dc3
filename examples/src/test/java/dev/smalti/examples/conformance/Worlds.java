package dev.smalti.examples.conformance;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Numbers of ranks, and the cases of a program on each.
 *
 * @param sizes ascending
 * @param on the cases
 */
record Worlds(List<Integer> sizes, IntFunction<List<Case>> on) {
  /** The worlds of the reference, and odd, large and trivial ones. */
  private static final List<Integer> ALL = List.of(1, 2, 3, 4, 5, 8, 16);

  /** One case on worlds of all sizes. */
  static Worlds all(IntFunction<Case> on) {
    return several(ranks -> List.of(on.apply(ranks)));
  }

  /** Several cases on worlds of all sizes. */
  static Worlds several(IntFunction<List<Case>> on) {
    return new Worlds(ALL, on);
  }

  /** One case on worlds of these sizes. */
  static Worlds of(IntFunction<Case> on, int... sizes) {
    return new Worlds(IntStream.of(sizes).boxed().toList(), ranks -> List.of(on.apply(ranks)));
  }

  Stream<Case> cases() {
    return sizes.stream().flatMap(ranks -> on.apply(ranks).stream());
  }

  /** The methods of the cases, such as {@code Broadcast.fromRoot}. */
  String methods() {
    return on.apply(sizes.getLast()).stream()
        .map(each -> each.owner().getSimpleName() + "." + each.method())
        .distinct()
        .collect(Collectors.joining(", "));
  }
}
