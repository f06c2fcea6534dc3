package dev.smalti.processor.random;

import java.util.Collections;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Finds simpler choices that fail as well: without whole parts first, then without parts of parts,
 * at last with smaller numbers.
 */
final class Shrinker {
  private final Predicate<Choices> fails;
  private int attempts;

  /**
   * A shrinker.
   *
   * @param fails whether what is made of the choices fails
   * @param attempts how often that is asked at most
   */
  Shrinker(Predicate<Choices> fails, int attempts) {
    this.fails = fails;
    this.attempts = attempts;
  }

  /** The simplest choices found that fail; those given, if none are. */
  Choices shrink(Choices failing) {
    Choices best = failing;
    int size;
    do {
      size = best.size();
      best = withoutParts(best, UnaryOperator.identity());
      best = withoutNumbers(best, UnaryOperator.identity());
    } while (best.size() < size && attempts > 0);
    return best;
  }

  private boolean stillFails(Choices all) {
    return attempts-- > 0 && fails.test(all);
  }

  /** The parts of some choices, each left out if that still fails, else in turn without parts. */
  private Choices withoutParts(Choices choices, UnaryOperator<Choices> whole) {
    Choices best = choices;
    for (int i = 0; i < best.parts().size(); i++) {
      int index = i;
      Choices current = best;
      Choices part = best.parts().get(i);
      if (part.size() == 0) {
        continue;
      }
      if (stillFails(whole.apply(current.withPart(index, Choices.NONE)))) {
        best = current.withPart(index, Choices.NONE);
      } else {
        best =
            current.withPart(
                index, withoutParts(part, inner -> whole.apply(current.withPart(index, inner))));
      }
    }
    return best;
  }

  private Choices withoutNumbers(Choices choices, UnaryOperator<Choices> whole) {
    Choices best = smaller(choices, whole);
    for (int i = 0; i < best.parts().size(); i++) {
      int index = i;
      Choices current = best;
      best =
          current.withPart(
              index,
              withoutNumbers(
                  current.parts().get(index),
                  inner -> whole.apply(current.withPart(index, inner))));
    }
    return best;
  }

  private Choices smaller(Choices choices, UnaryOperator<Choices> whole) {
    if (choices.numbers().stream().allMatch(number -> number == 0)) {
      return choices;
    }
    Choices zeros = choices.withNumbers(Collections.nCopies(choices.numbers().size(), 0));
    if (stillFails(whole.apply(zeros))) {
      return zeros;
    }
    Choices best = choices;
    for (int i = 0; i < best.numbers().size(); i++) {
      if (best.numbers().get(i) != 0 && stillFails(whole.apply(best.withNumber(i, 0)))) {
        best = best.withNumber(i, 0);
      }
    }
    return best;
  }
}
