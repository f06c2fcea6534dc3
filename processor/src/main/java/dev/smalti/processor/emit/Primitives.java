package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.ScalarType;

/** How an element type is held: in arrays, in segments, in a register. */
final class Primitives {
  private Primitives() {}

  /** The component type of arrays. */
  static String component(Element element) {
    return switch (element) {
      case F16, BF16, I16 -> "short";
      case I8, U8, BOOL -> "byte";
      case F32, F64, I32, I64 -> element.scalar().keyword();
    };
  }

  /** The type of one element outside of memory: what it is computed in, or its bits. */
  static String computed(Element element) {
    return element.isNarrow() ? component(element) : element.scalar().keyword();
  }

  /** An element as one of the wider type that it is computed in. */
  static Java widened(Element element, Java bits) {
    return switch (element) {
      case F16 -> Java.call(Api.FLOAT + ".float16ToFloat", bits);
      case BF16 ->
          Java.call(Api.FLOAT + ".intBitsToFloat", Java.binary(bits, "<<", 8, Java.primary("16")));
      case U8 -> Java.binary(bits, "&", 5, Java.primary("0xFF"));
      case I8, I16, F32, F64, I32, I64, BOOL -> bits;
    };
  }

  /** A number that an element is made of. */
  static Java narrowed(Element element, ScalarType from, Java number) {
    return switch (element) {
      case F16 ->
          from == ScalarType.FLOAT
              ? Java.call(Api.FLOAT + ".floatToFloat16", number)
              : Java.call(Api.CONVERSIONS + ".f16", number);
      case BF16 -> Java.call(Api.CONVERSIONS + ".bf16", number);
      case I16 -> Java.cast("short", number);
      case I8, U8 -> Java.cast("byte", number);
      case F32, F64, I32, I64, BOOL -> number;
    };
  }

  /** The record of {@code Storage} that holds an array. */
  static String storage(Element element) {
    return Api.STORAGE
        + switch (element) {
          case F32 -> ".Floats";
          case F64 -> ".Doubles";
          case I32 -> ".Ints";
          case I64 -> ".Longs";
          case F16, BF16, I16 -> ".Shorts";
          case I8, U8, BOOL -> ".Bytes";
        };
  }

  /** The layout of an element that need not be aligned. */
  static String layout(Element element) {
    return Api.LAYOUT
        + switch (element) {
          case F32 -> ".JAVA_FLOAT_UNALIGNED";
          case F64 -> ".JAVA_DOUBLE_UNALIGNED";
          case I32 -> ".JAVA_INT_UNALIGNED";
          case I64 -> ".JAVA_LONG_UNALIGNED";
          case F16, BF16, I16 -> ".JAVA_SHORT_UNALIGNED";
          case I8, U8, BOOL -> ".JAVA_BYTE";
        };
  }

  /** The layout through which elements change atomically. */
  static String atomicLayout(Element element) {
    return layout(element).replace("_UNALIGNED", "");
  }

  /** The method of {@code Core} that gives scratch. */
  static String scratch(Element element) {
    return switch (element) {
      case F32 -> "floats";
      case F64 -> "doubles";
      case I32 -> "ints";
      case I64 -> "longs";
      case F16, BF16, I16 -> "shorts";
      case I8, U8, BOOL -> "bytes";
    };
  }

  /** An element of memory as a value to compute with. */
  static Java loaded(Element element, Java stored) {
    return element == Element.BOOL ? Java.binary(stored, "!=", 6, Java.primary("0")) : stored;
  }

  /** A computed value as an element of memory. */
  static Java stored(Element element, Java value) {
    if (element != Element.BOOL) {
      return value;
    }
    return Java.cast("byte", new Java(value.in(1) + " ? 1 : 0", Java.CONDITIONAL));
  }
}
