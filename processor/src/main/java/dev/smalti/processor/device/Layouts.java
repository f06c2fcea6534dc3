package dev.smalti.processor.device;

import dev.smalti.processor.ir.Element;
import java.util.OptionalLong;

/** How many bytes a tile takes in each memory of a device. */
record Layouts(Device device) {
  /**
   * The shape of a tile in numbers.
   *
   * @param element what it holds
   * @param rows at least 1
   * @param columns at least 1
   */
  record Shape(Element element, long rows, long columns) {
    long rowBytes() {
      return lengthOfRow() * element.bytes();
    }

    /** A column lies in memory as a row does. */
    long lengthOfRow() {
      return columns == 1 ? rows : columns;
    }

    private long numberOfRows() {
      return columns == 1 ? 1 : rows;
    }

    Shape transposed() {
      return new Shape(element, columns, rows);
    }

    @Override
    public String toString() {
      return "[" + rows + ", " + columns + "]";
    }
  }

  /** Row after row, a column as one row, every row in whole blocks. */
  long vec(Shape tile) {
    return tile.numberOfRows() * FirstFit.roundUp(tile.rowBytes(), Device.ROW);
  }

  /** In blocks; a single row stays flat. */
  long mat(Shape tile) {
    return tile.rows() == 1
        ? FirstFit.roundUp(tile.columns() * tile.element().bytes(), Device.ROW)
        : factor(tile);
  }

  /** In blocks: rows in sixteens, columns in sixteens and in blocks of 32 bytes. */
  long factor(Shape tile) {
    long rows = FirstFit.roundUp(tile.rows(), Device.FRACTAL);
    long columns = FirstFit.roundUp(tile.columns(), columnUnit(tile.element()));
    return rows * columns * tile.element().bytes();
  }

  long acc(Shape tile) {
    long rows = FirstFit.roundUp(tile.rows(), device.accumulatorRows(tile.element()));
    return rows * FirstFit.roundUp(tile.columns(), Device.FRACTAL) * tile.element().bytes();
  }

  long bias(Shape tile) {
    return tile.columns() * tile.element().bytes();
  }

  private static int columnUnit(Element element) {
    return Math.max(Device.FRACTAL, Device.ROW / element.bytes());
  }

  /**
   * How deep the slices of two factors are that go through a product one after the other; empty if
   * both fit as they are, or if there are none that fit.
   *
   * @param left {@code [M, K]}
   * @param right {@code [K, N]}
   */
  OptionalLong slice(Shape left, Shape right) {
    long depth = left.columns();
    if (fits(left, right, depth) || depth % Device.FRACTAL != 0) {
      return OptionalLong.empty();
    }
    int unit = columnUnit(left.element());
    for (long slice = depth - depth % unit; slice > 0; slice -= unit) {
      if (depth % slice == 0 && fits(left, right, slice)) {
        return OptionalLong.of(slice);
      }
    }
    return OptionalLong.empty();
  }

  private boolean fits(Shape left, Shape right, long depth) {
    return factor(new Shape(left.element(), left.rows(), depth)) <= device.capacity(Space.LEFT)
        && factor(new Shape(right.element(), depth, right.columns()))
            <= device.capacity(Space.RIGHT);
  }
}
