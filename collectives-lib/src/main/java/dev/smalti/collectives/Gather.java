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
    int part = input.dim(0);
    Window<T> slot = target.slice(at((long) target.rank() * part), shape(part));
    if (target.rank() == root) {
      for (int peer : range(target.ranks())) {
        if (peer != root) {
          Credits.give(signal, peer);
        }
      }
      Pieces.copy(slot, input);
      for (int peer : range(target.ranks())) {
        if (peer != root) {
          Credits.take(signal, peer);
        }
      }
    } else {
      Credits.take(signal, root);
      Pieces.push(slot, root, input);
      Credits.give(signal, root);
    }
  }
}
