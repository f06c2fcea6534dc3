package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Element;

/** How an element type is held: in arrays, in segments, in a register. */
final class Primitives {
  private Primitives() {}

  /** The component type of arrays. */
  static String component(Element element) {
    return element == Element.BOOL ? "byte" : element.scalar().keyword();
  }

  /** The type in which one element is computed. */
  static String computed(Element element) {
    return element.scalar().keyword();
  }

  /** The record of {@code Storage} that holds an array. */
  static String storage(Element element) {
    return Api.STORAGE
        + switch (element) {
          case F32 -> ".Floats";
          case F64 -> ".Doubles";
          case I32 -> ".Ints";
          case I64 -> ".Longs";
          case BOOL -> ".Bytes";
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
          case BOOL -> ".JAVA_BYTE";
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
      case BOOL -> "bytes";
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
