package dev.smalti.processor.pass;

import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Scalar.Constant;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.UnaryScalar;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** One scalar node over simplified operands, simplified; the value and every failure stay. */
final class Simplification {
  private Simplification() {}

  static Scalar of(Scalar scalar) {
    return switch (scalar) {
      case Scalar.Extent(Dim dim) -> extent(scalar, dim);
      case Scalar.Unary e -> unary(e);
      case Scalar.Binary e -> binary(e);
      case Scalar.Conditional e ->
          e.condition() instanceof Constant c ? isTrue(c) ? e.yes() : e.no() : e;
      case Scalar.Cast e -> cast(e);
      case Scalar.Call e -> call(e);
      case Constant _, Scalar.Read _, Scalar.Rank _, Scalar.ReadElement _, Scalar.ReadCell _ ->
          scalar;
    };
  }

  private static Scalar extent(Scalar scalar, Dim dim) {
    OptionalLong value = dim.constant();
    boolean fits = value.isPresent() && value.getAsLong() == (int) value.getAsLong();
    return fits ? Constant.of((int) value.getAsLong()) : scalar;
  }

  private static Scalar unary(Scalar.Unary e) {
    if (e.operand() instanceof Constant c) {
      return or(Arithmetic.unary(e.operator(), c), e);
    }
    return e.operand() instanceof Scalar.Unary(UnaryScalar inner, Scalar operand)
            && inner == e.operator()
        ? operand
        : e;
  }

  private static Scalar cast(Scalar.Cast e) {
    if (e.operand() instanceof Constant c) {
      return or(Arithmetic.cast(e.type(), c), e);
    }
    return e.operand().type() == e.type() ? e.operand() : e;
  }

  private static Scalar call(Scalar.Call e) {
    boolean constant = e.arguments().stream().allMatch(Constant.class::isInstance);
    if (!constant) {
      return e;
    }
    List<Constant> arguments = e.arguments().stream().map(Constant.class::cast).toList();
    return or(Arithmetic.call(e.function(), arguments, e.type()), e);
  }

  private static Scalar or(Optional<Constant> folded, Scalar otherwise) {
    return folded.isPresent() ? folded.get() : otherwise;
  }

  private static boolean isTrue(Constant c) {
    return c.value().equals(true);
  }

  private static Scalar binary(Scalar.Binary e) {
    if (e.left() instanceof Constant a && e.right() instanceof Constant b) {
      return or(Arithmetic.binary(e.operator(), a, b), e);
    }
    if (e.operator().isLogical()) {
      return logical(e);
    }
    if (e.operator().isComparison()) {
      return comparison(e);
    }
    return e.right() instanceof Constant c
        ? withRight(e, c)
        : e.left() instanceof Constant d ? withLeft(e, d) : e;
  }

  private static Scalar logical(Scalar.Binary e) {
    boolean neutral = e.operator() == BinaryScalar.LOGICAL_AND;
    if (e.left() instanceof Constant c) {
      return isTrue(c) == neutral ? e.right() : c;
    }
    if (e.right() instanceof Constant c) {
      return isTrue(c) == neutral ? e.left() : Totality.isTotal(e.left()) ? c : e;
    }
    return e;
  }

  /** Two extents compare like their difference and zero: extents do not overflow. */
  private static Scalar comparison(Scalar.Binary e) {
    Optional<Dim> a = extent(e.left());
    Optional<Dim> b = extent(e.right());
    if (a.isEmpty() || b.isEmpty() || !Totality.isTotal(e)) {
      return e;
    }
    OptionalLong difference = a.get().minus(b.get()).constant();
    return difference.isPresent()
        ? or(
            Arithmetic.binary(e.operator(), Constant.of(difference.getAsLong()), Constant.of(0L)),
            e)
        : e;
  }

  private static Optional<Dim> extent(Scalar scalar) {
    return switch (scalar) {
      case Scalar.Extent(Dim dim) -> Optional.of(dim);
      case Constant c when c.type() == ScalarType.INT ->
          Optional.of(Dim.of(((Number) c.value()).longValue()));
      default -> Optional.empty();
    };
  }

  private static Scalar withRight(Scalar.Binary e, Constant c) {
    boolean same =
        switch (e.operator()) {
          case ADD -> isExactZero(c, -0.0);
          case SUBTRACT -> isExactZero(c, 0.0);
          case MULTIPLY, DIVIDE -> isOne(c);
          case OR, XOR -> isIntegerZero(c);
          case SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_UNSIGNED -> isIntegerZero(c);
          default -> false;
        };
    if (same) {
      return e.left();
    }
    return absorbs(e, c) && Totality.isTotal(e.left()) ? c : e;
  }

  private static Scalar withLeft(Scalar.Binary e, Constant c) {
    boolean same =
        switch (e.operator()) {
          case ADD -> isExactZero(c, -0.0);
          case MULTIPLY -> isOne(c);
          case OR, XOR -> isIntegerZero(c);
          default -> false;
        };
    if (same) {
      return e.right();
    }
    return absorbs(e, c) && Totality.isTotal(e.right()) ? c : e;
  }

  private static boolean absorbs(Scalar.Binary e, Constant c) {
    return (e.operator() == BinaryScalar.MULTIPLY || e.operator() == BinaryScalar.AND)
        && isIntegerZero(c);
  }

  private static boolean isIntegerZero(Constant c) {
    return c.type().isInteger() && ((Number) c.value()).longValue() == 0;
  }

  /** Zero of an integer type, or this one of the two zeros of a floating-point type. */
  private static boolean isExactZero(Constant c, double zero) {
    return isIntegerZero(c)
        || c.type().isFloating()
            && Double.doubleToRawLongBits(((Number) c.value()).doubleValue())
                == Double.doubleToRawLongBits(zero);
  }

  private static boolean isOne(Constant c) {
    return c.value() instanceof Number n && n.doubleValue() == 1;
  }
}
