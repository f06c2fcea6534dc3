package dev.smalti.processor.emit;

import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.SymbolBinding;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What is known of extents and offsets wherever control can be: which need no check at run time.
 *
 * <p>Sound, not complete: {@code false} means that it is not proved. Arithmetic is that of
 * unbounded integers; indices that overflow {@code int} do not occur inside memory.
 */
final class Bounds {
  /** {@code low <= x <= high}. */
  private record Range(Dim low, Dim high) {}

  /** Deeper proofs are given up. */
  private static final int DEPTH = 8;

  private final Map<String, Range> ranges = new HashMap<>();
  private final Map<String, Dim> values = new HashMap<>();
  private final Set<String> positive = new HashSet<>();
  private final Set<String> nonNegative = new HashSet<>();
  private final Set<String> assigned = new HashSet<>();

  Bounds(Function function) {
    positive.add(Function.RANKS);
    for (SymbolBinding.Source source : SymbolBinding.of(function).sources()) {
      if (source.factor().isConstant(1) && source.offset().isConstant(0)) {
        boolean tensor = source.parameter().type() instanceof TensorType;
        (tensor ? positive : nonNegative).add(source.symbol());
      }
    }
    new IrVisitor() {
      @Override
      public void stmt(Stmt stmt) {
        if (stmt instanceof Stmt.Assign assign) {
          assigned.add(assign.variable().name());
        }
        super.stmt(stmt);
      }
    }.function(function);
  }

  /** Learns from a definition that control has passed. */
  void define(Variable variable, Scalar value) {
    if (assigned.contains(variable.name())) {
      return;
    }
    if (value instanceof Scalar.Rank) {
      ranges.put(variable.name(), new Range(Dim.ZERO, Dim.named(Function.RANKS).minus(Dim.ONE)));
    } else {
      dimOf(value).ifPresent(dim -> values.put(variable.name(), dim));
    }
  }

  /** Learns of a local of generated code, which is positive and keeps its value. */
  void define(Variable positiveNumber) {
    positive.add(positiveNumber.name());
  }

  /** Learns what holds in the body of a loop. */
  void enter(Stmt.For loop) {
    Optional<Dim> from = dimOf(loop.from());
    Optional<Dim> to = dimOf(loop.to());
    Optional<Dim> step = dimOf(loop.step());
    if (step.isPresent() && from.isPresent() && to.isPresent()) {
      if (isPositive(step.get())) {
        ranges.put(loop.variable().name(), new Range(from.get(), to.get().minus(Dim.ONE)));
      } else if (isPositive(Dim.ZERO.minus(step.get()))) {
        ranges.put(loop.variable().name(), new Range(to.get().plus(Dim.ONE), from.get()));
      }
    }
  }

  /** Whether a variable keeps its first value. */
  boolean isFixed(Variable variable) {
    return !assigned.contains(variable.name());
  }

  /** Whether {@code [at, at + extent)} lies in {@code [0, bound)}. */
  boolean isInside(Scalar at, Dim extent, Dim bound) {
    Optional<Dim> from = dimOf(at);
    return from.isPresent()
        && isNonNegative(from.get())
        && isNonNegative(bound.minus(extent).minus(from.get()));
  }

  boolean isPositive(Dim dim) {
    return isNonNegative(dim.minus(Dim.ONE));
  }

  boolean isNonNegative(Dim dim) {
    return isNonNegative(dim, DEPTH);
  }

  /** The same extent, with what is known of its names in their place. */
  Dim known(Dim dim) {
    Dim before = dim;
    for (int i = 0; i < DEPTH; i++) {
      Dim after = before.substitute(name -> values.getOrDefault(name, Dim.named(name)));
      if (after.equals(before)) {
        break;
      }
      before = after;
    }
    return before;
  }

  /** The extent that a scalar is, if it is one. */
  Optional<Dim> dimOf(Scalar scalar) {
    return switch (scalar) {
      case Scalar.Constant c when c.type() == ScalarType.INT || c.type() == ScalarType.LONG ->
          Optional.of(Dim.of(((Number) c.value()).longValue()));
      case Scalar.Extent e -> Optional.of(e.dim());
      case Scalar.Read r when r.type().isInteger() && isFixed(r.variable()) ->
          Optional.of(values.getOrDefault(r.variable().name(), Dim.named(r.variable().name())));
      case Scalar.Cast c when c.type() == ScalarType.LONG && c.operand().type().isInteger() ->
          dimOf(c.operand());
      case Scalar.Binary b -> binary(b);
      default -> Optional.empty();
    };
  }

  private Optional<Dim> binary(Scalar.Binary b) {
    if (!b.type().isInteger() || b.operator().isShift()) {
      return Optional.empty();
    }
    Optional<Dim> left = dimOf(b.left());
    Optional<Dim> right = dimOf(b.right());
    if (left.isEmpty() || right.isEmpty()) {
      return Optional.empty();
    }
    return switch (b.operator()) {
      case BinaryScalar.ADD -> Optional.of(left.get().plus(right.get()));
      case BinaryScalar.SUBTRACT -> Optional.of(left.get().minus(right.get()));
      case BinaryScalar.MULTIPLY -> Optional.of(left.get().times(right.get()));
      case BinaryScalar.DIVIDE -> Optional.of(left.get().dividedBy(right.get()));
      case BinaryScalar.REMAINDER -> Optional.of(left.get().remainder(right.get()));
      default -> Optional.empty();
    };
  }

  private boolean isNonNegative(Dim dim, int depth) {
    OptionalLong constant = dim.constant();
    if (constant.isPresent()) {
      return constant.getAsLong() >= 0;
    }
    if (depth == 0) {
      return false;
    }
    return byKnownValue(dim, depth)
        || byQuotient(dim, depth)
        || byComposite(dim, depth)
        || byRange(dim, depth)
        || byCoefficients(dim, depth);
  }

  /** A name with a known value stands for it. */
  private boolean byKnownValue(Dim dim, int depth) {
    if (Collections.disjoint(dim.names(), values.keySet())) {
      return false;
    }
    Dim replaced = dim.substitute(n -> values.getOrDefault(n, Dim.named(n)));
    return !replaced.equals(dim) && isNonNegative(replaced, depth - 1);
  }

  /** {@code -(a / b) * b >= -a} for {@code a >= 0} and {@code b > 0}. */
  private boolean byQuotient(Dim dim, int depth) {
    for (Map.Entry<List<Dim.Atom>, Long> term : dim.terms().entrySet()) {
      for (Dim.Atom atom : term.getKey()) {
        if (term.getValue() < 0
            && atom instanceof Dim.Composite(Dim.Operator operator, Dim a, Dim b)
            && operator == Dim.Operator.QUOTIENT
            && isNonNegative(a, depth - 1)
            && isPositive(b)) {
          Optional<Dim> larger = cancel(dim, term, atom, a, b);
          if (larger.isPresent() && isNonNegative(larger.get(), depth - 1)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static Optional<Dim> cancel(
      Dim dim, Map.Entry<List<Dim.Atom>, Long> term, Dim.Atom quotient, Dim a, Dim b) {
    List<Dim.Atom> rest = new ArrayList<>(term.getKey());
    rest.remove(quotient);
    Dim old = product(term.getKey()).times(Dim.of(term.getValue()));
    if (b.constant().isPresent()) {
      long by = b.constant().getAsLong();
      return term.getValue() % by == 0
          ? Optional.of(
              dim.minus(old).plus(product(rest).times(a).times(Dim.of(term.getValue() / by))))
          : Optional.empty();
    }
    for (Dim.Atom factor : rest) {
      if (dimOf(factor).equals(b)) {
        List<Dim.Atom> others = new ArrayList<>(rest);
        others.remove(factor);
        return Optional.of(
            dim.minus(old).plus(product(others).times(a).times(Dim.of(term.getValue()))));
      }
    }
    return Optional.empty();
  }

  /** A minimum or maximum is one of its sides; a remainder is less than its divisor. */
  private boolean byComposite(Dim dim, int depth) {
    for (Map.Entry<List<Dim.Atom>, Long> term : dim.terms().entrySet()) {
      for (Dim.Atom atom : term.getKey()) {
        if (!(atom instanceof Dim.Composite(Dim.Operator operator, Dim a, Dim b))) {
          continue;
        }
        boolean alone = term.getKey().size() == 1;
        boolean proved =
            switch (operator) {
              case MIN, MAX -> {
                boolean left = isNonNegative(replace(dim, atom, a), depth - 1);
                boolean enough = alone && (operator == Dim.Operator.MIN) == (term.getValue() < 0);
                yield left && enough
                    || (left || enough) && isNonNegative(replace(dim, atom, b), depth - 1);
              }
              case REMAINDER ->
                  alone
                      && term.getValue() < 0
                      && isNonNegative(a, depth - 1)
                      && isPositive(b)
                      && isNonNegative(replace(dim, atom, b.minus(Dim.ONE)), depth - 1);
              case QUOTIENT -> false;
            };
        if (proved) {
          return true;
        }
      }
    }
    return false;
  }

  /** A linear function is least at an end of the range. */
  private boolean byRange(Dim dim, int depth) {
    for (String name : dim.names()) {
      Range range = ranges.get(name);
      if (range == null) {
        continue;
      }
      Dim offset = dim.substitute(n -> n.equals(name) ? Dim.ZERO : Dim.named(n));
      Dim factor = dim.substitute(n -> n.equals(name) ? Dim.ONE : Dim.named(n)).minus(offset);
      if (!factor.times(Dim.named(name)).plus(offset).equals(dim)) {
        continue;
      }
      boolean grows = isNonNegative(factor, depth - 1);
      if (grows || isNonNegative(Dim.ZERO.minus(factor), depth - 1)) {
        Dim end = grows ? range.low() : range.high();
        if (isNonNegative(factor.times(end).plus(offset), depth - 1)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Counted from 1, what is positive is a sum of products without a minus. */
  private boolean byCoefficients(Dim dim, int depth) {
    Dim shifted =
        dim.substitute(n -> positive.contains(n) ? Dim.named(n).plus(Dim.ONE) : Dim.named(n));
    return shifted.terms().entrySet().stream()
        .allMatch(
            term ->
                term.getValue() >= 0
                    && term.getKey().stream().allMatch(atom -> isNonNegative(atom, depth)));
  }

  private boolean isNonNegative(Dim.Atom atom, int depth) {
    return switch (atom) {
      case Dim.Name(String name) ->
          positive.contains(name)
              || nonNegative.contains(name)
              || ranges.containsKey(name) && isNonNegative(ranges.get(name).low(), depth - 1);
      case Dim.Composite(Dim.Operator operator, Dim a, Dim b) -> {
        boolean left = isNonNegative(a, depth - 1);
        yield switch (operator) {
          case QUOTIENT, MIN -> left && isNonNegative(b, depth - 1);
          case REMAINDER -> left;
          case MAX -> left || isNonNegative(b, depth - 1);
        };
      }
    };
  }

  private static Dim replace(Dim dim, Dim.Atom atom, Dim by) {
    Dim sum = Dim.ZERO;
    for (Map.Entry<List<Dim.Atom>, Long> term : dim.terms().entrySet()) {
      Dim product = Dim.of(term.getValue());
      for (Dim.Atom factor : term.getKey()) {
        product = product.times(factor.equals(atom) ? by : dimOf(factor));
      }
      sum = sum.plus(product);
    }
    return sum;
  }

  private static Dim product(List<Dim.Atom> atoms) {
    Dim product = Dim.ONE;
    for (Dim.Atom atom : atoms) {
      product = product.times(dimOf(atom));
    }
    return product;
  }

  private static Dim dimOf(Dim.Atom atom) {
    return switch (atom) {
      case Dim.Name(String name) -> Dim.named(name);
      case Dim.Composite(Dim.Operator operator, Dim left, Dim right) ->
          left.combine(operator, right);
    };
  }
}
