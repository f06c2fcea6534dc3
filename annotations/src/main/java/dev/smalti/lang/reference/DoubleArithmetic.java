package dev.smalti.lang.reference;

/** Elements of {@code F64}, computed in double. */
enum DoubleArithmetic implements Arithmetic<Double> {
  F64;

  @Override
  public Double add(Double a, Double b) {
    return a + b;
  }

  @Override
  public Double sub(Double a, Double b) {
    return a - b;
  }

  @Override
  public Double mul(Double a, Double b) {
    return a * b;
  }

  @Override
  public Double div(Double a, Double b) {
    return a / b;
  }

  @Override
  public Double max(Double a, Double b) {
    return Math.max(a, b);
  }

  @Override
  public Double min(Double a, Double b) {
    return Math.min(a, b);
  }

  @Override
  public Double abs(Double a) {
    return Math.abs(a);
  }

  @Override
  public Double neg(Double a) {
    return -a;
  }

  @Override
  public boolean lt(Double a, Double b) {
    return a < b;
  }

  @Override
  public boolean le(Double a, Double b) {
    return a <= b;
  }

  @Override
  public boolean gt(Double a, Double b) {
    return a > b;
  }

  @Override
  public boolean ge(Double a, Double b) {
    return a >= b;
  }

  @Override
  public boolean eq(Double a, Double b) {
    return a.doubleValue() == b.doubleValue();
  }

  @Override
  public Double cast(Object element) {
    return switch (element) {
      case Float f -> f.doubleValue();
      case Double d -> d;
      case Integer i -> i.doubleValue();
      case Long l -> (double) l.longValue();
      case Boolean b -> b ? 1.0 : 0.0;
      default -> throw new IllegalArgumentException("no element: " + element.getClass());
    };
  }

  @Override
  public Double multiplyAdd(Double a, Double b, Double sum) {
    return Math.fma(a, b, sum);
  }

  @Override
  public Double fma(Double a, Double b, Double c) {
    return Math.fma(a, b, c);
  }

  @Override
  public Double exp(Double a) {
    return Exponential.exp(a.doubleValue());
  }

  @Override
  public Double log(Double a) {
    return Logarithm.log(a.doubleValue());
  }

  @Override
  public Double sqrt(Double a) {
    return Math.sqrt(a);
  }

  @Override
  public Double rsqrt(Double a) {
    return 1 / Math.sqrt(a);
  }

  @Override
  public Double recip(Double a) {
    return 1 / a;
  }

  @Override
  public Double sin(Double a) {
    return Trigonometry.sin(a.doubleValue());
  }

  @Override
  public Double cos(Double a) {
    return Trigonometry.cos(a.doubleValue());
  }

  @Override
  public Double tanh(Double a) {
    return HyperbolicTangent.tanh(a.doubleValue());
  }

  @Override
  public Double sigmoid(Double a) {
    return HyperbolicTangent.sigmoid(a.doubleValue());
  }

  @Override
  public Double erf(Double a) {
    return ErrorFunction.erf(a.doubleValue());
  }

  @Override
  public Double gelu(Double a) {
    return ErrorFunction.gelu(a.doubleValue());
  }

  @Override
  public Double geluTanh(Double a) {
    return ErrorFunction.geluTanh(a.doubleValue());
  }

  @Override
  public Double floor(Double a) {
    return Math.floor(a);
  }

  @Override
  public Double ceil(Double a) {
    return Math.ceil(a);
  }

  @Override
  public Double rint(Double a) {
    return Math.rint(a);
  }

  @Override
  public Double round(Double a) {
    return Rounding.round(a);
  }

  @Override
  public Double trunc(Double a) {
    return Rounding.trunc(a);
  }

  @Override
  public Double sign(Double a) {
    return Math.signum(a);
  }

  @Override
  public Double rem(Double a, Double b) {
    return a % b;
  }

  @Override
  public Double mod(Double a, Double b) {
    double rest = a % b;
    return rest != 0 && rest < 0 != b < 0 ? rest + b : rest;
  }

  @Override
  public Double scalar(double value) {
    return value;
  }

  @Override
  public Double scalar(long value) {
    return (double) value;
  }
}
