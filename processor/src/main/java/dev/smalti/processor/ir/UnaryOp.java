package dev.smalti.processor.ir;

/** An element-wise function of one tile. */
public enum UnaryOp {
  NEG,
  ABS,
  EXP,
  LOG,
  SQRT,
  RSQRT,
  RECIP,
  /** Of a mask. */
  NOT
}
