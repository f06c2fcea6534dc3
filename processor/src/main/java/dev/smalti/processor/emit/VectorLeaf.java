package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Element;

/** What a loop over a row reads, as its caller has it. */
sealed interface VectorLeaf {
  /**
   * Elements side by side.
   *
   * @param name for the parameters
   * @param element what they are
   * @param heap whether {@code data} is an array, otherwise a segment
   * @param data the array or segment
   * @param at where the row starts: an {@code int} in elements, or a {@code long} in bytes
   */
  record Row(String name, Element element, boolean heap, String data, Java at)
      implements VectorLeaf {
    String type() {
      return heap ? Primitives.component(element) + "[]" : Api.SEGMENT;
    }
  }

  /**
   * One value for the whole row.
   *
   * @param name for the parameter
   * @param element what it is
   * @param value the value
   * @param constant whether the value can stand in the loop's method as it is
   */
  record Lane(String name, Element element, Java value, boolean constant) implements VectorLeaf {}
}
