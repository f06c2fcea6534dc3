package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.MathFunction;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.UnaryScalar;

/**
 * Java's operators on boxed primitives. Both sides of an operator have one type, but for shifts.
 */
final class ScalarMath {
  private ScalarMath() {}

  static Object unary(UnaryScalar operator, Object operand) {
    return switch (operator) {
      case NOT -> (Object) !(Boolean) operand;
      case COMPLEMENT ->
          operand instanceof Integer i ? (Object) ~i.intValue() : (Object) ~(Long) operand;
      case NEGATE ->
          switch (operand) {
            case Integer i -> (Object) (-i);
            case Long l -> (Object) (-l);
            case Float f -> (Object) (-f);
            case Double d -> (Object) (-d);
            default -> throw noOperation(operator.symbol(), operand);
          };
    };
  }

  static Object binary(BinaryScalar operator, Object left, Object right) {
    return switch (left) {
      case Integer a when operator.isShift() -> shift(operator, a, ((Number) right).intValue());
      case Long a when operator.isShift() -> shift(operator, a, ((Number) right).intValue());
      case Integer a -> ints(operator, a, (Integer) right);
      case Long a -> longs(operator, a, (Long) right);
      case Float a -> floats(operator, a, (Float) right);
      case Double a -> doubles(operator, a, (Double) right);
      case Boolean a -> booleans(operator, a, (Boolean) right);
      default -> throw noOperation(operator.symbol(), left);
    };
  }

  private static Object shift(BinaryScalar operator, int a, int by) {
    return switch (operator) {
      case SHIFT_LEFT -> a << by;
      case SHIFT_RIGHT -> a >> by;
      default -> a >>> by;
    };
  }

  private static Object shift(BinaryScalar operator, long a, int by) {
    return switch (operator) {
      case SHIFT_LEFT -> a << by;
      case SHIFT_RIGHT -> a >> by;
      default -> a >>> by;
    };
  }

  private static Object ints(BinaryScalar operator, int a, int b) {
    return switch (operator) {
      case MULTIPLY -> (Object) (a * b);
      case DIVIDE -> (Object) (a / b);
      case REMAINDER -> (Object) (a % b);
      case ADD -> (Object) (a + b);
      case SUBTRACT -> (Object) (a - b);
      case LESS -> (Object) (a < b);
      case LESS_EQUAL -> (Object) (a <= b);
      case GREATER -> (Object) (a > b);
      case GREATER_EQUAL -> (Object) (a >= b);
      case EQUAL -> (Object) (a == b);
      case NOT_EQUAL -> (Object) (a != b);
      case AND -> (Object) (a & b);
      case XOR -> (Object) (a ^ b);
      case OR -> (Object) (a | b);
      default -> throw noOperation(operator.symbol(), a);
    };
  }

  private static Object longs(BinaryScalar operator, long a, long b) {
    return switch (operator) {
      case MULTIPLY -> (Object) (a * b);
      case DIVIDE -> (Object) (a / b);
      case REMAINDER -> (Object) (a % b);
      case ADD -> (Object) (a + b);
      case SUBTRACT -> (Object) (a - b);
      case LESS -> (Object) (a < b);
      case LESS_EQUAL -> (Object) (a <= b);
      case GREATER -> (Object) (a > b);
      case GREATER_EQUAL -> (Object) (a >= b);
      case EQUAL -> (Object) (a == b);
      case NOT_EQUAL -> (Object) (a != b);
      case AND -> (Object) (a & b);
      case XOR -> (Object) (a ^ b);
      case OR -> (Object) (a | b);
      default -> throw noOperation(operator.symbol(), a);
    };
  }

  private static Object floats(BinaryScalar operator, float a, float b) {
    return switch (operator) {
      case MULTIPLY -> (Object) (a * b);
      case DIVIDE -> (Object) (a / b);
      case REMAINDER -> (Object) (a % b);
      case ADD -> (Object) (a + b);
      case SUBTRACT -> (Object) (a - b);
      case LESS -> (Object) (a < b);
      case LESS_EQUAL -> (Object) (a <= b);
      case GREATER -> (Object) (a > b);
      case GREATER_EQUAL -> (Object) (a >= b);
      case EQUAL -> (Object) (a == b);
      case NOT_EQUAL -> (Object) (a != b);
      default -> throw noOperation(operator.symbol(), a);
    };
  }

  private static Object doubles(BinaryScalar operator, double a, double b) {
    return switch (operator) {
      case MULTIPLY -> (Object) (a * b);
      case DIVIDE -> (Object) (a / b);
      case REMAINDER -> (Object) (a % b);
      case ADD -> (Object) (a + b);
      case SUBTRACT -> (Object) (a - b);
      case LESS -> (Object) (a < b);
      case LESS_EQUAL -> (Object) (a <= b);
      case GREATER -> (Object) (a > b);
      case GREATER_EQUAL -> (Object) (a >= b);
      case EQUAL -> (Object) (a == b);
      case NOT_EQUAL -> (Object) (a != b);
      default -> throw noOperation(operator.symbol(), a);
    };
  }

  private static Object booleans(BinaryScalar operator, boolean a, boolean b) {
    return switch (operator) {
      case EQUAL -> a == b;
      case NOT_EQUAL, XOR -> a ^ b;
      case AND, LOGICAL_AND -> a && b;
      case OR, LOGICAL_OR -> a || b;
      default -> throw noOperation(operator.symbol(), a);
    };
  }

  /** Java's conversion of a number, also from {@code Float} to {@code Integer} and the like. */
  static Object cast(ScalarType to, Object value) {
    if (!(value instanceof Number number)) {
      if (to == ScalarType.BOOLEAN && value instanceof Boolean) {
        return value;
      }
      throw noOperation("a cast to " + to.keyword(), value);
    }
    return switch (to) {
      case INT -> (Object) number.intValue();
      case LONG -> (Object) number.longValue();
      case FLOAT -> (Object) number.floatValue();
      case DOUBLE -> (Object) number.doubleValue();
      case BOOLEAN -> throw noOperation("a cast to boolean", value);
    };
  }

  static Object call(MathFunction function, Object[] arguments) {
    return switch (arguments[0]) {
      case Integer a -> ints(function, a, arguments);
      case Long a -> longs(function, a, arguments);
      case Float a -> floats(function, a, arguments);
      case Double a -> doubles(function, a, arguments);
      default -> throw noOperation(function.method(), arguments[0]);
    };
  }

  private static Object ints(MathFunction function, int a, Object[] arguments) {
    int b = arguments.length > 1 ? (Integer) arguments[1] : 0;
    return switch (function) {
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case ABS -> Math.abs(a);
      case FLOOR_DIV -> Math.floorDiv(a, b);
      case FLOOR_MOD -> Math.floorMod(a, b);
      case CEIL_DIV -> Math.ceilDiv(a, b);
      case FMA, SQRT -> throw noOperation(function.method(), a);
    };
  }

  private static Object longs(MathFunction function, long a, Object[] arguments) {
    long b = arguments.length > 1 ? (Long) arguments[1] : 0;
    return switch (function) {
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case ABS -> Math.abs(a);
      case FLOOR_DIV -> Math.floorDiv(a, b);
      case FLOOR_MOD -> Math.floorMod(a, b);
      case CEIL_DIV -> Math.ceilDiv(a, b);
      case FMA, SQRT -> throw noOperation(function.method(), a);
    };
  }

  private static Object floats(MathFunction function, float a, Object[] arguments) {
    return switch (function) {
      case MIN -> (Object) Math.min(a, (Float) arguments[1]);
      case MAX -> (Object) Math.max(a, (Float) arguments[1]);
      case ABS -> (Object) Math.abs(a);
      case FMA -> (Object) Math.fma(a, (Float) arguments[1], (Float) arguments[2]);
      case SQRT, FLOOR_DIV, FLOOR_MOD, CEIL_DIV -> throw noOperation(function.method(), a);
    };
  }

  private static Object doubles(MathFunction function, double a, Object[] arguments) {
    return switch (function) {
      case MIN -> (Object) Math.min(a, (Double) arguments[1]);
      case MAX -> (Object) Math.max(a, (Double) arguments[1]);
      case ABS -> (Object) Math.abs(a);
      case FMA -> (Object) Math.fma(a, (Double) arguments[1], (Double) arguments[2]);
      case SQRT -> (Object) Math.sqrt(a);
      case FLOOR_DIV, FLOOR_MOD, CEIL_DIV -> throw noOperation(function.method(), a);
    };
  }

  private static Violation noOperation(String operation, Object value) {
    return new Violation(
        operation + " is not defined for " + value + ", a " + value.getClass().getSimpleName());
  }
}
