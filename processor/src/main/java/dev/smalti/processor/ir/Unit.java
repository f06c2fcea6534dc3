package dev.smalti.processor.ir;

import java.util.List;

/**
 * Functions that travel together, with the version of the form they are written in.
 *
 * @param version {@link #VERSION} for what this compiler writes
 */
public record Unit(int version, List<Function> functions) {
  /** What this compiler reads and writes. */
  public static final int VERSION = 1;

  public Unit {
    functions = List.copyOf(functions);
  }

  public static Unit of(Function... functions) {
    return new Unit(VERSION, List.of(functions));
  }
}
