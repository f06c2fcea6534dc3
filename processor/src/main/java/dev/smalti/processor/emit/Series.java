package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Dim;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The rounds of a counting loop, over which numbers are summed.
 *
 * @param counter its name
 * @param low the least value of the counter, or where a loop that counts down ends
 * @param high what the counter stays below
 * @param step from one round to the next, positive
 */
record Series(String counter, Dim low, Dim high, Dim step) {

  /** Of a loop that counts down by the step. */
  static Series down(String counter, Dim from, Dim to, Dim step) {
    return new Series(counter, to.plus(Dim.ONE), from.plus(Dim.ONE), step);
  }

  /** Whether the sums of a cost can be written down. */
  boolean sums(Cost cost) {
    return Stream.of(
            cost.read().values().stream(),
            cost.written().values().stream(),
            Stream.of(cost.flops(), cost.operations()))
        .flatMap(numbers -> numbers)
        .allMatch(number -> tried(number).isPresent());
  }

  /** The sum of a number over all rounds. */
  Dim sum(Dim number) {
    return tried(number).orElseThrow();
  }

  private Optional<Dim> tried(Dim number) {
    Dim sum = Dim.ZERO;
    for (Map.Entry<List<Dim.Atom>, Long> term : number.terms().entrySet()) {
      Optional<Dim> one = term(term.getKey());
      if (one.isEmpty()) {
        return Optional.empty();
      }
      sum = sum.plus(one.get().times(Dim.of(term.getValue())));
    }
    return Optional.of(sum);
  }

  private Optional<Dim> term(List<Dim.Atom> factors) {
    List<Dim.Atom> counting = new ArrayList<>();
    Dim others = Dim.ONE;
    for (Dim.Atom factor : factors) {
      Dim dim = dim(factor);
      if (dim.names().contains(counter)) {
        counting.add(factor);
      } else {
        others = others.times(dim);
      }
    }
    if (counting.isEmpty()) {
      return Optional.of(others.times(rounds()));
    }
    return counting.size() == 1
        ? counted(counting.getFirst()).map(others::times)
        : Optional.empty();
  }

  private Dim rounds() {
    Dim length = high.minus(low);
    return step.isConstant(1) ? length : length.plus(step).minus(Dim.ONE).dividedBy(step);
  }

  /** The sum of one factor: the counter, or what a round takes of what is left. */
  private Optional<Dim> counted(Dim.Atom factor) {
    Dim left = high.minus(Dim.named(counter));
    boolean rest =
        factor instanceof Dim.Composite(Dim.Operator operator, Dim a, Dim b)
            && operator == Dim.Operator.MIN
            && (a.equals(step) && b.equals(left) || b.equals(step) && a.equals(left));
    if (rest) {
      return Optional.of(high.minus(low));
    }
    if (factor.equals(new Dim.Name(counter)) && step.isConstant(1)) {
      Dim twice = high.times(high.minus(Dim.ONE)).minus(low.times(low.minus(Dim.ONE)));
      return Optional.of(twice.dividedBy(Dim.of(2)));
    }
    return Optional.empty();
  }

  private static Dim dim(Dim.Atom atom) {
    return switch (atom) {
      case Dim.Name(String name) -> Dim.named(name);
      case Dim.Composite(Dim.Operator operator, Dim a, Dim b) -> a.combine(operator, b);
    };
  }
}
