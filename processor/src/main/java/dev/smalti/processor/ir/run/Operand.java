package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.Element;

/** A tile whose elements are computed when they are asked for. */
record Operand(Element element, TileBox box, Elements elements) {
  /** The element at a position of the valid box. */
  @FunctionalInterface
  interface Elements {
    Object at(int row, int column);
  }

  /** The element that meets a position of a box this one is stretched to. */
  Object at(int row, int column) {
    return elements.at(box.rows() == 1 ? 0 : row, box.columns() == 1 ? 0 : column);
  }

  /** Computes every element once, row by row. */
  TileValue value() {
    ElementArray values = ElementArray.zeros(element, box.count());
    int next = 0;
    for (int row = 0; row < box.validRows(); row++) {
      for (int column = 0; column < box.validColumns(); column++) {
        values.set(next++, elements.at(row, column));
      }
    }
    return new TileValue(box, values);
  }
}
