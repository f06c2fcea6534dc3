package dev.smalti.processor.ir;

/** A comparison of two elements, or of a cell and a wanted value. */
public enum Relation {
  EQ,
  NE,
  LT,
  LE,
  GT,
  GE
}
