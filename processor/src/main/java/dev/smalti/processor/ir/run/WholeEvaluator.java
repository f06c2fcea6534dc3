package dev.smalti.processor.ir.run;

import dev.smalti.lang.reference.Philox;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Relation;
import dev.smalti.processor.ir.TileFunction;
import java.util.ArrayList;
import java.util.List;

/** Evaluates one function of whole tiles, whose operands are values by now. */
final class WholeEvaluator {
  private final Element element;
  private final TileBox box;
  private final List<Operand> operands;
  private final List<Object> scalars;

  /**
   * For one use.
   *
   * @param element of the result
   * @param box of the result
   * @param operands values
   * @param scalars numbers
   */
  WholeEvaluator(Element element, TileBox box, List<Operand> operands, List<Object> scalars) {
    this.element = element;
    this.box = box;
    this.operands = operands;
    this.scalars = scalars;
  }

  Operand of(TileFunction function) {
    return switch (function) {
      case ROW_ARG_MAX -> result((row, _) -> first(Relation.GT, rowOf(row)));
      case ROW_ARG_MIN -> result((row, _) -> first(Relation.LT, rowOf(row)));
      case COL_ARG_MAX -> result((_, column) -> first(Relation.GT, columnOf(column)));
      case COL_ARG_MIN -> result((_, column) -> first(Relation.LT, columnOf(column)));
      case ROW_ARG_TOP -> top();
      case TRANSPOSE -> result((row, column) -> element(0, column, row));
      case RESHAPE -> result((row, column) -> flat(row * box.columns() + column));
      case SLICE -> slice();
      case CONCAT -> concat();
      case ASSEMBLE -> assemble();
      case PAD -> pad();
      case NARROW -> narrow();
      case IOTA -> result((row, column) -> counted(row * box.columns() + column));
      case RANDOM -> result((row, column) -> random(row * box.columns() + column));
      case GATHER ->
          result((row, column) -> element(0, row, index(row, column, source().validColumns())));
      case GATHER_ROWS ->
          result((row, column) -> element(0, index(row, 0, source().validRows()), column));
      case SCATTER -> scatter(false);
      case SCATTER_ROWS -> scatter(true);
    };
  }

  private Operand result(Operand.Elements elements) {
    return new Operand(element, box, elements);
  }

  private TileBox source() {
    return operands.getFirst().box();
  }

  private Object element(int operand, long row, long column) {
    return operands.get(operand).elements().at((int) row, (int) column);
  }

  private long integer(int scalar) {
    return ((Number) scalars.get(scalar)).longValue();
  }

  private Object flat(long position) {
    return element(0, position / source().columns(), position % source().columns());
  }

  private Object counted(long position) {
    Object start = ElementMath.operand(element, scalars.getFirst());
    return element == Element.I32
        ? (Object) ((Integer) start + (int) position)
        : (Object) ((Long) start + position);
  }

  private Object random(long position) {
    return Philox.bits(integer(0), integer(1) + position / 4, (int) (position % 4));
  }

  // ---- places of elements

  private List<Object> rowOf(int row) {
    List<Object> elements = new ArrayList<>();
    for (int column = 0; column < source().validColumns(); column++) {
      elements.add(element(0, row, column));
    }
    return nonEmpty(elements);
  }

  private List<Object> columnOf(int column) {
    List<Object> elements = new ArrayList<>();
    for (int row = 0; row < source().validRows(); row++) {
      elements.add(element(0, row, column));
    }
    return nonEmpty(elements);
  }

  private List<Object> nonEmpty(List<Object> elements) {
    if (elements.isEmpty()) {
      throw new Violation("a reduction of " + source() + " has no element to start from");
    }
    return elements;
  }

  private Integer first(Relation relation, List<Object> elements) {
    int best = 0;
    for (int i = 1; i < elements.size(); i++) {
      if (comesBefore(relation, elements.get(i), elements.get(best))) {
        best = i;
      }
    }
    return best;
  }

  /** A number that is none comes before every one. */
  private boolean comesBefore(Relation relation, Object a, Object b) {
    Element of = operands.getFirst().element();
    return ElementMath.compare(relation, of, a, b)
        || ElementMath.compare(Relation.NE, of, a, a) && ElementMath.compare(Relation.EQ, of, b, b);
  }

  private Operand top() {
    if (box.columns() > source().validColumns()) {
      throw new Violation(
          "the %d greatest elements of rows of %d"
              .formatted(box.columns(), source().validColumns()));
    }
    return result((row, column) -> order(rowOf(row)).get(column));
  }

  private List<Integer> order(List<Object> elements) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < elements.size(); i++) {
      order.add(i);
    }
    order.sort(
        (i, j) ->
            comesBefore(Relation.GT, elements.get(i), elements.get(j))
                ? -1
                : comesBefore(Relation.GT, elements.get(j), elements.get(i)) ? 1 : i - j);
    return order;
  }

  // ---- boxes

  private void checkInside(TileBox inner, TileBox outer) {
    long row = integer(0);
    long column = integer(1);
    if (row < 0
        || column < 0
        || row + inner.validRows() > outer.validRows()
        || column + inner.validColumns() > outer.validColumns()) {
      throw new Violation(
          "the box %s at [%d, %d] leaves the tile %s".formatted(inner, row, column, outer));
    }
  }

  private Operand slice() {
    checkInside(box, source());
    return result((row, column) -> element(0, integer(0) + row, integer(1) + column));
  }

  private Operand assemble() {
    TileBox part = operands.get(1).box();
    checkInside(part, source());
    return result(
        (row, column) -> {
          long i = row - integer(0);
          long j = column - integer(1);
          boolean inside = i >= 0 && j >= 0 && i < part.validRows() && j < part.validColumns();
          return inside ? element(1, i, j) : element(0, row, column);
        });
  }

  private Operand concat() {
    long left = source().validColumns();
    return result(
        (row, column) -> column < left ? element(0, row, column) : element(1, row, column - left));
  }

  private Operand pad() {
    Object padding = ElementMath.operand(element, scalars.getFirst());
    if (source().validRows() > box.rows() || source().validColumns() > box.columns()) {
      throw new Violation("the tile %s is larger than %s".formatted(source(), box));
    }
    return result(
        (row, column) ->
            row < source().validRows() && column < source().validColumns()
                ? element(0, row, column)
                : padding);
  }

  private Operand narrow() {
    if (box.validRows() > source().validRows() || box.validColumns() > source().validColumns()) {
      throw new Violation("the tile %s is not as large as %s".formatted(source(), box));
    }
    return result((row, column) -> element(0, row, column));
  }

  // ---- by an index

  private long firstRow() {
    return scalars.isEmpty() ? 0 : integer(0);
  }

  private int index(int row, int column, long bound) {
    int index = (Integer) element(1, row, column);
    if (index < 0 || index >= bound) {
      throw new Violation(
          "element [%d, %d] of the index is %d, outside 0 to %d"
              .formatted(row + firstRow(), column, index, bound - 1));
    }
    return index;
  }

  /** The last one that writes an element wins. */
  private Operand scatter(boolean rows) {
    TileValue target = operands.getFirst().value();
    TileBox part = operands.get(2).box();
    for (int row = 0; row < part.validRows(); row++) {
      for (int column = 0; column < part.validColumns(); column++) {
        long i = rows ? index(row, 0, box.validRows()) : row;
        long j = rows ? column : index(row, column, box.validColumns());
        target.elements().set((int) (i * box.validColumns() + j), element(2, row, column));
      }
    }
    return result(target::at);
  }
}
