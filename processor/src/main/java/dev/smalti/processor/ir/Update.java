package dev.smalti.processor.ir;

/** How memory or a cell takes a new value. */
public enum Update {
  SET,
  ADD
}
