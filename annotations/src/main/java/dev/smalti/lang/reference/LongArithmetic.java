package dev.smalti.lang.reference;

/** Elements of {@code I64}, computed in long. */
enum LongArithmetic implements Arithmetic<Long> {
  I64;

  @Override
  public Long add(Long a, Long b) {
    return a + b;
  }

  @Override
  public Long sub(Long a, Long b) {
    return a - b;
  }

  @Override
  public Long mul(Long a, Long b) {
    return a * b;
  }

  @Override
  public Long div(Long a, Long b) {
    return a / b;
  }

  @Override
  public Long max(Long a, Long b) {
    return Math.max(a, b);
  }

  @Override
  public Long min(Long a, Long b) {
    return Math.min(a, b);
  }

  @Override
  public Long abs(Long a) {
    return Math.abs(a);
  }

  @Override
  public Long neg(Long a) {
    return -a;
  }

  @Override
  public boolean lt(Long a, Long b) {
    return a < b;
  }

  @Override
  public boolean le(Long a, Long b) {
    return a <= b;
  }

  @Override
  public boolean gt(Long a, Long b) {
    return a > b;
  }

  @Override
  public boolean ge(Long a, Long b) {
    return a >= b;
  }

  @Override
  public boolean eq(Long a, Long b) {
    return a.longValue() == b.longValue();
  }

  @Override
  public Long cast(Object element) {
    return switch (element) {
      case Float f -> (long) f.floatValue();
      case Double d -> (long) d.doubleValue();
      case Integer i -> (long) i.intValue();
      case Long l -> l;
      case Boolean b -> b ? 1L : 0L;
      default -> throw new IllegalArgumentException("no element: " + element.getClass());
    };
  }

  @Override
  public Long sign(Long a) {
    return (long) Long.signum(a);
  }

  @Override
  public Long rem(Long a, Long b) {
    return a % b;
  }

  @Override
  public Long mod(Long a, Long b) {
    return Math.floorMod(a, b);
  }

  @Override
  public Long and(Long a, Long b) {
    return a & b;
  }

  @Override
  public Long or(Long a, Long b) {
    return a | b;
  }

  @Override
  public Long xor(Long a, Long b) {
    return a ^ b;
  }

  @Override
  public Long shl(Long a, Long b) {
    return a << b;
  }

  @Override
  public Long shr(Long a, Long b) {
    return a >> b;
  }

  @Override
  public Long ushr(Long a, Long b) {
    return a >>> b;
  }

  @Override
  public Long not(Long a) {
    return ~a;
  }

  @Override
  public Long scalar(double value) {
    throw new IllegalArgumentException(
        "the scalar "
            + value
            + " is a double, the tile is I64; write a long, or cast the tile first");
  }

  @Override
  public Long scalar(long value) {
    return value;
  }
}
