package dev.smalti.lang.reference;

/** Elements of floats of 16 bits: the operation of {@code F32}, whose result is rounded again. */
enum HalfArithmetic implements Arithmetic<Float> {
  F16 {
    @Override
    float nearest(float value) {
      return Halves.f16(value);
    }
  },
  BF16 {
    @Override
    float nearest(float value) {
      return Halves.bf16(value);
    }
  };

  private static final Arithmetic<Float> WIDE = FloatArithmetic.F32;

  /** The nearest element, of two equally near the even one. */
  abstract float nearest(float value);

  @Override
  public Float add(Float a, Float b) {
    return nearest(WIDE.add(a, b));
  }

  @Override
  public Float sub(Float a, Float b) {
    return nearest(WIDE.sub(a, b));
  }

  @Override
  public Float mul(Float a, Float b) {
    return nearest(WIDE.mul(a, b));
  }

  @Override
  public Float div(Float a, Float b) {
    return nearest(WIDE.div(a, b));
  }

  @Override
  public Float rem(Float a, Float b) {
    return nearest(WIDE.rem(a, b));
  }

  @Override
  public Float mod(Float a, Float b) {
    return nearest(WIDE.mod(a, b));
  }

  @Override
  public Float max(Float a, Float b) {
    return nearest(WIDE.max(a, b));
  }

  @Override
  public Float min(Float a, Float b) {
    return nearest(WIDE.min(a, b));
  }

  @Override
  public Float fma(Float a, Float b, Float c) {
    return nearest(WIDE.fma(a, b, c));
  }

  @Override
  public Float exp(Float a) {
    return nearest(WIDE.exp(a));
  }

  @Override
  public Float log(Float a) {
    return nearest(WIDE.log(a));
  }

  @Override
  public Float sqrt(Float a) {
    return nearest(WIDE.sqrt(a));
  }

  @Override
  public Float rsqrt(Float a) {
    return nearest(WIDE.rsqrt(a));
  }

  @Override
  public Float recip(Float a) {
    return nearest(WIDE.recip(a));
  }

  @Override
  public Float sin(Float a) {
    return nearest(WIDE.sin(a));
  }

  @Override
  public Float cos(Float a) {
    return nearest(WIDE.cos(a));
  }

  @Override
  public Float tanh(Float a) {
    return nearest(WIDE.tanh(a));
  }

  @Override
  public Float sigmoid(Float a) {
    return nearest(WIDE.sigmoid(a));
  }

  @Override
  public Float erf(Float a) {
    return nearest(WIDE.erf(a));
  }

  @Override
  public Float gelu(Float a) {
    return nearest(WIDE.gelu(a));
  }

  @Override
  public Float geluTanh(Float a) {
    return nearest(WIDE.geluTanh(a));
  }

  @Override
  public Float floor(Float a) {
    return nearest(WIDE.floor(a));
  }

  @Override
  public Float ceil(Float a) {
    return nearest(WIDE.ceil(a));
  }

  @Override
  public Float rint(Float a) {
    return nearest(WIDE.rint(a));
  }

  @Override
  public Float round(Float a) {
    return nearest(WIDE.round(a));
  }

  @Override
  public Float trunc(Float a) {
    return nearest(WIDE.trunc(a));
  }

  @Override
  public Float sign(Float a) {
    return nearest(WIDE.sign(a));
  }

  @Override
  public Float abs(Float a) {
    return nearest(WIDE.abs(a));
  }

  @Override
  public Float neg(Float a) {
    return nearest(WIDE.neg(a));
  }

  @Override
  public boolean lt(Float a, Float b) {
    return WIDE.lt(a, b);
  }

  @Override
  public boolean le(Float a, Float b) {
    return WIDE.le(a, b);
  }

  @Override
  public boolean gt(Float a, Float b) {
    return WIDE.gt(a, b);
  }

  @Override
  public boolean ge(Float a, Float b) {
    return WIDE.ge(a, b);
  }

  @Override
  public boolean eq(Float a, Float b) {
    return WIDE.eq(a, b);
  }

  @Override
  public Float scalar(double value) {
    return nearest(Halves.odd(value));
  }

  @Override
  public Float scalar(long value) {
    return nearest(Halves.odd(value));
  }

  @Override
  public Float cast(Object element) {
    return switch (element) {
      case Double d -> scalar(d.doubleValue());
      case Integer i -> scalar(i.longValue());
      case Long l -> scalar(l.longValue());
      default -> nearest(WIDE.cast(element));
    };
  }
}
