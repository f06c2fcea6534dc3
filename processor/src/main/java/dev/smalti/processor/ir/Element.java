package dev.smalti.processor.ir;

/** A known element type. */
public enum Element implements ElementType {
  F16(2, ScalarType.FLOAT),
  BF16(2, ScalarType.FLOAT),
  F32(4, ScalarType.FLOAT),
  F64(8, ScalarType.DOUBLE),
  I8(1, ScalarType.INT),
  I16(2, ScalarType.INT),
  I32(4, ScalarType.INT),
  I64(8, ScalarType.LONG),
  U8(1, ScalarType.INT),
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
    return scalar.isFloating();
  }

  public boolean isInteger() {
    return scalar.isInteger();
  }

  /** The type in which elements are computed: {@code F32} or {@code I32} for narrower ones. */
  public Element wide() {
    return switch (this) {
      case F16, BF16 -> F32;
      case I8, I16, U8 -> I32;
      case F32, F64, I32, I64, BOOL -> this;
    };
  }

  /** Whether elements are computed in a wider type than memory holds. */
  public boolean isNarrow() {
    return wide() != this;
  }

  /** The least number of a type of integers. */
  public long least() {
    return this == U8 ? 0 : -1L << 8 * bytes - 1;
  }

  /** The greatest number of a type of integers. */
  public long greatest() {
    return this == U8 ? 0xFF : ~least();
  }
}
