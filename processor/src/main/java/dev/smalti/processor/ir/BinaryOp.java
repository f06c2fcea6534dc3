package dev.smalti.processor.ir;

/** A known element-wise function of two tiles. */
public enum BinaryOp implements BinaryOperator {
  ADD,
  SUB,
  MUL,
  DIV,
  MAX,
  MIN,
  /** Of two masks. */
  AND,
  /** Of two masks. */
  OR
}
