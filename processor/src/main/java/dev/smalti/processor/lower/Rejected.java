package dev.smalti.processor.lower;

/** What is being read is wrong and that was reported; the statement around it is left out. */
final class Rejected extends RuntimeException {
  private static final long serialVersionUID = 1;

  Rejected() {
    super("", null, false, false);
  }
}
