package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.NarrowConstants;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;

/** Constants in Java. */
final class Literals {
  private Literals() {}

  static Java of(Scalar.Constant constant) {
    return switch (constant.value()) {
      case Boolean b -> Java.primary(b.toString());
      case Integer i -> of(i.intValue());
      case Long l -> of(l.longValue());
      case Float f -> of(f.floatValue());
      case Double d -> of(d.doubleValue());
      default -> throw new IllegalArgumentException("no constant: " + constant);
    };
  }

  static Java of(int value) {
    return Java.number(Integer.toString(value));
  }

  static Java of(long value) {
    return Java.number(value + "L");
  }

  static Java of(float value) {
    if (Float.isNaN(value)) {
      return Java.primary(Api.FLOAT + ".NaN");
    }
    if (Float.isInfinite(value)) {
      return Java.primary(Api.FLOAT + (value > 0 ? ".POSITIVE" : ".NEGATIVE") + "_INFINITY");
    }
    boolean whole = value == (int) value && Math.abs(value) < 1 << 24;
    boolean plain = whole && Float.floatToRawIntBits(value) != Float.floatToRawIntBits(-0f);
    return Java.number((plain ? Integer.toString((int) value) : Float.toString(value)) + "f");
  }

  static Java of(double value) {
    if (Double.isNaN(value)) {
      return Java.primary(Api.DOUBLE + ".NaN");
    }
    if (Double.isInfinite(value)) {
      return Java.primary(Api.DOUBLE + (value > 0 ? ".POSITIVE" : ".NEGATIVE") + "_INFINITY");
    }
    return Java.number(Double.toString(value));
  }

  private static Object wide(Element element, Scalar.Constant constant) {
    return NarrowConstants.wide(element, constant).value();
  }

  private static Java bits(int half) {
    return Java.cast("short", Java.primary("0x%04X".formatted(half & 0xFFFF)));
  }

  /** Text in quotes. */
  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '\n' -> quoted.append("\\n");
        case '\t' -> quoted.append("\\t");
        case '\r' -> quoted.append("\\r");
        default -> {
          if (c < ' ' || c == 0x7f || Comments.endsLine(c)) {
            quoted.append("\\u%04x".formatted((int) c));
          } else {
            quoted.append(c);
          }
        }
      }
    }
    return quoted.append('"').toString();
  }

  /** A constant operand of a tile: converted once, here, as generated code would. */
  static Java operand(Element element, Scalar.Constant constant) {
    Object value = constant.value();
    return switch (element) {
      case F16 -> bits(Float.floatToFloat16((float) wide(element, constant)));
      case BF16 -> bits(Float.floatToIntBits((float) wide(element, constant)) >> 16);
      case I8, I16, U8 ->
          Java.cast(Primitives.component(element), of((int) wide(element, constant)));
      case F32 ->
          of(
              ((Number) value).getClass() == Double.class
                  ? (float) ((Number) value).doubleValue()
                  : ((Number) value).floatValue());
      case F64 -> of(((Number) value).doubleValue());
      case I32 -> of(Math.toIntExact(((Number) value).longValue()));
      case I64 -> of(((Number) value).longValue());
      case BOOL ->
          constant.type() == ScalarType.BOOLEAN
              ? of(constant)
              : Java.primary(Boolean.toString(((Number) value).doubleValue() != 0));
    };
  }
}
