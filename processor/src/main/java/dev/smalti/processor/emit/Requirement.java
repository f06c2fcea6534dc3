package dev.smalti.processor.emit;

import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.UnaryScalar;
import java.util.Optional;

/** What has to hold while it runs: one comparison, and the text only where it does not. */
final class Requirement {
  private final Stmt.Require require;
  private final ScalarCode scalars;
  private final int line;

  Requirement(Stmt.Require require, ScalarCode scalars, int line) {
    this.require = require;
    this.scalars = scalars;
    this.line = line;
  }

  /** Fails as the user's line. */
  void write(Lines out) {
    out.open("if (" + broken() + ")");
    out.line("throw %s.failure(KERNEL, %d, %s);".formatted(Api.CHECKS, line, message()));
    out.close();
  }

  /** That it does not hold. */
  String broken() {
    return scalars.of(negated(require.condition()), line).text();
  }

  private static Scalar negated(Scalar condition) {
    if (condition instanceof Scalar.Binary(BinaryScalar operator, Scalar left, Scalar right)) {
      if (operator == BinaryScalar.LOGICAL_AND) {
        return new Scalar.Binary(BinaryScalar.LOGICAL_OR, negated(left), negated(right));
      }
      Optional<BinaryScalar> opposite = opposite(operator);
      boolean ordered = left.type().isInteger(); // A NaN is not.
      if (opposite.isPresent() && ordered) {
        return new Scalar.Binary(opposite.get(), left, right);
      }
    }
    return new Scalar.Unary(UnaryScalar.NOT, condition);
  }

  private static Optional<BinaryScalar> opposite(BinaryScalar operator) {
    return switch (operator) {
      case EQUAL -> Optional.of(BinaryScalar.NOT_EQUAL);
      case NOT_EQUAL -> Optional.of(BinaryScalar.EQUAL);
      case LESS -> Optional.of(BinaryScalar.GREATER_EQUAL);
      case LESS_EQUAL -> Optional.of(BinaryScalar.GREATER);
      case GREATER -> Optional.of(BinaryScalar.LESS_EQUAL);
      case GREATER_EQUAL -> Optional.of(BinaryScalar.LESS);
      default -> Optional.empty();
    };
  }

  /** The text as an expression. */
  String message() {
    StringBuilder text = new StringBuilder(Literals.quoted(require.texts().getFirst()));
    for (int i = 0; i < require.values().size(); i++) {
      text.append(" + ").append(scalars.of(require.values().get(i), line).in(Java.ADDITIVE + 1));
      String next = require.texts().get(i + 1);
      text.append(next.isEmpty() ? "" : " + " + Literals.quoted(next));
    }
    return text.toString();
  }
}
