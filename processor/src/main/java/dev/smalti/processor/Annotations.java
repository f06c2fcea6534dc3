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
   * What is claimed: all annotations of the language, and the mark of generated classes. Javac
   * warns of annotations that no processor claims, also of those in generated classes.
   */
  static final Set<String> CLAIMED =
      Set.of("dev.smalti.lang.*", "javax.annotation.processing.Generated");

  private Annotations() {}

  /** Whether a round has something for us. */
  static boolean arePresent(Set<? extends TypeElement> annotations) {
    return annotations.stream()
        .anyMatch(present -> NAMES.contains(present.getQualifiedName().toString()));
  }
}
