package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Element;

/**
 * The vectors of an element type: 256 bits, whatever the machine prefers. That is the width at
 * which the 32 strands of a reduction keep the units busy with registers to spare, and the widest
 * that every machine with vectors of 256 bits or more runs at full speed.
 */
enum VectorType {
  F32("FloatVector", "Float", 8),
  F64("DoubleVector", "Double", 4),
  I32("IntVector", "Integer", 8),
  I64("LongVector", "Long", 4);

  private static final String PACKAGE = "jdk.incubator.vector";

  static final String OPERATORS = Api.mark(PACKAGE, "VectorOperators");
  static final String BYTE_ORDER = Api.mark("java.nio", "ByteOrder");
  private static final String SPECIES = Api.mark(PACKAGE, "VectorSpecies");
  private static final String MASK = Api.mark(PACKAGE, "VectorMask");
  private static final String SHUFFLE = Api.mark(PACKAGE, "VectorShuffle");

  /** The class of a vector. */
  final String vector;

  final int lanes;
  private final String boxed;

  VectorType(String vector, String boxed, int lanes) {
    this.vector = Api.mark(PACKAGE, vector);
    this.boxed = Api.mark("java.lang", boxed);
    this.lanes = lanes;
  }

  /** The vectors in which elements of a type are computed. */
  static VectorType of(Element element) {
    return switch (element) {
      case F32, F16, BF16 -> F32;
      case F64 -> F64;
      case I32, I8, I16, U8 -> I32;
      case I64 -> I64;
      case BOOL -> throw new IllegalArgumentException(element + " has no vectors of its own");
    };
  }

  /** The element type. */
  Element element() {
    return Element.valueOf(name());
  }

  /** The constant of generated classes that holds the species. */
  String species() {
    return name();
  }

  String speciesType() {
    return speciesType(boxed);
  }

  /** The type of a species of vectors of elements of a boxed type. */
  static String speciesType(String boxed) {
    return SPECIES + "<" + boxed + ">";
  }

  String speciesValue() {
    return vector + ".SPECIES_256";
  }

  String maskType() {
    return MASK + "<" + boxed + ">";
  }

  String shuffleType() {
    return SHUFFLE + "<" + boxed + ">";
  }

  /** A shuffle that swaps neighbouring groups of {@code width} lanes. */
  String swap(int width) {
    StringBuilder lanesInOrder = new StringBuilder();
    for (int lane = 0; lane < lanes; lane++) {
      lanesInOrder.append(", ").append(lane ^ width);
    }
    return SHUFFLE + ".fromValues(" + species() + lanesInOrder + ")";
  }

  String broadcast(Java value) {
    return vector + ".broadcast(" + species() + ", " + value.text() + ")";
  }
}
