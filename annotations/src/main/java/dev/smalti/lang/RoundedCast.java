package dev.smalti.lang;

import dev.smalti.lang.reference.Arithmetic;

/**
 * Casts with a rounding, one element at a time: to whole numbers, and to floats that hold less than
 * the type of the element. A float is found by walking from the nearest one to its neighbour.
 */
final class RoundedCast {
  private final DType to;
  private final Rounding rounding;

  /**
   * A cast.
   *
   * @throws IllegalArgumentException if there is nothing to round between the types
   */
  RoundedCast(DType from, DType to, Rounding rounding) {
    boolean floats = significant(from) > 0;
    boolean less = !holds(to, from);
    if (!floats || to == Smalti.BOOL || !less) {
      throw new IllegalArgumentException(
          "a cast from " + from + " to " + to + " rounds nothing; write cast(" + to + ")");
    }
    this.to = to;
    this.rounding = rounding;
  }

  /** Bits of precision of a float type, 0 of others. */
  private static int significant(DType type) {
    return switch (type) {
      case Smalti.BF16 _ -> 8;
      case Smalti.F16 _ -> 11;
      case Smalti.F32 _ -> 24;
      case Smalti.F64 _ -> 53;
      default -> 0;
    };
  }

  /** Whether every float of one type is one of the other. */
  private static boolean holds(DType type, DType other) {
    boolean small = type == Smalti.F16 && other == Smalti.BF16; // More bits, but a smaller range.
    return significant(type) >= significant(other) && !small;
  }

  Object round(Object element) {
    double x = ((Number) element).doubleValue();
    if (significant(to) == 0) {
      return to.arithmetic().cast(whole(x));
    }
    float nearest = (Float) to.arithmetic().cast(element);
    return nearest == x || Double.isNaN(x) ? nearest : chosen(x, nearest);
  }

  private double whole(double x) {
    double below = Math.floor(x);
    return switch (rounding) {
      case NEAREST_EVEN -> Math.rint(x);
      case HALF_AWAY -> Math.copySign(Math.floor(Math.abs(x)) + (half(x) ? 1 : 0), x);
      case FLOOR -> below;
      case CEIL -> Math.ceil(x);
      case TRUNCATE -> x < 0 ? Math.ceil(x) : below;
      case ODD -> below == x || Math.floorMod((long) below, 2) == 1 ? below : below + 1;
    };
  }

  private static boolean half(double x) {
    return Math.abs(x) - Math.floor(Math.abs(x)) >= 0.5;
  }

  /** One of the two floats around a number that is none. */
  private float chosen(double x, float nearest) {
    float other = neighbour(nearest, nearest < x);
    float inner = Math.abs(nearest) < Math.abs(other) ? nearest : other;
    float outer = inner == nearest ? other : nearest;
    return switch (rounding) {
      case NEAREST_EVEN -> nearest;
      case HALF_AWAY -> x - inner == outer - x ? outer : nearest;
      case FLOOR -> Math.min(inner, outer);
      case CEIL -> Math.max(inner, outer);
      case TRUNCATE -> inner;
      case ODD -> isOdd(nearest) ? nearest : other;
    };
  }

  private float neighbour(float x, boolean up) {
    if (to == Smalti.F32) {
      return up ? Math.nextUp(x) : Math.nextDown(x);
    }
    int bits = bits(x);
    int magnitude = bits & 0x7FFF;
    boolean negative = bits != magnitude;
    if (magnitude == 0) {
      return number(up ? 1 : 0x8001);
    }
    return number(up == negative ? bits - 1 : bits + 1);
  }

  private boolean isOdd(float x) {
    return (to == Smalti.F32 ? Float.floatToRawIntBits(x) : bits(x)) % 2 != 0;
  }

  private int bits(float x) {
    return to == Smalti.F16
        ? Float.floatToFloat16(x) & 0xFFFF
        : Float.floatToRawIntBits(x) >>> Short.SIZE;
  }

  private float number(int bits) {
    return to == Smalti.F16
        ? Float.float16ToFloat((short) bits)
        : Float.intBitsToFloat(bits << Short.SIZE);
  }

  /** The same in the type that elements have. */
  static <E> E cast(RoundedCast cast, Object element, Arithmetic<E> to) {
    return to.cast(cast.round(element));
  }
}
