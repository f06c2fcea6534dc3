package dev.smalti.processor;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What a report needs to say when the compiler itself fails. */
final class Failure {
  private static final int FRAMES = 8;

  private Failure() {}

  /** {@code "the compiler failed on Ring.step: java.lang.IllegalStateException: ... at ..."}. */
  static String describe(String where, Throwable failure) {
    String frames =
        Arrays.stream(failure.getStackTrace())
            .limit(FRAMES)
            .map(frame -> "  at " + frame)
            .collect(Collectors.joining("\n"));
    return "the compiler failed on %s: %s\n%s\n  JDK %s"
        .formatted(where, failure, frames, Runtime.version());
  }
}
