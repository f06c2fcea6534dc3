package dev.smalti.collectives;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * Gather: on the root, what all ranks have, that of rank 0 first. When a rank returns, its target
 * is complete, and its input can be written. A signal has at least one cell a rank, see {@link
 * Credits}.
 */
public final class Gather {
  private Gather() {}

  /** As {@link #mesh}. */
  @Inline
  public static <T extends DType> void auto(
      Window<T> target, Tensor<T> input, Signal signal, int root) {
    mesh(target, input, signal, root);
  }

  /** Every rank copies its input to the root, when the root is there. */
  @Inline
  public static <T extends DType> void mesh(
      Window<T> target, Tensor<T> input, Signal signal, int root) {
    move(target, input, signal, root, 0, input.dim(0));
  }

  /** The share of one of several cores, as {@link #mesh}. */
  @Inline
  public static <T extends DType> void auto(
      Window<T> target, Tensor<T> input, Signal signal, int root, int core, int cores) {
    mesh(target, input, signal, root, core, cores);
  }

  /** The share of one of several cores. */
  @Inline
  public static <T extends DType> void mesh(
      Window<T> target, Tensor<T> input, Signal signal, int root, int core, int cores) {
    int from = Pieces.start(input.dim(0), cores, core);
    int n = Pieces.start(input.dim(0), cores, core + 1) - from;
    if (n > 0) {
      move(target, input, signal, root, from, n);
    }
  }

  /** Copies some elements of each input. */
  @Inline
  private static <T extends DType> void move(
      Window<T> target, Tensor<T> input, Signal signal, int root, int from, int n) {
    Window<T> slot = target.slice(at((long) target.rank() * input.dim(0) + from), shape(n));
    Tensor<T> given = input.slice(at(from), shape(n));
    if (target.rank() == root) {
      for (int peer : range(target.ranks())) {
        if (peer != root) {
          Credits.give(signal, peer);
        }
      }
      Pieces.copy(slot, given);
      for (int peer : range(target.ranks())) {
        if (peer != root) {
          Credits.take(signal, peer);
        }
      }
    } else {
      Credits.take(signal, root);
      Pieces.push(slot, root, given);
      Credits.give(signal, root);
    }
  }
}
