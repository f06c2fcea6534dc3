package dev.smalti.processor.ir;

/** A Java primitive type, with Java's arithmetic. */
public enum ScalarType implements Type {
  BOOLEAN,
  INT,
  LONG,
  FLOAT,
  DOUBLE;

  /** The keyword, {@code int}. */
  public String keyword() {
    return switch (this) {
      case BOOLEAN -> "boolean";
      case INT -> "int";
      case LONG -> "long";
      case FLOAT -> "float";
      case DOUBLE -> "double";
    };
  }

  public boolean isInteger() {
    return this == INT || this == LONG;
  }

  public boolean isFloating() {
    return this == FLOAT || this == DOUBLE;
  }

  public boolean isNumeric() {
    return this != BOOLEAN;
  }

  /** Java's binary numeric promotion of two numeric types. */
  public static ScalarType promote(ScalarType a, ScalarType b) {
    if (!a.isNumeric() || !b.isNumeric()) {
      throw new IllegalArgumentException("no arithmetic on " + a + " and " + b);
    }
    return a.compareTo(b) >= 0 ? a : b;
  }
}
