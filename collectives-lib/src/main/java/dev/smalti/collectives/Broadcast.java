package dev.smalti.collectives;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * Broadcast: on every rank, what the root has. When a rank returns, no peer reads its window any
 * more, so the root may write the next data at once. A signal has at least one cell a rank, see
 * {@link Credits}.
 */
public final class Broadcast {
  /**
   * So many elements every rank copies alone by mesh, 16 KiB of floats: to share the work takes a
   * credit more of each, and one more to each.
   */
  static final int ALONE = 4096;

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

  /**
   * Every rank copies from the root. Of more than {@link #ALONE} elements the root helps, which
   * would wait otherwise: it copies the first segment to each of them when that rank has come,
   * while it copies the others. So all ranks copy as much.
   */
  @Inline
  public static <T extends DType> void mesh(Window<T> data, Signal signal, int root) {
    int count = data.dim(0);
    int first = count > ALONE ? Pieces.start(count, data.ranks(), 1) : 0;
    if (data.rank() == root) {
      giveAll(signal, root);
      if (first > 0) {
        for (int peer : range(data.ranks())) {
          if (peer != root) {
            Credits.take(signal, peer);
            Window<T> segment = data.slice(at(0), shape(first));
            Pieces.push(segment, peer, segment);
            Credits.give(signal, peer);
          }
        }
      }
      takeAll(signal, root);
    } else if (first > 0) {
      Credits.give(signal, root);
      Credits.take(signal, root);
      Window<T> others = data.slice(at(first), shape(count - first));
      Pieces.pull(others, others, root);
      Credits.give(signal, root);
      Credits.take(signal, root);
    } else {
      Credits.take(signal, root);
      Pieces.pull(data, data, root);
      Credits.give(signal, root);
    }
  }

  /** A credit to every peer. */
  @Inline
  private static void giveAll(Signal signal, int me) {
    for (int peer : range(signal.ranks())) {
      if (peer != me) {
        Credits.give(signal, peer);
      }
    }
  }

  /** A credit of every peer. */
  @Inline
  private static void takeAll(Signal signal, int me) {
    for (int peer : range(signal.ranks())) {
      if (peer != me) {
        Credits.take(signal, peer);
      }
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
