package dev.smalti.processor.ir;

/** What a function does with a parameter's memory; on a window, with this rank's own instance. */
public enum Direction {
  IN,
  OUT,
  INOUT
}
