package dev.smalti.processor.emit;

import dev.smalti.processor.hint.Hints;
import dev.smalti.processor.hint.Places;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Span;
import dev.smalti.processor.message.Code;

/**
 * Hints about the code of one method. It is written once for each form of the tensors; the same
 * hint twice counts once.
 */
final class LoopHints {
  private final Hints hints;
  private Span at;

  /**
   * For one method.
   *
   * @param hints takes them
   * @param kernel where it is declared
   */
  LoopHints(Hints hints, Span kernel) {
    this.hints = hints;
    this.at = kernel;
  }

  /** What follows is about a statement. */
  void at(Origin statement) {
    at = Places.operation(statement);
  }

  /** Its loop is one of plain Java. */
  void notInVectors(String why) {
    hints.add(Code.NOT_IN_VECTORS, at, "this loop is not written in vectors: " + why);
  }

  /** What follows a product is a loop of plain Java. */
  void notInVectorsAfterProduct(String why) {
    hints.add(
        Code.NOT_IN_VECTORS, at, "what follows the product is not written in vectors: " + why);
  }

  /** Data goes through scratch. */
  void staged(String what, String why) {
    hints.add(Code.STAGED, at, what + ": " + why);
  }

  /** A tile is copied before the loop. */
  void copied(String what, String why) {
    hints.add(Code.COPIED, at, what + ": " + why);
  }

  /** What starts with a statement is a method of its own. */
  void split(Origin statement) {
    hints.add(
        Code.SPLIT,
        statement.first(),
        "the code goes on in a method of its own here: HotSpot does not compile a long one well");
  }
}
