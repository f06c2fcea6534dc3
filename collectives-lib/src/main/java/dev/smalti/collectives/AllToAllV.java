package dev.smalti.collectives;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.lang.Smalti.I32;

/**
 * All-to-all of parts of which some rows are sent: row {@code s * m + k} of the target on rank r is
 * row {@code r * m + k} of the input on rank s, for k below the count that rank s gives for rank r.
 * Only those rows are moved. When a rank returns, no peer writes to its target any more. A signal
 * has at least one cell a rank, see {@link Credits}.
 */
public final class AllToAllV {
  private AllToAllV() {}

  /** As {@link #mesh}. */
  @Inline
  public static <T extends DType> void auto(
      Window<T> target, Tensor<T> input, Signal signal, Tensor<I32> counts, Window<I32> received) {
    mesh(target, input, signal, counts, received);
  }

  /** Every rank copies to all, its own rows first and then those for the ranks behind it. */
  @Inline
  public static <T extends DType> void mesh(
      Window<T> target, Tensor<T> input, Signal signal, Tensor<I32> counts, Window<I32> received) {
    int me = target.rank();
    int ranks = target.ranks();
    int most = target.dim(0) / ranks;
    Credits.meet(signal);
    for (int step : range(ranks)) {
      int peer = (me + step) % ranks;
      int rows = Math.min(Math.max(counts.readInt(at(peer)), 0), most);
      received.remoteStore(peer, Tile.fill(I32, shape(1, 1), rows), at(me));
      if (rows > 0) {
        Pieces.push(target.rows(me * most, rows), peer, input.rows(peer * most, rows));
      }
    }
    Credits.meet(signal);
  }
}
