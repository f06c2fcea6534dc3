package dev.smalti.processor.ir;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/**
 * An extent: a polynomial with integer coefficients over named run-time extents and over quotients,
 * remainders, minima and maxima of such polynomials. Kept in a canonical form, so that two extents
 * that are equal by arithmetic are equal objects; {@code SIZE / ranks} written twice is one extent.
 */
public final class Dim {
  /** A factor that the polynomial does not look into. */
  public sealed interface Atom permits Name, Composite {}

  /** A symbol of the function, or a scalar variable that is never assigned again. */
  public record Name(String name) implements Atom {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Java's {@code /} or {@code %}, or a minimum or maximum, of two extents. */
  public record Composite(Operator operator, Dim left, Dim right) implements Atom {
    @Override
    public String toString() {
      return switch (operator) {
        case QUOTIENT -> left.asFactor() + " / " + right.asFactor();
        case REMAINDER -> left.asFactor() + " % " + right.asFactor();
        case MIN -> "min(" + left + ", " + right + ")";
        case MAX -> "max(" + left + ", " + right + ")";
      };
    }
  }

  /** What a {@link Composite} computes. */
  public enum Operator {
    QUOTIENT,
    REMAINDER,
    MIN,
    MAX;

    long apply(long a, long b) {
      return switch (this) {
        case QUOTIENT -> a / b;
        case REMAINDER -> a % b;
        case MIN -> Math.min(a, b);
        case MAX -> Math.max(a, b);
      };
    }
  }

  private static final Comparator<List<Atom>> BY_DEGREE_THEN_TEXT = Dim::compare;

  /** The extent 1. */
  public static final Dim ONE = of(1);

  /** The extent 0. */
  public static final Dim ZERO = of(0);

  /**
   * Coefficient of each product of atoms; the empty product is the constant; no zero coefficient.
   */
  private final TreeMap<List<Atom>, Long> terms;

  private Dim(TreeMap<List<Atom>, Long> terms) {
    this.terms = terms;
  }

  public static Dim of(long constant) {
    TreeMap<List<Atom>, Long> terms = new TreeMap<>(BY_DEGREE_THEN_TEXT);
    if (constant != 0) {
      terms.put(List.of(), constant);
    }
    return new Dim(terms);
  }

  public static Dim named(String name) {
    return of(new Name(name));
  }

  private static Dim of(Atom atom) {
    TreeMap<List<Atom>, Long> terms = new TreeMap<>(BY_DEGREE_THEN_TEXT);
    terms.put(List.of(atom), 1L);
    return new Dim(terms);
  }

  /** The value, if it does not depend on a name. */
  public OptionalLong constant() {
    if (terms.isEmpty()) {
      return OptionalLong.of(0);
    }
    return terms.size() == 1 && terms.firstKey().isEmpty()
        ? OptionalLong.of(terms.firstEntry().getValue())
        : OptionalLong.empty();
  }

  public boolean isConstant(long value) {
    OptionalLong constant = constant();
    return constant.isPresent() && constant.getAsLong() == value;
  }

  /** By degree, the highest first, then by text. Nearly all products have one name or none. */
  private static int compare(List<Atom> left, List<Atom> right) {
    if (left == right || left.size() != right.size()) {
      return right.size() - left.size();
    }
    if (left.size() == 1
        && left.getFirst() instanceof Name(String a)
        && right.getFirst() instanceof Name(String b)) {
      return a.equals(b) ? 0 : (a + "]").compareTo(b + "]"); // As in the text of the products.
    }
    return left.isEmpty() ? 0 : left.toString().compareTo(right.toString());
  }

  public Dim plus(Dim other) {
    if (terms.isEmpty() || other.terms.isEmpty()) {
      return terms.isEmpty() ? other : this;
    }
    TreeMap<List<Atom>, Long> sum = new TreeMap<>(terms);
    other.terms.forEach((product, c) -> add(sum, product, c));
    return new Dim(sum);
  }

  public Dim minus(Dim other) {
    return plus(other.times(of(-1)));
  }

  public Dim times(Dim other) {
    if (isConstant(1) || other.isConstant(1)) {
      return isConstant(1) ? other : this;
    }
    TreeMap<List<Atom>, Long> result = new TreeMap<>(BY_DEGREE_THEN_TEXT);
    terms.forEach(
        (left, a) ->
            other.terms.forEach(
                (right, b) -> {
                  add(result, product(left, right), Math.multiplyExact(a, b));
                }));
    return new Dim(result);
  }

  private static List<Atom> product(List<Atom> left, List<Atom> right) {
    if (left.isEmpty() || right.isEmpty()) {
      return left.isEmpty() ? right : left;
    }
    List<Atom> product = new ArrayList<>(left);
    product.addAll(right);
    product.sort(Comparator.comparing(Object::toString));
    return List.copyOf(product);
  }

  private static void add(TreeMap<List<Atom>, Long> terms, List<Atom> product, long coefficient) {
    long sum = Math.addExact(terms.getOrDefault(product, 0L), coefficient);
    if (sum == 0) {
      terms.remove(product);
    } else {
      terms.put(product, sum);
    }
  }

  /** Java's {@code /}: exact where every coefficient divides, since extents do not overflow. */
  public Dim dividedBy(Dim divisor) {
    OptionalLong d = divisor.constant();
    if (d.isPresent() && d.getAsLong() != 0) {
      long by = d.getAsLong();
      if (terms.values().stream().allMatch(c -> c % by == 0)) {
        TreeMap<List<Atom>, Long> quotient = new TreeMap<>(BY_DEGREE_THEN_TEXT);
        terms.forEach((product, c) -> quotient.put(product, c / by));
        return new Dim(quotient);
      }
    }
    return composite(Operator.QUOTIENT, divisor);
  }

  /** Java's {@code %}. */
  public Dim remainder(Dim divisor) {
    return composite(Operator.REMAINDER, divisor);
  }

  public Dim min(Dim other) {
    return equals(other) ? this : symmetric(Operator.MIN, other);
  }

  public Dim max(Dim other) {
    return equals(other) ? this : symmetric(Operator.MAX, other);
  }

  private Dim symmetric(Operator operator, Dim other) {
    return toString().compareTo(other.toString()) <= 0
        ? composite(operator, other)
        : other.composite(operator, this);
  }

  private Dim composite(Operator operator, Dim right) {
    OptionalLong a = constant();
    OptionalLong b = right.constant();
    boolean divides = operator == Operator.QUOTIENT || operator == Operator.REMAINDER;
    if (a.isPresent() && b.isPresent() && !(divides && b.getAsLong() == 0)) {
      return of(operator.apply(a.getAsLong(), b.getAsLong()));
    }
    return of(new Composite(operator, this, right));
  }

  /**
   * The value under a binding of the names.
   *
   * @throws ArithmeticException on overflow of {@code long} or division by zero
   */
  public long evaluate(ToLongFunction<String> binding) {
    long sum = 0;
    for (Map.Entry<List<Atom>, Long> term : terms.entrySet()) {
      long product = term.getValue();
      for (Atom atom : term.getKey()) {
        product = Math.multiplyExact(product, evaluate(atom, binding));
      }
      sum = Math.addExact(sum, product);
    }
    return sum;
  }

  private static long evaluate(Atom atom, ToLongFunction<String> binding) {
    return switch (atom) {
      case Name(String name) -> binding.applyAsLong(name);
      case Composite(Operator operator, Dim left, Dim right) ->
          operator.apply(left.evaluate(binding), right.evaluate(binding));
    };
  }

  /** The same extent with every name replaced. */
  public Dim substitute(java.util.function.Function<String, Dim> replacement) {
    Dim sum = ZERO;
    for (Map.Entry<List<Atom>, Long> term : terms.entrySet()) {
      Dim product = of(term.getValue());
      for (Atom atom : term.getKey()) {
        product =
            product.times(
                switch (atom) {
                  case Name(String name) -> replacement.apply(name);
                  case Composite(Operator operator, Dim left, Dim right) ->
                      left.substitute(replacement).combine(operator, right.substitute(replacement));
                });
      }
      sum = sum.plus(product);
    }
    return sum;
  }

  /** Applies an operator by name. */
  public Dim combine(Operator operator, Dim right) {
    return switch (operator) {
      case QUOTIENT -> dividedBy(right);
      case REMAINDER -> remainder(right);
      case MIN -> min(right);
      case MAX -> max(right);
    };
  }

  /** The same extent with names changed. */
  public Dim rename(UnaryOperator<String> rename) {
    return substitute(name -> named(rename.apply(name)));
  }

  /** Every name in it, in order. */
  public Set<String> names() {
    Set<String> names = new TreeSet<>();
    terms.keySet().forEach(product -> product.forEach(atom -> collect(atom, names)));
    return names;
  }

  private static void collect(Atom atom, Set<String> names) {
    switch (atom) {
      case Name(String name) -> names.add(name);
      case Composite(Operator _, Dim left, Dim right) -> {
        names.addAll(left.names());
        names.addAll(right.names());
      }
    }
  }

  /** Every extent that something is divided by, without those that are numbers. */
  public List<Dim> divisors() {
    List<Dim> divisors = new ArrayList<>();
    terms.keySet().forEach(product -> product.forEach(atom -> collectDivisors(atom, divisors)));
    return divisors;
  }

  private static void collectDivisors(Atom atom, List<Dim> divisors) {
    if (atom instanceof Composite(Operator operator, Dim left, Dim right)) {
      boolean divides = operator == Operator.QUOTIENT || operator == Operator.REMAINDER;
      if (divides && (right.constant().isEmpty() || right.isConstant(0))) {
        divisors.add(right);
      }
      divisors.addAll(left.divisors());
      divisors.addAll(right.divisors());
    }
  }

  /** The products and their coefficients, in the canonical order. */
  public Map<List<Atom>, Long> terms() {
    return java.util.Collections.unmodifiableMap(terms);
  }

  private String asFactor() {
    String text = toString();
    boolean simple =
        terms.isEmpty()
            || terms.size() == 1
                && (terms.firstKey().isEmpty()
                    ? terms.firstEntry().getValue() >= 0
                    : terms.firstKey().size() == 1
                        && terms.firstEntry().getValue() == 1
                        && isCall(terms.firstKey().getFirst()));
    return simple ? text : "(" + text + ")";
  }

  private static boolean isCall(Atom atom) {
    return switch (atom) {
      case Name _ -> true;
      case Composite c -> c.operator() == Operator.MIN || c.operator() == Operator.MAX;
    };
  }

  /** Java's spelling, {@code 2 * rows + 1}; {@code min} and {@code max} without {@code Math.}. */
  @Override
  public String toString() {
    if (terms.isEmpty()) {
      return "0";
    }
    StringBuilder text = new StringBuilder();
    terms.forEach(
        (product, c) -> {
          if (!text.isEmpty()) {
            text.append(c < 0 ? " - " : " + ");
          } else if (c < 0) {
            text.append("-");
          }
          long magnitude = Math.abs(c);
          List<String> factors = new ArrayList<>();
          if (product.isEmpty() || magnitude != 1) {
            factors.add(Long.toString(magnitude));
          }
          boolean alone = product.size() == 1 && magnitude == 1 && c > 0;
          for (Atom atom : product) {
            factors.add(alone || isCall(atom) ? atom.toString() : "(" + atom + ")");
          }
          text.append(String.join(" * ", factors));
        });
    return text.toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Dim that && terms.equals(that.terms);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(terms);
  }
}
