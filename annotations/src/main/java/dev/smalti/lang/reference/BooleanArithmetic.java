package dev.smalti.lang.reference;

/** Elements of {@code BOOL}: truth values, no numbers. */
enum BooleanArithmetic implements Arithmetic<Boolean> {
  BOOL;

  @Override
  public boolean eq(Boolean a, Boolean b) {
    return a.booleanValue() == b.booleanValue();
  }

  @Override
  public Boolean and(Boolean a, Boolean b) {
    return a && b;
  }

  @Override
  public Boolean or(Boolean a, Boolean b) {
    return a || b;
  }

  @Override
  public Boolean xor(Boolean a, Boolean b) {
    return a.booleanValue() != b.booleanValue();
  }

  @Override
  public Boolean not(Boolean a) {
    return !a;
  }

  @Override
  public Boolean scalar(double value) {
    throw new IllegalArgumentException(
        "the scalar " + value + " is a double, the element type is BOOL; write 0 or 1");
  }

  @Override
  public Boolean scalar(long value) {
    if (value != 0 && value != 1) {
      throw new ArithmeticException("the scalar " + value + " does not fit BOOL; write 0 or 1");
    }
    return value == 1;
  }

  @Override
  public Boolean cast(Object element) {
    return switch (element) {
      case Float f -> f != 0f;
      case Double d -> d != 0.0;
      case Integer i -> i != 0;
      case Long l -> l != 0L;
      case Boolean b -> b;
      default -> throw new IllegalArgumentException("no element: " + element.getClass());
    };
  }
}
