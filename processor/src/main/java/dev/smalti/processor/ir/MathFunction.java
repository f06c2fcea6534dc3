package dev.smalti.processor.ir;

/**
 * The static methods of {@link Math} that kernels may call; each means what Java's method means.
 */
public enum MathFunction {
  MIN("min", 2),
  MAX("max", 2),
  ABS("abs", 1),
  FLOOR_DIV("floorDiv", 2),
  FLOOR_MOD("floorMod", 2),
  CEIL_DIV("ceilDiv", 2),
  FMA("fma", 3),
  SQRT("sqrt", 1);

  private final String method;
  private final int arity;

  MathFunction(String method, int arity) {
    this.method = method;
    this.arity = arity;
  }

  /** The method's name in {@link Math}. */
  public String method() {
    return method;
  }

  public int arity() {
    return arity;
  }
}
