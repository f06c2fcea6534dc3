package dev.smalti.processor.ir;

/** A known element type. */
public enum Element implements ElementType {
  F32(4, ScalarType.FLOAT),
  F64(8, ScalarType.DOUBLE),
  I32(4, ScalarType.INT),
  I64(8, ScalarType.LONG),
  BOOL(1, ScalarType.BOOLEAN);

  private final int bytes;
  private final ScalarType scalar;

  Element(int bytes, ScalarType scalar) {
    this.bytes = bytes;
    this.scalar = scalar;
  }

  /** Bytes of one element in memory. */
  public int bytes() {
    return bytes;
  }

  /** The Java type in which one element is computed. */
  public ScalarType scalar() {
    return scalar;
  }

  public boolean isFloating() {
    return this == F32 || this == F64;
  }

  public boolean isInteger() {
    return this == I32 || this == I64;
  }
}
