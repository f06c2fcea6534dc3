package dev.smalti.collectives;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * Scatter: on every rank, its part of what the root has, that of rank 0 first. When the root
 * returns, its input can be written. A signal has at least one cell a rank, see {@link Credits}.
 */
public final class Scatter {
  private Scatter() {}

  /** As {@link #mesh}. */
  @Inline
  public static <T extends DType> void auto(
      Window<T> target, Window<T> input, Signal signal, int root) {
    mesh(target, input, signal, root);
  }

  /** Every rank copies its part from the root. */
  @Inline
  public static <T extends DType> void mesh(
      Window<T> target, Window<T> input, Signal signal, int root) {
    move(target, input, signal, root, 0, target.dim(0));
  }

  /** The share of one of several cores, as {@link #mesh}. */
  @Inline
  public static <T extends DType> void auto(
      Window<T> target, Window<T> input, Signal signal, int root, int core, int cores) {
    mesh(target, input, signal, root, core, cores);
  }

  /** The share of one of several cores. */
  @Inline
  public static <T extends DType> void mesh(
      Window<T> target, Window<T> input, Signal signal, int root, int core, int cores) {
    int from = Pieces.start(target.dim(0), cores, core);
    int n = Pieces.start(target.dim(0), cores, core + 1) - from;
    if (n > 0) {
      move(target, input, signal, root, from, n);
    }
  }

  /** Copies some elements of each part. */
  @Inline
  private static <T extends DType> void move(
      Window<T> target, Window<T> input, Signal signal, int root, int from, int n) {
    Window<T> slot = input.slice(at((long) target.rank() * target.dim(0) + from), shape(n));
    Window<T> taken = target.slice(at(from), shape(n));
    if (target.rank() == root) {
      for (int peer : range(target.ranks())) {
        if (peer != root) {
          Credits.give(signal, peer);
        }
      }
      Pieces.copy(taken, slot);
      for (int peer : range(target.ranks())) {
        if (peer != root) {
          Credits.take(signal, peer);
        }
      }
    } else {
      Credits.take(signal, root);
      Pieces.pull(taken, slot, root);
      Credits.give(signal, root);
    }
  }
}
