package dev.smalti.lang.reference;

/** Elements of {@code F32}, computed in float. */
enum FloatArithmetic implements Arithmetic<Float> {
  F32;

  @Override
  public Float add(Float a, Float b) {
    return a + b;
  }

  @Override
  public Float sub(Float a, Float b) {
    return a - b;
  }

  @Override
  public Float mul(Float a, Float b) {
    return a * b;
  }

  @Override
  public Float div(Float a, Float b) {
    return a / b;
  }

  @Override
  public Float max(Float a, Float b) {
    return Math.max(a, b);
  }

  @Override
  public Float min(Float a, Float b) {
    return Math.min(a, b);
  }

  @Override
  public Float abs(Float a) {
    return Math.abs(a);
  }

  @Override
  public Float neg(Float a) {
    return -a;
  }

  @Override
  public boolean lt(Float a, Float b) {
    return a < b;
  }

  @Override
  public boolean le(Float a, Float b) {
    return a <= b;
  }

  @Override
  public boolean gt(Float a, Float b) {
    return a > b;
  }

  @Override
  public boolean ge(Float a, Float b) {
    return a >= b;
  }

  @Override
  public boolean eq(Float a, Float b) {
    return a.floatValue() == b.floatValue();
  }

  @Override
  public Float cast(Object element) {
    return switch (element) {
      case Float f -> f;
      case Double d -> (float) d.doubleValue();
      case Integer i -> (float) i.intValue();
      case Long l -> (float) l.longValue();
      case Boolean b -> b ? 1f : 0f;
      default -> throw new IllegalArgumentException("no element: " + element.getClass());
    };
  }

  @Override
  public Float multiplyAdd(Float a, Float b, Float sum) {
    return Math.fma(a, b, sum);
  }

  @Override
  public Float fma(Float a, Float b, Float c) {
    return Math.fma(a, b, c);
  }

  @Override
  public Float exp(Float a) {
    return Exponential.exp(a.floatValue());
  }

  @Override
  public Float log(Float a) {
    return Logarithm.log(a.floatValue());
  }

  @Override
  public Float sqrt(Float a) {
    return (float) Math.sqrt(a);
  }

  @Override
  public Float rsqrt(Float a) {
    return 1 / (float) Math.sqrt(a);
  }

  @Override
  public Float recip(Float a) {
    return 1 / a;
  }

  @Override
  public Float sin(Float a) {
    return Trigonometry.sin(a.floatValue());
  }

  @Override
  public Float cos(Float a) {
    return Trigonometry.cos(a.floatValue());
  }

  @Override
  public Float tanh(Float a) {
    return HyperbolicTangent.tanh(a.floatValue());
  }

  @Override
  public Float sigmoid(Float a) {
    return HyperbolicTangent.sigmoid(a.floatValue());
  }

  @Override
  public Float erf(Float a) {
    return ErrorFunction.erf(a.floatValue());
  }

  @Override
  public Float gelu(Float a) {
    return ErrorFunction.gelu(a.floatValue());
  }

  @Override
  public Float geluTanh(Float a) {
    return ErrorFunction.geluTanh(a.floatValue());
  }

  @Override
  public Float floor(Float a) {
    return (float) Math.floor(a);
  }

  @Override
  public Float ceil(Float a) {
    return (float) Math.ceil(a);
  }

  @Override
  public Float rint(Float a) {
    return (float) Math.rint(a);
  }

  @Override
  public Float round(Float a) {
    return (float) Rounding.round(a);
  }

  @Override
  public Float trunc(Float a) {
    return (float) Rounding.trunc(a);
  }

  @Override
  public Float sign(Float a) {
    return Math.signum(a);
  }

  @Override
  public Float rem(Float a, Float b) {
    return a % b;
  }

  @Override
  public Float mod(Float a, Float b) {
    float rest = a % b;
    return rest != 0 && rest < 0 != b < 0 ? rest + b : rest;
  }

  @Override
  public Float scalar(double value) {
    return (float) value;
  }

  @Override
  public Float scalar(long value) {
    return (float) value;
  }
}
