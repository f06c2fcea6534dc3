package dev.smalti.processor.random;

import dev.smalti.processor.ir.Element;

/**
 * A tile, as an expression.
 *
 * @param text written once, since it may be long
 */
record Value(String text, Element element, Box box) {
  /** A method is called on it that gives a tile of the same type and shape. */
  Value then(String call) {
    return new Value(text + "." + call, element, box);
  }

  Value as(Element other, String call) {
    return new Value(text + "." + call, other, box);
  }

  Value in(Box other, String call) {
    return new Value(text + "." + call, element, other);
  }
}
