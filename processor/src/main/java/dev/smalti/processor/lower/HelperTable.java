package dev.smalti.processor.lower;

import java.util.Optional;
import javax.lang.model.element.TypeElement;

/** The helpers of classes that are only class files. */
public interface HelperTable {
  /** None anywhere. */
  HelperTable NONE = _ -> Optional.empty();

  /** The helpers of a class; empty if it carries none that can be read. */
  Optional<HelperForm> find(TypeElement owner);

  /** Told that what a class carries is no Java that this compiler reads. */
  default void refuse(TypeElement owner) {}
}
