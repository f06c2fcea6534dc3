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
    Credits.meet(signal);
    pushAll(target, input, 0, target.dim(0) / target.ranks());
    Credits.meet(signal);
  }

  /** The share of one of several cores, as {@link #mesh}. */
  @Inline
  public static <T extends DType> void auto(
      Window<T> target, Tensor<T> input, Signal signal, int core, int cores) {
    mesh(target, input, signal, core, cores);
  }

  /** The share of one of several cores: some elements of each part. */
  @Inline
  public static <T extends DType> void mesh(
      Window<T> target, Tensor<T> input, Signal signal, int core, int cores) {
    int part = target.dim(0) / target.ranks();
    int from = Pieces.start(part, cores, core);
    Credits.meet(signal);
    pushAll(target, input, from, Pieces.start(part, cores, core + 1) - from);
    Credits.meet(signal);
  }

  /** Copies some elements of each part to its rank. */
  @Inline
  private static <T extends DType> void pushAll(
      Window<T> target, Tensor<T> input, int from, int n) {
    int me = target.rank();
    int ranks = target.ranks();
    int part = target.dim(0) / ranks;
    if (n > 0) {
      Window<T> slot = target.slice(at((long) me * part + from), shape(n));
      for (int step : range(ranks)) {
        int peer = (me + step) % ranks;
        Pieces.push(slot, peer, input.slice(at((long) peer * part + from), shape(n)));
      }
    }
  }
}
