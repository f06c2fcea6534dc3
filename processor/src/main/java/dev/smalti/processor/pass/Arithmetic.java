package dev.smalti.processor.pass;

import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.MathFunction;
import dev.smalti.processor.ir.Scalar.Constant;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.UnaryScalar;
import java.util.List;
import java.util.Optional;

/** Java's operators on constants; empty where Java would throw. */
final class Arithmetic {
  private Arithmetic() {}

  static Optional<Constant> unary(UnaryScalar operator, Constant x) {
    return switch (operator) {
      case NOT -> Optional.of(Constant.of(!bool(x)));
      case COMPLEMENT ->
          switch (x.type()) {
            case INT -> Optional.of(Constant.of(~integer(x)));
            case LONG -> Optional.of(Constant.of(~longer(x)));
            case BOOLEAN, FLOAT, DOUBLE -> Optional.empty();
          };
      case NEGATE ->
          switch (x.type()) {
            case INT -> Optional.of(Constant.of(-integer(x)));
            case LONG -> Optional.of(Constant.of(-longer(x)));
            case FLOAT -> Optional.of(single(-((Float) x.value())));
            case DOUBLE -> Optional.of(Constant.of(-((Double) x.value())));
            case BOOLEAN -> Optional.empty();
          };
    };
  }

  static Optional<Constant> binary(BinaryScalar operator, Constant a, Constant b) {
    if (operator.isShift()) {
      return shift(operator, a, b);
    }
    if (a.type() != b.type()) {
      return Optional.empty();
    }
    return switch (a.type()) {
      case BOOLEAN -> booleans(operator, bool(a), bool(b));
      case INT -> ints(operator, integer(a), integer(b));
      case LONG -> longs(operator, longer(a), longer(b));
      case FLOAT -> floats(operator, (Float) a.value(), (Float) b.value());
      case DOUBLE -> doubles(operator, (Double) a.value(), (Double) b.value());
    };
  }

  private static Optional<Constant> shift(BinaryScalar operator, Constant a, Constant b) {
    if (!a.type().isInteger() || !b.type().isInteger()) {
      return Optional.empty();
    }
    long by = longer(b);
    if (a.type() == ScalarType.INT) {
      int x = integer(a);
      return Optional.of(
          Constant.of(
              switch (operator) {
                case SHIFT_LEFT -> x << by;
                case SHIFT_RIGHT -> x >> by;
                default -> x >>> by;
              }));
    }
    long x = longer(a);
    return Optional.of(
        Constant.of(
            switch (operator) {
              case SHIFT_LEFT -> x << by;
              case SHIFT_RIGHT -> x >> by;
              default -> x >>> by;
            }));
  }

  private static Optional<Constant> booleans(BinaryScalar operator, boolean a, boolean b) {
    return switch (operator) {
      case AND, LOGICAL_AND -> Optional.of(Constant.of(a && b));
      case OR, LOGICAL_OR -> Optional.of(Constant.of(a || b));
      case XOR, NOT_EQUAL -> Optional.of(Constant.of(a != b));
      case EQUAL -> Optional.of(Constant.of(a == b));
      default -> Optional.empty();
    };
  }

  private static Optional<Constant> ints(BinaryScalar operator, int a, int b) {
    return switch (operator) {
      case MULTIPLY -> Optional.of(Constant.of(a * b));
      case DIVIDE -> b == 0 ? Optional.empty() : Optional.of(Constant.of(a / b));
      case REMAINDER -> b == 0 ? Optional.empty() : Optional.of(Constant.of(a % b));
      case ADD -> Optional.of(Constant.of(a + b));
      case SUBTRACT -> Optional.of(Constant.of(a - b));
      case AND -> Optional.of(Constant.of(a & b));
      case XOR -> Optional.of(Constant.of(a ^ b));
      case OR -> Optional.of(Constant.of(a | b));
      default -> compare(operator, Integer.compare(a, b), false);
    };
  }

  private static Optional<Constant> longs(BinaryScalar operator, long a, long b) {
    return switch (operator) {
      case MULTIPLY -> Optional.of(Constant.of(a * b));
      case DIVIDE -> b == 0 ? Optional.empty() : Optional.of(Constant.of(a / b));
      case REMAINDER -> b == 0 ? Optional.empty() : Optional.of(Constant.of(a % b));
      case ADD -> Optional.of(Constant.of(a + b));
      case SUBTRACT -> Optional.of(Constant.of(a - b));
      case AND -> Optional.of(Constant.of(a & b));
      case XOR -> Optional.of(Constant.of(a ^ b));
      case OR -> Optional.of(Constant.of(a | b));
      default -> compare(operator, Long.compare(a, b), false);
    };
  }

  private static Optional<Constant> floats(BinaryScalar operator, float a, float b) {
    return switch (operator) {
      case MULTIPLY -> Optional.of(single(a * b));
      case DIVIDE -> Optional.of(single(a / b));
      case REMAINDER -> Optional.of(single(a % b));
      case ADD -> Optional.of(single(a + b));
      case SUBTRACT -> Optional.of(single(a - b));
      default -> compare(operator, order(a, b), Float.isNaN(a) || Float.isNaN(b));
    };
  }

  private static Optional<Constant> doubles(BinaryScalar operator, double a, double b) {
    return switch (operator) {
      case MULTIPLY -> Optional.of(Constant.of(a * b));
      case DIVIDE -> Optional.of(Constant.of(a / b));
      case REMAINDER -> Optional.of(Constant.of(a % b));
      case ADD -> Optional.of(Constant.of(a + b));
      case SUBTRACT -> Optional.of(Constant.of(a - b));
      default -> compare(operator, order(a, b), Double.isNaN(a) || Double.isNaN(b));
    };
  }

  /** Unlike {@code Double.compare}, both zeros are equal. */
  private static int order(double a, double b) {
    return a < b ? -1 : a > b ? 1 : 0;
  }

  private static Optional<Constant> compare(BinaryScalar operator, int order, boolean unordered) {
    return switch (operator) {
      case LESS -> Optional.of(Constant.of(!unordered && order < 0));
      case LESS_EQUAL -> Optional.of(Constant.of(!unordered && order <= 0));
      case GREATER -> Optional.of(Constant.of(!unordered && order > 0));
      case GREATER_EQUAL -> Optional.of(Constant.of(!unordered && order >= 0));
      case EQUAL -> Optional.of(Constant.of(!unordered && order == 0));
      case NOT_EQUAL -> Optional.of(Constant.of(unordered || order != 0));
      default -> Optional.empty();
    };
  }

  static Optional<Constant> cast(ScalarType type, Constant x) {
    if (type == x.type()) {
      return Optional.of(x);
    }
    if (type == ScalarType.BOOLEAN || x.type() == ScalarType.BOOLEAN) {
      return Optional.empty();
    }
    Number n = (Number) x.value();
    return Optional.of(
        switch (type) {
          case INT -> Constant.of(n.intValue());
          case LONG -> Constant.of(n.longValue());
          case FLOAT -> single(n.floatValue());
          case DOUBLE, BOOLEAN -> Constant.of(n.doubleValue());
        });
  }

  static Optional<Constant> call(MathFunction function, List<Constant> x, ScalarType type) {
    if (x.stream().anyMatch(c -> c.type() != x.getFirst().type()) || x.getFirst().type() != type) {
      return Optional.empty();
    }
    return switch (type) {
      case INT -> intCall(function, x);
      case LONG -> longCall(function, x);
      case FLOAT -> floatCall(function, x);
      case DOUBLE -> doubleCall(function, x);
      case BOOLEAN -> Optional.empty();
    };
  }

  private static Optional<Constant> intCall(MathFunction function, List<Constant> x) {
    int a = integer(x.getFirst());
    int b = integer(x.getLast());
    return switch (function) {
      case MIN -> Optional.of(Constant.of(Math.min(a, b)));
      case MAX -> Optional.of(Constant.of(Math.max(a, b)));
      case ABS -> Optional.of(Constant.of(Math.abs(a)));
      case FLOOR_DIV -> b == 0 ? Optional.empty() : Optional.of(Constant.of(Math.floorDiv(a, b)));
      case FLOOR_MOD -> b == 0 ? Optional.empty() : Optional.of(Constant.of(Math.floorMod(a, b)));
      case CEIL_DIV -> b == 0 ? Optional.empty() : Optional.of(Constant.of(Math.ceilDiv(a, b)));
      case FMA, SQRT -> Optional.empty();
    };
  }

  private static Optional<Constant> longCall(MathFunction function, List<Constant> x) {
    long a = longer(x.getFirst());
    long b = longer(x.getLast());
    return switch (function) {
      case MIN -> Optional.of(Constant.of(Math.min(a, b)));
      case MAX -> Optional.of(Constant.of(Math.max(a, b)));
      case ABS -> Optional.of(Constant.of(Math.abs(a)));
      case FLOOR_DIV -> b == 0 ? Optional.empty() : Optional.of(Constant.of(Math.floorDiv(a, b)));
      case FLOOR_MOD -> b == 0 ? Optional.empty() : Optional.of(Constant.of(Math.floorMod(a, b)));
      case CEIL_DIV -> b == 0 ? Optional.empty() : Optional.of(Constant.of(Math.ceilDiv(a, b)));
      case FMA, SQRT -> Optional.empty();
    };
  }

  private static Optional<Constant> floatCall(MathFunction function, List<Constant> x) {
    float a = (Float) x.getFirst().value();
    float b = (Float) x.getLast().value();
    return switch (function) {
      case MIN -> Optional.of(single(Math.min(a, b)));
      case MAX -> Optional.of(single(Math.max(a, b)));
      case ABS -> Optional.of(single(Math.abs(a)));
      case FMA -> Optional.of(single(Math.fma(a, (Float) x.get(1).value(), b)));
      case SQRT, FLOOR_DIV, FLOOR_MOD, CEIL_DIV -> Optional.empty();
    };
  }

  private static Optional<Constant> doubleCall(MathFunction function, List<Constant> x) {
    double a = (Double) x.getFirst().value();
    double b = (Double) x.getLast().value();
    return switch (function) {
      case MIN -> Optional.of(Constant.of(Math.min(a, b)));
      case MAX -> Optional.of(Constant.of(Math.max(a, b)));
      case ABS -> Optional.of(Constant.of(Math.abs(a)));
      case FMA -> Optional.of(Constant.of(Math.fma(a, (Double) x.get(1).value(), b)));
      case SQRT -> Optional.of(Constant.of(Math.sqrt(a)));
      case FLOOR_DIV, FLOOR_MOD, CEIL_DIV -> Optional.empty();
    };
  }

  private static boolean bool(Constant x) {
    return (Boolean) x.value();
  }

  private static int integer(Constant x) {
    return ((Number) x.value()).intValue();
  }

  private static long longer(Constant x) {
    return ((Number) x.value()).longValue();
  }

  private static Constant single(float value) {
    return new Constant(ScalarType.FLOAT, value);
  }
}
