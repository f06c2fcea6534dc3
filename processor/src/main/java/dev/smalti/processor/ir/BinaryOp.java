package dev.smalti.processor.ir;

/** A known element-wise function of two tiles. */
public enum BinaryOp implements BinaryOperator {
  ADD,
  SUB,
  MUL,
  DIV,
  /** What a division that truncates leaves. */
  REM,
  /** What a division that rounds down leaves. */
  MOD,
  MAX,
  MIN,
  /** Of two masks, or of the bits of integers. */
  AND,
  /** Of two masks, or of the bits of integers. */
  OR,
  /** Of two masks, or of the bits of integers. */
  XOR,
  SHL,
  /** The sign follows. */
  SHR,
  /** Zeros follow. */
  USHR;

  /** Whether an integer 0 on the right is an error. */
  public boolean divides() {
    return this == DIV || this == REM || this == MOD;
  }
}
