package dev.smalti.processor.ir;

/** The plane of a function. */
public enum FunctionKind {
  HOST,
  JIT,
  INCORE,
  INLINE
}
