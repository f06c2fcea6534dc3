package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Relation;
import java.util.List;

/**
 * A wait that does not end.
 *
 * @param rank who waits
 * @param origin where in the user's source
 * @param signal the name of the signal
 * @param cell the indices of the cell in the whole signal
 * @param relation what it waits for
 * @param wanted the number it compares with
 * @param held the number in the cell
 */
public record BlockedRank(
    int rank,
    Origin origin,
    String signal,
    List<Long> cell,
    Relation relation,
    int wanted,
    int held) {
  public BlockedRank {
    cell = List.copyOf(cell);
  }

  @Override
  public String toString() {
    return "rank %d waits at %s for %s%s %s %d, holds %d"
        .formatted(rank, origin.first(), signal, cell, symbol(relation), wanted, held);
  }

  private static String symbol(Relation relation) {
    return switch (relation) {
      case EQ -> "==";
      case NE -> "!=";
      case LT -> "<";
      case LE -> "<=";
      case GT -> ">";
      case GE -> ">=";
    };
  }
}
