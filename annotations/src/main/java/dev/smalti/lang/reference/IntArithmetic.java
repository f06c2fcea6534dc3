package dev.smalti.lang.reference;

/** Elements of {@code I32}, computed in int. */
enum IntArithmetic implements Arithmetic<Integer> {
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
  public Integer max(Integer a, Integer b) {
    return Math.max(a, b);
  }

  @Override
  public Integer min(Integer a, Integer b) {
    return Math.min(a, b);
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
  public boolean lt(Integer a, Integer b) {
    return a < b;
  }

  @Override
  public boolean le(Integer a, Integer b) {
    return a <= b;
  }

  @Override
  public boolean gt(Integer a, Integer b) {
    return a > b;
  }

  @Override
  public boolean ge(Integer a, Integer b) {
    return a >= b;
  }

  @Override
  public boolean eq(Integer a, Integer b) {
    return a.intValue() == b.intValue();
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
  public Integer sign(Integer a) {
    return Integer.signum(a);
  }

  @Override
  public Integer rem(Integer a, Integer b) {
    return a % b;
  }

  @Override
  public Integer mod(Integer a, Integer b) {
    return Math.floorMod(a, b);
  }

  @Override
  public Integer and(Integer a, Integer b) {
    return a & b;
  }

  @Override
  public Integer or(Integer a, Integer b) {
    return a | b;
  }

  @Override
  public Integer xor(Integer a, Integer b) {
    return a ^ b;
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
