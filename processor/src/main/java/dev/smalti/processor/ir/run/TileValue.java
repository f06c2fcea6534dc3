package dev.smalti.processor.ir.run;

/** A tile that was computed: the elements of its valid box, row-major. Never changed. */
record TileValue(TileBox box, ElementArray elements) {
  Object at(int row, int column) {
    return elements.get(row * (int) box.validColumns() + column);
  }
}
