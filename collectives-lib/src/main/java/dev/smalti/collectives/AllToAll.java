package dev.smalti.collectives;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * All-to-all: part s of the target on rank r is part r of the input on rank s. When a rank returns,
 * no peer writes to its target any more. A signal has at least one cell a rank, see {@link
 * Credits}.
 */
public final class AllToAll {
  private AllToAll() {}

  /** As {@link #mesh}. */
  @Inline
  public static <T extends DType> void auto(Window<T> target, Tensor<T> input, Signal signal) {
    mesh(target, input, signal);
  }

  /** Every rank copies its parts to all, its own first and then those of the ranks behind it. */
  @Inline
  public static <T extends DType> void mesh(Window<T> target, Tensor<T> input, Signal signal) {
    int me = target.rank();
    int ranks = target.ranks();
    int part = target.dim(0) / ranks;
    Credits.meet(signal);
    if (part > 0) {
      Window<T> slot = target.slice(at((long) me * part), shape(part));
      for (int step : range(ranks)) {
        int peer = (me + step) % ranks;
        Pieces.push(slot, peer, input.slice(at((long) peer * part), shape(part)));
      }
    }
    Credits.meet(signal);
  }
}
