package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.TensorType;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Proves lower bounds of extents from what holds wherever a function runs: every axis of a tensor
 * is at least 1, a world has a rank, and a counter stays inside its loop.
 */
final class ExtentBounds {
  private static final int DEPTH = 8;

  private final VariableFacts facts;
  private final Set<Dim> positive = new HashSet<>();

  ExtentBounds(Function function, VariableFacts facts) {
    this.facts = facts;
    positive.add(Dim.named(Function.RANKS));
    for (Parameter parameter : function.parameters()) {
      if (parameter.type() instanceof TensorType tensor) {
        tensor.shape().forEach(this::axis);
      }
    }
  }

  private void axis(Dim extent) {
    positive.add(facts.resolve(extent));
    if (extent.terms().size() == 1) {
      Map.Entry<List<Dim.Atom>, Long> term = extent.terms().entrySet().iterator().next();
      if (term.getKey().size() == 1 && term.getValue() > 0) {
        if (term.getKey().getFirst() instanceof Dim.Name(String name)) {
          positive.add(Dim.named(name));
        }
      }
    }
  }

  /** Whether the extent is 1 or more whenever the place in which it stands is reached. */
  boolean isPositive(Dim extent) {
    return isAtLeast(extent, 1);
  }

  boolean isAtLeast(Dim extent, long bound) {
    Dim resolved = facts.resolve(extent);
    if (bound <= 1 && positive.contains(resolved)) {
      return true;
    }
    OptionalLong least = least(resolved, DEPTH);
    return least.isPresent() && least.getAsLong() >= bound;
  }

  /** Whether the first is never more than the second. */
  boolean isAtMost(Dim small, Dim large) {
    Dim a = facts.resolve(small);
    Dim b = facts.resolve(large);
    Optional<Dim.Composite> minimum = minimum(a);
    if (minimum.isPresent()) {
      return isAtMost(minimum.get().left(), b) || isAtMost(minimum.get().right(), b);
    }
    return isAtLeast(b.minus(a), 0);
  }

  /** What the extent never exceeds, as far as that is a number. */
  OptionalLong most(Dim extent) {
    Dim resolved = facts.resolve(extent);
    if (resolved.constant().isPresent()) {
      return resolved.constant();
    }
    Optional<Dim.Composite> minimum = minimum(resolved);
    if (minimum.isEmpty()) {
      return OptionalLong.empty();
    }
    OptionalLong left = most(minimum.get().left());
    OptionalLong right = most(minimum.get().right());
    return left.isEmpty() || right.isPresent() && right.getAsLong() < left.getAsLong()
        ? right
        : left;
  }

  /** The extent, or one that it never exceeds, that has none of these names. */
  Optional<Dim> without(Set<String> names, Dim extent) {
    if (Collections.disjoint(extent.names(), names)) {
      return Optional.of(extent);
    }
    Dim resolved = facts.resolve(extent);
    if (Collections.disjoint(resolved.names(), names)) {
      return Optional.of(resolved);
    }
    return minimum(resolved)
        .flatMap(of -> without(names, of.left()).or(() -> without(names, of.right())));
  }

  /** The extent, if it is the smaller of two and nothing else. */
  private static Optional<Dim.Composite> minimum(Dim dim) {
    if (dim.terms().size() != 1 || !dim.terms().containsValue(1L)) {
      return Optional.empty();
    }
    List<Dim.Atom> product = dim.terms().keySet().iterator().next();
    return product.size() == 1
            && product.getFirst() instanceof Dim.Composite composite
            && composite.operator() == Dim.Operator.MIN
        ? Optional.of(composite)
        : Optional.empty();
  }

  private OptionalLong least(Dim dim, int depth) {
    if (dim.constant().isPresent()) {
      return dim.constant();
    }
    if (depth == 0) {
      return OptionalLong.empty();
    }
    if (positive.contains(dim)) {
      return OptionalLong.of(1);
    }
    Optional<Dim> smaller = withoutFallingCounter(dim);
    if (smaller.isPresent()) {
      return least(smaller.get(), depth - 1);
    }
    long sum = 0;
    for (Map.Entry<List<Dim.Atom>, Long> term : dim.terms().entrySet()) {
      long product = term.getValue();
      if (!term.getKey().isEmpty() && product < 0) {
        return OptionalLong.empty();
      }
      for (Dim.Atom atom : term.getKey()) {
        OptionalLong factor = least(atom, depth - 1);
        if (factor.isEmpty() || factor.getAsLong() < 0) {
          return OptionalLong.empty();
        }
        product = Math.multiplyExact(product, factor.getAsLong());
      }
      sum = Math.addExact(sum, product);
    }
    return OptionalLong.of(sum);
  }

  /** Puts the last value of a loop's counter where the counter lowers the extent. */
  private Optional<Dim> withoutFallingCounter(Dim dim) {
    for (Map.Entry<List<Dim.Atom>, Long> term : dim.terms().entrySet()) {
      if (term.getValue() < 0
          && term.getKey().size() == 1
          && term.getKey().getFirst() instanceof Dim.Name(String name)) {
        Optional<Dim> last = rising(name).flatMap(loop -> facts.dim(loop.to()));
        if (last.isPresent()) {
          Dim counter = Dim.of(term.getValue()).times(Dim.named(name));
          Dim end = Dim.of(term.getValue()).times(last.get().minus(Dim.ONE));
          return Optional.of(dim.minus(counter).plus(end));
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Stmt.For> rising(String name) {
    return facts
        .loop(name)
        .filter(
            loop ->
                !facts.isAssigned(loop.variable())
                    && loop.step() instanceof Scalar.Constant c
                    && ((Number) c.value()).longValue() > 0);
  }

  private OptionalLong least(Dim.Atom atom, int depth) {
    if (depth <= 0) {
      return OptionalLong.empty();
    }
    return switch (atom) {
      case Dim.Name(String name) -> {
        if (positive.contains(Dim.named(name))) {
          yield OptionalLong.of(1);
        }
        Optional<Dim> first = rising(name).flatMap(loop -> facts.dim(loop.from()));
        yield first.isPresent() ? least(first.get(), depth - 1) : OptionalLong.empty();
      }
      case Dim.Composite(Dim.Operator operator, Dim left, Dim right) -> {
        OptionalLong a = least(left, depth - 1);
        OptionalLong b = least(right, depth - 1);
        yield switch (operator) {
          case MIN ->
              a.isPresent() && b.isPresent()
                  ? OptionalLong.of(Math.min(a.getAsLong(), b.getAsLong()))
                  : OptionalLong.empty();
          case MAX -> a.isEmpty() ? b : b.isEmpty() || a.getAsLong() > b.getAsLong() ? a : b;
          case QUOTIENT ->
              a.isPresent() && a.getAsLong() >= 0 && b.isPresent() && b.getAsLong() >= 1
                  ? OptionalLong.of(
                      right.constant().isPresent()
                          ? a.getAsLong() / right.constant().getAsLong()
                          : 0)
                  : OptionalLong.empty();
          case REMAINDER ->
              a.isPresent() && a.getAsLong() >= 0 ? OptionalLong.of(0) : OptionalLong.empty();
        };
      }
    };
  }
}
