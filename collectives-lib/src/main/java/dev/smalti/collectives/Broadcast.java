package dev.smalti.collectives;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * Broadcast: on every rank, what the root has. When a rank returns, no peer reads its window any
 * more, so the root may write the next data at once. A signal has at least one cell a rank, see
 * {@link Credits}.
 */
public final class Broadcast {
  private Broadcast() {}

  /** By the size and the number of ranks. */
  @Inline
  public static <T extends DType> void auto(Window<T> data, Signal signal, int root) {
    if (data.ranks() > AutoLimits.RECEIVING_RANKS && data.dim(0) <= AutoLimits.RECEIVED_ELEMENTS) {
      tree(data, signal, root);
    } else {
      mesh(data, signal, root);
    }
  }

  /** Every rank copies from the root. */
  @Inline
  public static <T extends DType> void mesh(Window<T> data, Signal signal, int root) {
    if (data.rank() == root) {
      for (int peer : range(data.ranks())) {
        if (peer != root) {
          Credits.give(signal, peer);
        }
      }
      for (int peer : range(data.ranks())) {
        if (peer != root) {
          Credits.take(signal, peer);
        }
      }
    } else {
      Credits.take(signal, root);
      Pieces.pull(data, data, root);
      Credits.give(signal, root);
    }
  }

  /** Along a binomial tree: every rank copies from its parent. */
  @Inline
  public static <T extends DType> void tree(Window<T> data, Signal signal, int root) {
    int ranks = data.ranks();
    int number = (data.rank() + ranks - root) % ranks;
    int distance = 1;
    while (distance < ranks && number / distance % 2 == 0) {
      distance *= 2;
    }
    down(data, signal, root, distance);
  }

  /**
   * Along two binary trees, each for one half of the data, in chunks: see {@link TwoTrees}. A rank
   * copies a chunk while those above it are at later ones.
   */
  @Inline
  public static <T extends DType> void doubleTree(Window<T> data, Signal signal, int root) {
    for (int chunk : range(TwoTrees.chunks(data.dim(0)))) {
      TwoTrees.down(data, signal, root, chunk);
    }
    TwoTrees.releaseAbove(signal, root);
  }

  /**
   * The way down a binomial tree. Ranks are numbered from the root on.
   *
   * @param root at the top
   * @param distance to the parent: the lowest bit of the number; of the root, a power of two that
   *     is not below the number of ranks
   */
  @Inline
  static <T extends DType> void down(Window<T> data, Signal signal, int root, int distance) {
    int ranks = data.ranks();
    int number = (data.rank() + ranks - root) % ranks;
    if (number > 0) {
      int parent = (data.rank() + ranks - distance) % ranks;
      Credits.take(signal, parent);
      Pieces.pull(data, data, parent);
      Credits.give(signal, parent);
    }
    int half = distance / 2;
    while (half > 0) {
      if (number + half < ranks) {
        Credits.give(signal, (data.rank() + half) % ranks);
      }
      half /= 2;
    }
    half = distance / 2;
    while (half > 0) {
      if (number + half < ranks) {
        Credits.take(signal, (data.rank() + half) % ranks);
      }
      half /= 2;
    }
  }
}
