package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Update;
import java.util.List;

/** Where the value of a tile goes. */
sealed interface Destination {
  /**
   * A local that exists, or that a declaration of its type in front makes.
   *
   * @param tile the local
   * @param declared whether a single element is declared here
   */
  record ToLocal(TileLocal tile, boolean declared) implements Destination {}

  /**
   * A box of memory.
   *
   * @param memory which
   * @param offsets one an axis
   * @param update whether elements are replaced or added to
   */
  record ToMemory(Memory memory, List<Scalar> offsets, Update update) implements Destination {}
}
