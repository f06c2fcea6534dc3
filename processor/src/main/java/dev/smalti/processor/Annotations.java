package dev.smalti.processor;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.TypeElement;

/** The annotations that make a method one of ours. */
final class Annotations {
  /** Those of the planes. */
  static final Set<String> NAMES =
      Collections.unmodifiableSet(
          new LinkedHashSet<>(
              List.of(
                  "dev.smalti.lang.InCore",
                  "dev.smalti.lang.Jit",
                  "dev.smalti.lang.Host",
                  "dev.smalti.lang.Inline")));

  /**
   * What is claimed: all annotations of the language. Javac warns of annotations in a signature
   * that no processor claims.
   */
  static final Set<String> CLAIMED = Set.of("dev.smalti.lang.*");

  private Annotations() {}

  /** Whether a round has something for us. */
  static boolean arePresent(Set<? extends TypeElement> annotations) {
    return annotations.stream()
        .anyMatch(present -> NAMES.contains(present.getQualifiedName().toString()));
  }
}
