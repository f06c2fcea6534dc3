package dev.smalti.collectives;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * Reduce-scatter from a window into another: the target of rank r becomes the combination of part r
 * of the inputs of all ranks. The input is left as it is. When a rank returns, no peer reads its
 * input any more. A signal has at least one cell a rank, see {@link Credits}.
 */
public final class ReduceScatterInto {
  private ReduceScatterInto() {}

  /** As {@link #mesh}. */
  @Inline
  public static <T extends DType> void auto(
      Window<T> target, Window<T> input, Signal signal, @Const Reduce op) {
    mesh(target, input, signal, op);
  }

  /** As {@link #mesh}. */
  @Inline
  public static <T extends DType> void canonical(
      Window<T> target, Window<T> input, Signal signal, @Const Reduce op) {
    mesh(target, input, signal, op);
  }

  /** Every rank combines its part of the inputs, in the order of the ranks. */
  @Inline
  public static <T extends DType> void mesh(
      Window<T> target, Window<T> input, Signal signal, @Const Reduce op) {
    combine(target, input, signal, op, 0, target.dim(0));
  }

  /** The share of one of several cores, as {@link #mesh}. */
  @Inline
  public static <T extends DType> void auto(
      Window<T> target, Window<T> input, Signal signal, @Const Reduce op, int core, int cores) {
    mesh(target, input, signal, op, core, cores);
  }

  /** The share of one of several cores, as {@link #mesh}. */
  @Inline
  public static <T extends DType> void canonical(
      Window<T> target, Window<T> input, Signal signal, @Const Reduce op, int core, int cores) {
    mesh(target, input, signal, op, core, cores);
  }

  /** The share of one of several cores. */
  @Inline
  public static <T extends DType> void mesh(
      Window<T> target, Window<T> input, Signal signal, @Const Reduce op, int core, int cores) {
    int first = Pieces.start(target.dim(0), cores, core);
    int last = Pieces.start(target.dim(0), cores, core + 1);
    combine(target, input, signal, op, first, last);
  }

  /** Combines some elements of the part. */
  @Inline
  private static <T extends DType> void combine(
      Window<T> target, Window<T> input, Signal signal, @Const Reduce op, int first, int last) {
    int part = target.dim(0);
    Credits.meet(signal);
    for (int from : range(first, last, Pieces.PIECE)) {
      int n = Math.min(Pieces.PIECE, last - from);
      Window<T> piece = input.slice(at((long) target.rank() * part + from), shape(n));
      Pieces.combineInto(target.slice(at(from), shape(n)), piece, op);
    }
    Credits.meet(signal);
  }
}
