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

  /** About how much code it becomes, where one instruction counts 1. */
  public int weight() {
    return switch (this) {
      case EXP, LOG, SIGMOID -> 12;
      case SIN, COS, TANH, ERF, GELU, GELU_TANH -> 24;
      case FLOOR, CEIL, RINT, ROUND, TRUNC -> 4;
      case NEG, ABS, SIGN, SQRT, RSQRT, RECIP, NOT -> 1;
    };
  }
}
