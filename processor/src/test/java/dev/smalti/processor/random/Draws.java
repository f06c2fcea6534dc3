package dev.smalti.processor.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/**
 * Makes the choices of a generator, at random or as they were made before, and writes them down.
 * Where those of an earlier run are used up, every further one is 0, the simplest.
 */
final class Draws {
  /** Choices that are being made. */
  private static final class Open {
    private final Choices given;
    private final List<Integer> numbers = new ArrayList<>();
    private final List<Choices> parts = new ArrayList<>();

    Open(Choices given) {
      this.given = given;
    }

    int number(int bound) {
      return numbers.size() < given.numbers().size()
          ? given.numbers().get(numbers.size()) % bound
          : 0;
    }

    Choices part() {
      return parts.size() < given.parts().size() ? given.parts().get(parts.size()) : Choices.NONE;
    }

    Choices made() {
      return new Choices(List.copyOf(numbers), List.copyOf(parts));
    }
  }

  private final IntUnaryOperator number;
  private Open open;

  private Draws(Choices given, IntUnaryOperator random) {
    this.open = new Open(given);
    this.number = random;
  }

  /** Choices at random. */
  static Draws random(long seed) {
    Random random = new Random(seed);
    return new Draws(Choices.NONE, random::nextInt);
  }

  /** The choices of an earlier run, perhaps changed. */
  static Draws replay(Choices choices) {
    return new Draws(choices, _ -> -1);
  }

  /** One of 0 to {@code bound - 1}. */
  int below(int bound) {
    int drawn = number.applyAsInt(bound);
    int choice = drawn < 0 ? open.number(bound) : drawn;
    open.numbers.add(choice);
    return choice;
  }

  /** Whether something happens that happens once in so many times. */
  boolean once(int in) {
    return below(in) == in - 1;
  }

  /** Whether something stays; only where choices are made simpler it does not. */
  boolean kept() {
    int drawn = number.applyAsInt(2);
    int choice = drawn < 0 ? open.number(2) : 1;
    open.numbers.add(choice);
    return choice == 1;
  }

  /** One of a list, of which the first is the simplest. */
  <T> T any(List<T> list) {
    return list.get(below(list.size()));
  }

  /** Makes a part, so that it can be made simpler as a whole. */
  <T> T part(Supplier<T> make) {
    Open outer = open;
    open = new Open(outer.part());
    T made = make.get();
    outer.parts.add(open.made());
    open = outer;
    return made;
  }

  /** The choices so far. */
  Choices made() {
    return open.made();
  }
}
