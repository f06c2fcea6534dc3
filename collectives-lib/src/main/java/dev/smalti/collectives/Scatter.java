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
    int part = target.dim(0);
    Window<T> slot = input.slice(at((long) target.rank() * part), shape(part));
    if (target.rank() == root) {
      for (int peer : range(target.ranks())) {
        if (peer != root) {
          Credits.give(signal, peer);
        }
      }
      Pieces.copy(target, slot);
      for (int peer : range(target.ranks())) {
        if (peer != root) {
          Credits.take(signal, peer);
        }
      }
    } else {
      Credits.take(signal, root);
      Pieces.pull(target, slot, root);
      Credits.give(signal, root);
    }
  }
}
