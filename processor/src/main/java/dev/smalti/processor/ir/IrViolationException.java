package dev.smalti.processor.ir;

import java.util.List;
import java.util.stream.Collectors;

/** A function breaks what the intermediate representation promises: the compiler is wrong. */
public final class IrViolationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Violation> violations;

  IrViolationException(FunctionId id, String when, List<Violation> violations) {
    super(
        violations.stream()
            .map(Violation::toString)
            .collect(
                Collectors.joining(
                    "\n  ",
                    id + (when.isEmpty() ? "" : " " + when) + " is not well-formed\n  ",
                    "")));
    this.violations = violations;
  }

  /** What is wrong, in the order of the function. */
  public List<Violation> violations() {
    return violations;
  }
}
