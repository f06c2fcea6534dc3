package dev.smalti.processor.ir;

import java.util.List;
import java.util.Optional;

/** What a rank says of a collective, for its trace; nothing is done. */
public sealed interface Announcement {
  /**
   * The rank takes part in a collective: the steps of its protocol follow.
   *
   * @param collective the method that is called, {@code allReduce}
   * @param operator by what it combines, {@code SUM}; empty if it does not
   * @param algorithm the one that is asked for, {@code RING}, or how it is chosen, {@code AUTO}
   * @param signal its signal
   * @param memory what it is called on, and its input if that is a window too; a barrier has none
   * @param root its root, if it has one
   */
  record Begins(
      String collective,
      String operator,
      String algorithm,
      Place signal,
      List<Place> memory,
      Optional<Scalar> root)
      implements Announcement {
    public Begins {
      memory = List.copyOf(memory);
    }

    /** The name of the element type; empty for a barrier. */
    public String elementName() {
      return memory.isEmpty() || !(memory.getFirst().type() instanceof TensorType type)
          ? ""
          : type.element().toString();
    }
  }

  /**
   * The algorithm of the collective that began last is chosen.
   *
   * @param algorithm {@code TWO_PHASE}
   */
  record Chooses(String algorithm) implements Announcement {}

  /** The collective that began last is complete, as far as the rank is concerned. */
  record Completes() implements Announcement {}
}
