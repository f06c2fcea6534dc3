package dev.smalti.processor.ir.run;

/** A check failed; the statement that is running adds where. */
final class Violation extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  Violation(String text) {
    super(text);
  }
}
