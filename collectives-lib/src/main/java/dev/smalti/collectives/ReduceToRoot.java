package dev.smalti.collectives;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * Reduce: on the root, each element becomes the combination of that element on all ranks. When a
 * rank returns, no peer reads its window any more. A signal has at least one cell a rank, see
 * {@link Credits}.
 */
public final class ReduceToRoot {
  private ReduceToRoot() {}

  /** As {@link #mesh}. */
  @Inline
  public static <T extends DType> void auto(
      Window<T> data, Signal signal, @Const Reduce op, int root) {
    mesh(data, signal, op, root);
  }

  /** As {@link #mesh}. */
  @Inline
  public static <T extends DType> void canonical(
      Window<T> data, Signal signal, @Const Reduce op, int root) {
    mesh(data, signal, op, root);
  }

  /** The root combines what all ranks have, in their order. The others are left as they are. */
  @Inline
  public static <T extends DType> void mesh(
      Window<T> data, Signal signal, @Const Reduce op, int root) {
    if (data.rank() == root) {
      int count = data.dim(0);
      for (int peer : range(data.ranks())) {
        if (peer != root) {
          Credits.take(signal, peer);
        }
      }
      for (int from : range(0, count, Pieces.PIECE)) {
        Window<T> piece = data.slice(at(from), shape(Math.min(Pieces.PIECE, count - from)));
        piece.store(Pieces.combined(piece, op));
      }
      for (int peer : range(data.ranks())) {
        if (peer != root) {
          Credits.give(signal, peer);
        }
      }
    } else {
      Credits.give(signal, root);
      Credits.take(signal, root);
    }
  }

  /**
   * Along a binomial tree, where each rank combines what it has with what its children have, the
   * nearest first. Ranks are numbered from the root on, and combined in that order. The others hold
   * partial results afterwards.
   */
  @Inline
  public static <T extends DType> void tree(
      Window<T> data, Signal signal, @Const Reduce op, int root) {
    int ranks = data.ranks();
    int number = (data.rank() + ranks - root) % ranks;
    int distance = 1;
    while (distance < ranks && number / distance % 2 == 0) {
      if (number + distance < ranks) {
        int child = (data.rank() + distance) % ranks;
        Credits.take(signal, child);
        Pieces.append(data, child, op);
        Credits.give(signal, child); // It may write again.
      }
      distance *= 2;
    }
    if (number > 0) {
      int parent = (data.rank() + ranks - distance) % ranks;
      Credits.give(signal, parent);
      Credits.take(signal, parent);
    }
  }

  /**
   * Along two binary trees, each for one half of the data, in chunks: see {@link TwoTrees}. Ranks
   * are numbered from the root on, and combined as rank 0 combines in an all-reduce. The others
   * hold partial results afterwards.
   */
  @Inline
  public static <T extends DType> void doubleTree(
      Window<T> data, Signal signal, @Const Reduce op, int root) {
    for (int chunk : range(TwoTrees.chunks(data.dim(0)))) {
      TwoTrees.up(data, signal, op, root, chunk);
    }
    TwoTrees.releaseBelow(signal, root);
  }
}
