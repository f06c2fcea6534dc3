package dev.smalti.lang.reference;

/** Elements of {@code I32}, computed in int. */
enum IntArithmetic implements IntElements {
  I32;

  @Override
  public Integer add(Integer a, Integer b) {
    return a + b;
  }

  @Override
  public Integer sub(Integer a, Integer b) {
    return a - b;
  }

  @Override
  public Integer mul(Integer a, Integer b) {
    return a * b;
  }

  @Override
  public Integer div(Integer a, Integer b) {
    return a / b;
  }

  @Override
  public Integer abs(Integer a) {
    return Math.abs(a);
  }

  @Override
  public Integer neg(Integer a) {
    return -a;
  }

  @Override
  public Integer cast(Object element) {
    return switch (element) {
      case Float f -> (int) f.floatValue();
      case Double d -> (int) d.doubleValue();
      case Integer i -> i;
      case Long l -> (int) l.longValue();
      case Boolean b -> b ? 1 : 0;
      default -> throw new IllegalArgumentException("no element: " + element.getClass());
    };
  }

  @Override
  public Integer shl(Integer a, Integer b) {
    return a << b;
  }

  @Override
  public Integer shr(Integer a, Integer b) {
    return a >> b;
  }

  @Override
  public Integer ushr(Integer a, Integer b) {
    return a >>> b;
  }

  @Override
  public Integer not(Integer a) {
    return ~a;
  }

  @Override
  public Integer scalar(double value) {
    throw new IllegalArgumentException(
        "the scalar "
            + value
            + " is a double, the tile is I32; write a long, or cast the tile first");
  }

  @Override
  public Integer scalar(long value) {
    if (value != (int) value) {
      throw new ArithmeticException(
          "the scalar " + value + " does not fit I32; cast the tile to I64");
    }
    return (int) value;
  }
}
