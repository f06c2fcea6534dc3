package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Dim;
import java.util.List;
import java.util.Map;

/** Extents as expressions in Java. */
final class Dims {
  private final JavaNames names;

  Dims(JavaNames names) {
    this.names = names;
  }

  /** As an {@code int}. */
  Java asInt(Dim dim) {
    return of(dim, false);
  }

  /** Computed in {@code long}: no product overflows. */
  Java asLong(Dim dim) {
    return of(dim, true);
  }

  private Java of(Dim dim, boolean wide) {
    if (dim.constant().isPresent()) {
      return constant(dim.constant().getAsLong());
    }
    Java sum = null;
    for (Map.Entry<List<Dim.Atom>, Long> term : dim.terms().entrySet()) {
      long c = term.getValue();
      boolean first = sum == null;
      Java product = product(term.getKey(), first ? c : Math.abs(c), wide);
      sum = first ? product : Java.binary(sum, c < 0 ? "-" : "+", Java.ADDITIVE, product);
    }
    return sum;
  }

  private static Java constant(long value) {
    return value == (int) value ? Literals.of((int) value) : Literals.of(value);
  }

  private Java product(List<Dim.Atom> atoms, long coefficient, boolean wide) {
    if (atoms.isEmpty()) {
      return constant(coefficient);
    }
    boolean alone = atoms.size() == 1 && coefficient == 1;
    Java product = null;
    if (coefficient == -1) {
      Java first = atom(atoms.getFirst(), wide);
      product = new Java("-" + first.in(Java.UNARY, true), Java.UNARY);
      atoms = atoms.subList(1, atoms.size());
    } else if (coefficient != 1) {
      product = constant(coefficient);
    }
    for (Dim.Atom atom : atoms) {
      Java factor = atom(atom, wide && !alone);
      product = product == null ? factor : product.times(factor);
    }
    return product;
  }

  private Java atom(Dim.Atom atom, boolean wide) {
    return switch (atom) {
      case Dim.Name(String name) -> {
        Java java = Java.primary(names.of(name));
        yield wide ? Java.cast("long", java) : java;
      }
      case Dim.Composite(Dim.Operator operator, Dim left, Dim right) ->
          composite(operator, of(left, wide), of(right, wide));
    };
  }

  private static Java composite(Dim.Operator operator, Java left, Java right) {
    return switch (operator) {
      case QUOTIENT -> Java.binary(left, "/", Java.MULTIPLICATIVE, right);
      case REMAINDER -> Java.binary(left, "%", Java.MULTIPLICATIVE, right);
      case MIN -> Java.call(Api.MATH + ".min", left, right);
      case MAX -> Java.call(Api.MATH + ".max", left, right);
    };
  }
}
