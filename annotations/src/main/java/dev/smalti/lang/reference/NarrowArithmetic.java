package dev.smalti.lang.reference;

/** Elements of integers of 8 or 16 bits, computed in int; of the result the lower bits stay. */
enum NarrowArithmetic implements IntElements {
  I8(Byte.SIZE, true),
  I16(Short.SIZE, true),
  U8(Byte.SIZE, false);

  private final int bits;
  private final boolean signed;

  NarrowArithmetic(int bits, boolean signed) {
    this.bits = bits;
    this.signed = signed;
  }

  private int least() {
    return signed ? -1 << bits - 1 : 0;
  }

  private int greatest() {
    return least() + (1 << bits) - 1;
  }

  /** The number of this type with the same lower bits. */
  private int wrap(int value) {
    return least() + Math.floorMod(value - least(), 1 << bits);
  }

  /** The same lower bits as a number from 0 on. */
  private int unsigned(int value) {
    return Math.floorMod(value, 1 << bits);
  }

  private int distance(int value) {
    return Math.floorMod(value, bits);
  }

  @Override
  public Integer add(Integer a, Integer b) {
    return wrap(a + b);
  }

  @Override
  public Integer sub(Integer a, Integer b) {
    return wrap(a - b);
  }

  @Override
  public Integer mul(Integer a, Integer b) {
    return wrap(a * b);
  }

  @Override
  public Integer div(Integer a, Integer b) {
    return wrap(a / b);
  }

  @Override
  public Integer abs(Integer a) {
    return wrap(Math.abs(a));
  }

  @Override
  public Integer neg(Integer a) {
    return wrap(-a);
  }

  @Override
  public Integer not(Integer a) {
    return wrap(~a);
  }

  @Override
  public Integer shl(Integer a, Integer b) {
    return wrap(a << distance(b));
  }

  @Override
  public Integer shr(Integer a, Integer b) {
    return a >> distance(b);
  }

  @Override
  public Integer ushr(Integer a, Integer b) {
    return wrap(unsigned(a) >> distance(b));
  }

  @Override
  public Integer cast(Object element) {
    return switch (element) {
      case Float f -> saturated((int) f.floatValue());
      case Double d -> saturated((int) d.doubleValue());
      case Integer i -> wrap(i);
      case Long l -> wrap((int) l.longValue());
      case Boolean b -> b ? 1 : 0;
      default -> throw new IllegalArgumentException("no element: " + element.getClass());
    };
  }

  private int saturated(int value) {
    return Math.clamp(value, least(), greatest());
  }

  @Override
  public Integer scalar(double value) {
    throw new IllegalArgumentException(
        "the scalar %s is a double, the tile is %s; write a long, or cast the tile first"
            .formatted(value, this));
  }

  @Override
  public Integer scalar(long value) {
    if (value < least() || value > greatest()) {
      throw new ArithmeticException(
          "the scalar %d does not fit %s, which holds %d to %d; cast the tile first"
              .formatted(value, this, least(), greatest()));
    }
    return (int) value;
  }
}
