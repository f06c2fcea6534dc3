package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.Origin;

/** What a rank communicates from here on cannot be told. */
final class UndeterminedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Origin origin;
  private final String reason;

  UndeterminedException(Origin origin, String reason) {
    super(origin.first() + ": " + reason, null, false, false);
    this.origin = origin;
    this.reason = reason;
  }

  Origin origin() {
    return origin;
  }

  String reason() {
    return reason;
  }
}
