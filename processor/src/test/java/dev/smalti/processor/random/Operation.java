package dev.smalti.processor.random;

import dev.smalti.processor.ir.Element;
import java.util.Set;

/**
 * An operation of the language, and how to write it.
 *
 * @param name as counted
 * @param elements the types that have it
 * @param surroundings where it may stand, and which operands it may have
 * @param recipe writes it
 */
record Operation(String name, Set<Element> elements, Set<Surrounding> surroundings, Recipe recipe) {
  /** Writes an operation. */
  @FunctionalInterface
  interface Recipe {
    /**
     * Writes it into a body, with statements or as a tile that the body keeps.
     *
     * @param stretched whether an operand is stretched
     */
    void write(Body body, Element element, boolean stretched);
  }
}
