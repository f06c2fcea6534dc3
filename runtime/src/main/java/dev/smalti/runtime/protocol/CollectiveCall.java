package dev.smalti.runtime.protocol;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A collective as one rank calls it.
 *
 * @param name the method, {@code allReduce}
 * @param operator by what it combines, {@code SUM}; empty if it does not
 * @param asked the algorithm that the call names, or how it is chosen: {@code AUTO} or {@code
 *     CANONICAL}
 * @param algorithm the one that is carried out; empty as long as none is chosen
 * @param element the type of the elements; empty for a barrier
 * @param elements how many there are; {@link #UNKNOWN} if that depends on data, 0 for a barrier
 * @param root the root; {@link #UNKNOWN} if it has none
 * @param signal the cells that it uses
 * @param memory the window that it is called on, then its input if that is a window too; empty for
 *     a barrier, and if it depends on data where they lie
 */
public record CollectiveCall(
    String name,
    String operator,
    String asked,
    String algorithm,
    String element,
    long elements,
    int root,
    Part signal,
    List<Part> memory) {
  /** In place of a number. */
  public static final int UNKNOWN = -1;

  private static final String IN_PAIRS = "sendReceive";

  /** Those of which there are two forms. */
  private static final Set<String> IN_PLACE = Set.of("allReduce", "reduceScatter");

  /**
   * Part of a window or signal.
   *
   * @param name of the whole
   * @param boxes its elements, in the axes of the whole
   */
  public record Part(String name, List<Box> boxes) {
    /** Copies the list. */
    public Part {
      boxes = List.copyOf(boxes);
    }
  }

  /** Copies the list. */
  public CollectiveCall {
    memory = List.copyOf(memory);
  }

  /** Whether all ranks of a domain take part in it; the others concern pairs. */
  boolean isCompared() {
    return !name.equals(IN_PAIRS);
  }

  /** Whether the algorithm is chosen and not named. */
  boolean isChosen() {
    return asked.equals("AUTO") || asked.equals("CANONICAL");
  }

  /** The same by an algorithm. */
  CollectiveCall by(String chosen) {
    return new CollectiveCall(
        name, operator, asked, chosen, element, elements, root, signal, memory);
  }

  /**
   * In words.
   *
   * @return such as {@code allReduce SUM of 65,536 F32 in place: AUTO chose TWO_PHASE}
   */
  @Override
  public String toString() {
    return what() + (isChosen() ? ": " + asked + " chose " : " by ") + algorithm;
  }

  /** {@code allReduce SUM of 65,536 F32 in place}. */
  String what() {
    StringBuilder text = new StringBuilder(name);
    if (!operator.isEmpty()) {
      text.append(' ').append(operator);
    }
    if (!element.isEmpty()) {
      text.append(" of ");
      text.append(elements == UNKNOWN ? "" : String.format(Locale.ROOT, "%,d ", elements));
      text.append(element);
    }
    if (memory.size() == 1 && IN_PLACE.contains(name)) {
      text.append(" in place");
    }
    if (root != UNKNOWN) {
      text.append(" with root ").append(root);
    }
    return text.toString();
  }
}
