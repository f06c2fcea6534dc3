package dev.smalti.lang.spi;

import java.util.List;
import java.util.Locale;

/**
 * Where the definition of a collective is: {@code data.allReduce(..., TWO_PHASE)} is the public
 * method {@code twoPhase} of the class {@code AllReduce} of the collectives artefact.
 */
public final class CollectiveNames {
  /** The artefact that has them. */
  public static final String ARTEFACT = "dev.smalti:collectives-lib";

  /** The package of the definitions, with a dot. */
  public static final String PACKAGE = "dev.smalti.collectives.";

  /** The algorithms that combine in the order of the ranks, where they combine. */
  public static final List<String> ORDERED = List.of("MESH", "TWO_PHASE");

  private CollectiveNames() {}

  /**
   * The class of a collective.
   *
   * @param collective the method of a window or signal that is called
   * @param inPlace whether it is given no input
   * @return the qualified name
   */
  public static String owner(String collective, boolean inPlace) {
    String name = collective.substring(0, 1).toUpperCase(Locale.ROOT) + collective.substring(1);
    return PACKAGE
        + switch (name) {
          case "Reduce" -> "ReduceToRoot"; // The short name is that of the operators.
          case "AllReduce", "ReduceScatter" -> inPlace ? name : name + "Into";
          default -> name;
        };
  }

  /**
   * The option that a method of such a class stands for.
   *
   * @param method {@code twoPhase}
   * @return {@code TWO_PHASE}
   */
  public static String option(String method) {
    return method.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
  }
}
