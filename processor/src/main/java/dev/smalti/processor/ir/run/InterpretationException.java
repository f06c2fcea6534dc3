package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.Origin;

/** A function did what the language forbids. The message has the place, the values and the rank. */
public class InterpretationException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Origin origin;

  InterpretationException(Origin origin, String text) {
    super(origin.first() + ": " + text);
    this.origin = origin;
  }

  /** Where in the user's source. */
  public Origin origin() {
    return origin;
  }
}
