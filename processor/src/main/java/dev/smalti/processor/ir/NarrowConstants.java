package dev.smalti.processor.ir;

import dev.smalti.lang.reference.Arithmetic;

/** Constants as elements of types that are computed in wider ones. */
public final class NarrowConstants {
  private NarrowConstants() {}

  /**
   * The element that a constant becomes, as a constant of the type in which it is computed.
   *
   * @param element a narrow type
   * @param constant a number that fits it
   * @return a {@code float} or an {@code int}
   */
  public static Scalar.Constant wide(Element element, Scalar.Constant constant) {
    return switch (element) {
      case F16 -> new Scalar.Constant(ScalarType.FLOAT, rounded(Arithmetic.f16(), constant));
      case BF16 -> new Scalar.Constant(ScalarType.FLOAT, rounded(Arithmetic.bf16(), constant));
      case I8, I16, U8 ->
          Scalar.Constant.of(Math.toIntExact(((Number) constant.value()).longValue()));
      case F32, F64, I32, I64, BOOL ->
          throw new IllegalArgumentException(element + " is computed as it is");
    };
  }

  private static Float rounded(Arithmetic<Float> type, Scalar.Constant constant) {
    Number number = (Number) constant.value();
    return constant.type().isInteger()
        ? type.scalar(number.longValue())
        : type.scalar(number.doubleValue());
  }
}
