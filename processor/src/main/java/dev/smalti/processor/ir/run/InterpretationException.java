package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.Origin;

/** A function did what the language forbids. The message has the place, the values and the rank. */
public class InterpretationException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Origin origin;
  private final String inWorld;

  InterpretationException(Origin origin, String text) {
    this(origin, text, text);
  }

  /**
   * As above.
   *
   * @param inWorld the text without the rank, and with the names that the program has for memory
   */
  InterpretationException(Origin origin, String text, String inWorld) {
    super(origin.first() + ": " + text);
    this.origin = origin;
    this.inWorld = inWorld;
  }

  /** Where in the user's source. */
  public Origin origin() {
    return origin;
  }

  String inWorld() {
    return inWorld;
  }
}
