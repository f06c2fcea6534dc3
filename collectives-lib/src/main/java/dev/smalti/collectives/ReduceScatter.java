package dev.smalti.collectives;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * Reduce-scatter in place: each rank has its segment of the combination of what all ranks have. The
 * segment of rank r is from {@code count * r / ranks} to {@code count * (r + 1) / ranks}. When a
 * rank returns, no peer reads its windows any more. A signal has at least one cell a rank, see
 * {@link Credits}.
 */
public final class ReduceScatter {
  private ReduceScatter() {}

  /** As {@link #mesh}. */
  @Inline
  public static <T extends DType> void auto(Window<T> data, Signal signal, @Const Reduce op) {
    mesh(data, signal, op);
  }

  /** As {@link #mesh}. */
  @Inline
  public static <T extends DType> void canonical(Window<T> data, Signal signal, @Const Reduce op) {
    mesh(data, signal, op);
  }

  /**
   * Every rank combines its segment, in the order of the ranks. Other segments are left as they
   * are.
   */
  @Inline
  public static <T extends DType> void mesh(Window<T> data, Signal signal, @Const Reduce op) {
    int count = data.dim(0);
    int from = start(count, data.ranks(), data.rank());
    int end = start(count, data.ranks(), data.rank() + 1);
    combine(data, signal, op, from, end);
  }

  /** The share of one of several cores, as {@link #mesh}. */
  @Inline
  public static <T extends DType> void auto(
      Window<T> data, Signal signal, @Const Reduce op, int core, int cores) {
    mesh(data, signal, op, core, cores);
  }

  /** The share of one of several cores, as {@link #mesh}. */
  @Inline
  public static <T extends DType> void canonical(
      Window<T> data, Signal signal, @Const Reduce op, int core, int cores) {
    mesh(data, signal, op, core, cores);
  }

  /** The share of one of several cores: some elements of the segment. */
  @Inline
  public static <T extends DType> void mesh(
      Window<T> data, Signal signal, @Const Reduce op, int core, int cores) {
    int count = data.dim(0);
    int from = start(count, data.ranks(), data.rank());
    int n = start(count, data.ranks(), data.rank() + 1) - from;
    int first = from + Pieces.start(n, cores, core);
    int last = from + Pieces.start(n, cores, core + 1);
    combine(data, signal, op, first, last);
  }

  /** Combines some elements of the segment. */
  @Inline
  private static <T extends DType> void combine(
      Window<T> data, Signal signal, @Const Reduce op, int from, int end) {
    Credits.meet(signal);
    for (int first : range(from, end, Pieces.PIECE)) {
      Window<T> piece = data.slice(at(first), shape(Math.min(Pieces.PIECE, end - first)));
      piece.store(Pieces.combined(piece, op));
    }
    Credits.meet(signal);
  }

  /**
   * The segments go around the ring, where each rank combines what came with what it has; that of
   * rank r starts at rank r + 1 and ends at rank r. Other segments hold partial results afterwards.
   */
  @Inline
  public static <T extends DType> void ring(Window<T> data, Signal signal, @Const Reduce op) {
    int me = data.rank();
    int ranks = data.ranks();
    int count = data.dim(0);
    int left = (me + ranks - 1) % ranks;
    int right = (me + 1) % ranks;
    if (ranks > 1) {
      for (int step : range(ranks - 1)) {
        Credits.give(signal, right);
        Credits.take(signal, left);
        int segment = (me + 2 * ranks - step - 2) % ranks;
        int from = start(count, ranks, segment);
        int n = start(count, ranks, segment + 1) - from;
        if (n > 0) {
          Pieces.prepend(data.slice(at(from), shape(n)), left, op);
        }
      }
      Credits.give(signal, left); // It may write again: this rank has read what it needs.
      Credits.take(signal, right);
    }
  }

  @Inline
  private static int start(int count, int ranks, int rank) {
    return (int) ((long) count * rank / ranks);
  }
}
