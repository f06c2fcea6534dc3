package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Element;

/**
 * The vectors in which elements of 8 and 16 bits are read and written: as many lanes as a vector of
 * the type that they are computed in.
 */
enum PackedType {
  I16("ShortVector", "Short", 128, "S"),
  I8("ByteVector", "Byte", 64, "B");

  /** Lanes of a vector. */
  static final int LANES = 8;

  /** The class of a vector. */
  final String vector;

  private final String boxed;
  private final int bits;
  private final String letter;

  PackedType(String vector, String boxed, int bits, String letter) {
    this.vector = Api.mark("jdk.incubator.vector", vector);
    this.boxed = Api.mark("java.lang", boxed);
    this.bits = bits;
    this.letter = letter;
  }

  /** The vectors of a narrow element type. */
  static PackedType of(Element element) {
    return switch (element) {
      case F16, BF16, I16 -> I16;
      case I8, U8 -> I8;
      case F32, F64, I32, I64, BOOL ->
          throw new IllegalArgumentException(element + " has vectors of its own");
    };
  }

  /** The element type with the same bits, a signed integer. */
  Element element() {
    return Element.valueOf(name());
  }

  /** The constant of generated classes that holds the species. */
  String species() {
    return name();
  }

  String speciesType() {
    return VectorType.speciesType(boxed);
  }

  String speciesValue() {
    return vector + ".SPECIES_" + bits;
  }

  /** The elements of a vector in lanes of 32 bits, of halves the bits. */
  static String unpacked(Element element, String vector) {
    String extend = element == Element.U8 ? "ZERO_EXTEND_" : "";
    return "((%s) %s.convertShape(%s.%s%s2I, %s, 0))"
        .formatted(
            VectorType.I32.vector,
            vector,
            VectorType.OPERATORS,
            extend,
            of(element).letter,
            VectorType.I32.species());
  }

  /** The lower bits of lanes of 32 bits. */
  String packed(String vector) {
    return "((%s) %s.convertShape(%s.I2%s, %s, 0))"
        .formatted(this.vector, vector, VectorType.OPERATORS, letter, species());
  }
}
