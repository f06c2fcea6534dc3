package dev.smalti.runtime.protocol;

/**
 * Where a step of a trace stands in the user's source.
 *
 * @param file the simple name of the file; empty if it was not said
 * @param line the line
 * @param collective the collective that is called there, {@code allReduce}, if the step is part of
 *     one; else empty
 */
public record StepPlace(String file, int line, String collective) {
  /** Whether the step is part of a collective, and not written by hand. */
  boolean isInCollective() {
    return !collective.isEmpty();
  }

  /** {@code line 22}, where the file is spoken of, else with the file. */
  String text(String home) {
    return file.equals(home) || file.isEmpty() ? "line " + line : file + ":" + line;
  }

  /** {@code at line 22}, or {@code in allReduce at line 22}. */
  String at(String home) {
    return (isInCollective() ? "in " + collective + " at " : "at ") + text(home);
  }
}
