package dev.smalti.processor.ir.run;

/** An unknown value decides what happens next. Thrown often, so it has no stack trace. */
final class DataDependence extends RuntimeException {
  private static final long serialVersionUID = 1;

  DataDependence(Unknown unknown) {
    super(unknown.reason(), null, false, false);
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}
