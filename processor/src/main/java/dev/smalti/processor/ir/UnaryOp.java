package dev.smalti.processor.ir;

/** An element-wise function of one tile. */
public enum UnaryOp {
  NEG,
  ABS,
  /** -1, 0 or 1. */
  SIGN,
  EXP,
  LOG,
  SIN,
  COS,
  TANH,
  SIGMOID,
  ERF,
  GELU,
  GELU_TANH,
  SQRT,
  RSQRT,
  RECIP,
  FLOOR,
  CEIL,
  /** To the nearest, ties to even. */
  RINT,
  /** To the nearest, ties away from 0. */
  ROUND,
  TRUNC,
  /** Of a mask, or of the bits of integers. */
  NOT;

  /** Whether it is a sequence of steps, much longer than one instruction. */
  public boolean isElementary() {
    return switch (this) {
      case EXP, LOG, SIN, COS, TANH, SIGMOID, ERF, GELU, GELU_TANH -> true;
      case NEG, ABS, SIGN, SQRT, RSQRT, RECIP, FLOOR, CEIL, RINT, ROUND, TRUNC, NOT -> false;
    };
  }
}
