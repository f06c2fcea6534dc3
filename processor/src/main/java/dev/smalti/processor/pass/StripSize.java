package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Dim;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How many rows or columns are a strip.
 *
 * @param step so many
 * @param divides whether the last strip is as large as the others
 */
record StripSize(Dim step, boolean divides) {
  /** Elements of a strip: a few strips stay in the first cache. */
  static final int ELEMENTS = 8192;

  /** Where there are products, a strip has more: they are faster the more rows they have. */
  private static final int MORE_FOR_PRODUCTS = 4;

  /** Columns come in whole vectors and cache lines. */
  private static final int COLUMNS = 32;

  /**
   * The size for statements that are taken apart; empty if even the least strip is too large.
   *
   * @param most elements of a strip
   */
  static Optional<StripSize> of(StripSplit split, int most, ExtentBounds bounds) {
    int elements = split.hasProducts() ? MORE_FOR_PRODUCTS * most : most;
    int columns = Math.min(COLUMNS, most);
    Dim across = split.across(bounds);
    Dim step;
    if (across.constant().isPresent()) {
      long fitting = elements / across.constant().getAsLong();
      if (split.axis() == StripAxis.ROWS) {
        step = Dim.of(Math.max(1, fitting));
      } else if (fitting < columns) {
        return Optional.empty();
      } else {
        step = Dim.of(fitting / columns * columns);
      }
    } else if (split.axis() == StripAxis.ROWS) {
      step = rowsOf(across, elements);
    } else if (bounds.isAtMost(across, rowsOf(split.extent(), most))) {
      step = Dim.of(elements);
    } else {
      return Optional.empty();
    }
    OptionalLong whole = split.extent().constant();
    OptionalLong by = step.constant();
    if (whole.isPresent() && by.isPresent()) {
      if (whole.getAsLong() <= by.getAsLong()) {
        return Optional.empty(); // One strip would be all.
      }
      return Optional.of(new StripSize(step, whole.getAsLong() % by.getAsLong() == 0));
    }
    return Optional.of(new StripSize(step, step.isConstant(1)));
  }

  /** As many rows as there is room for, and one where there is room for less. */
  private static Dim rowsOf(Dim columns, long elements) {
    return Dim.of(elements).dividedBy(columns).max(Dim.ONE);
  }
}
