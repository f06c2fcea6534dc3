package dev.smalti.processor.resolve;

import java.util.Optional;

/** Values of constants as text, exact to the bit. */
final class Constants {
  private Constants() {}

  /** Whether a kernel can compute with the value: all but text. */
  static boolean isNumber(Object value) {
    return !(value instanceof String);
  }

  /** Type and value, {@code int 16}. */
  static String text(Object value) {
    return switch (value) {
      case Float f -> "float " + Integer.toHexString(Float.floatToRawIntBits(f));
      case Double d -> "double " + Long.toHexString(Double.doubleToRawLongBits(d));
      case Character c -> "char " + (int) c;
      case Boolean b -> "boolean " + b;
      case Byte b -> "byte " + b;
      case Short s -> "short " + s;
      case Integer i -> "int " + i;
      case Long l -> "long " + l;
      default -> throw new IllegalArgumentException("no number: " + value);
    };
  }

  /** The value that {@link #text} wrote; empty if it did not. */
  static Optional<Object> value(String type, String text) {
    try {
      return switch (type) {
        case "float" -> Optional.of(Float.intBitsToFloat(Integer.parseUnsignedInt(text, 16)));
        case "double" -> Optional.of(Double.longBitsToDouble(Long.parseUnsignedLong(text, 16)));
        case "char" -> Optional.of((char) Integer.parseInt(text));
        case "boolean" -> Optional.of(Boolean.valueOf(text));
        case "byte" -> Optional.of(Byte.valueOf(text));
        case "short" -> Optional.of(Short.valueOf(text));
        case "int" -> Optional.of(Integer.valueOf(text));
        case "long" -> Optional.of(Long.valueOf(text));
        default -> Optional.empty();
      };
    } catch (NumberFormatException unreadable) {
      return Optional.empty();
    }
  }
}
