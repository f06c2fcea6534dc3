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
    List<Map.Entry<List<Dim.Atom>, Long>> terms = List.copyOf(dim.terms().entrySet());
    Java sum = product(terms.getFirst().getKey(), terms.getFirst().getValue(), wide);
    for (Map.Entry<List<Dim.Atom>, Long> term : terms.subList(1, terms.size())) {
      long c = term.getValue();
      Java product = product(term.getKey(), Math.abs(c), wide);
      sum = Java.binary(sum, c < 0 ? "-" : "+", Java.ADDITIVE, product);
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
    Java product = atom(atoms.getFirst(), wide && !alone);
    if (coefficient == -1) {
      product = new Java("-" + product.in(Java.UNARY, true), Java.UNARY);
    } else if (coefficient != 1) {
      product = constant(coefficient).times(product);
    }
    for (Dim.Atom atom : atoms.subList(1, atoms.size())) {
      product = product.times(atom(atom, wide));
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
