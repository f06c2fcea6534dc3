package dev.smalti.runtime;

import dev.smalti.lang.Compare;
import dev.smalti.lang.spi.Site;
import java.util.function.BooleanSupplier;

/**
 * What a rank waits for while other tasks of its may run.
 *
 * @param cells the signal
 * @param rank whose cell, a device
 * @param cell which
 * @param relation how it is compared
 * @param value with what
 * @param site where in the user's source
 */
record CellWait(SharedCells cells, int rank, int cell, Compare relation, int value, Site site)
    implements BooleanSupplier {
  @Override
  public boolean getAsBoolean() {
    return relation.holds(cells.now(rank, cell), value);
  }

  Stop.Waiting stop() {
    return cells.stop(rank, cell, relation, value, site);
  }
}
