package dev.smalti.processor.ir.run;

import java.util.function.Function;

/** A check failed; the statement that is running adds where. */
final class Violation extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final String inWorld;

  Violation(String text) {
    this(text, text);
  }

  private Violation(String text, String inWorld) {
    super(text);
    this.inWorld = inWorld;
  }

  /**
   * One about memory, which has a name in the function and one in the program.
   *
   * @param text the words with a name
   */
  static Violation of(String local, String allocated, Function<String, String> text) {
    return new Violation(text.apply(local), text.apply(allocated));
  }

  /** The text that names memory as the program does. */
  String inWorld() {
    return inWorld;
  }
}
