package dev.smalti.collectives;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * All-reduce from a window into another: on every rank, each element becomes the combination of
 * that element of the input on all ranks. The input is left as it is. A signal has at least one
 * cell a rank, see {@link Credits}.
 *
 * <p>When a rank returns, no peer reads or writes its windows any more.
 */
public final class AllReduceInto {
  private AllReduceInto() {}

  /** By the size and the number of ranks. */
  @Inline
  public static <T extends DType> void auto(
      Window<T> target, Window<T> input, Signal signal, @Const Reduce op) {
    if (target.ranks() > AutoLimits.REDUCING_RANKS) {
      tree(target, input, signal, op);
    } else if (target.dim(0) <= AutoLimits.FEW_ELEMENTS) {
      mesh(target, input, signal, op);
    } else {
      twoPhase(target, input, signal, op);
    }
  }

  /** The best of those that combine in the order of the ranks. */
  @Inline
  public static <T extends DType> void canonical(
      Window<T> target, Window<T> input, Signal signal, @Const Reduce op) {
    if (target.dim(0) <= AutoLimits.FEW_ELEMENTS) {
      mesh(target, input, signal, op);
    } else {
      twoPhase(target, input, signal, op);
    }
  }

  /** Every rank combines what all ranks have, in the order of the ranks. */
  @Inline
  public static <T extends DType> void mesh(
      Window<T> target, Window<T> input, Signal signal, @Const Reduce op) {
    int count = target.dim(0);
    Credits.meet(signal);
    for (int from : range(0, count, Pieces.PIECE)) {
      int n = Math.min(Pieces.PIECE, count - from);
      Pieces.combineInto(target.slice(at(from), shape(n)), input.slice(at(from), shape(n)), op);
    }
    Credits.meet(signal);
  }

  /** Every rank combines its segment, in the order of the ranks, and stores it on all of them. */
  @Inline
  public static <T extends DType> void twoPhase(
      Window<T> target, Window<T> input, Signal signal, @Const Reduce op) {
    int ranks = target.ranks();
    int first = Pieces.start(target.dim(0), ranks, target.rank());
    int last = Pieces.start(target.dim(0), ranks, target.rank() + 1);
    Credits.meet(signal);
    for (int from : range(first, last, Pieces.PIECE)) {
      int n = Math.min(Pieces.PIECE, last - from);
      Window<T> piece = target.slice(at(from), shape(n));
      Pieces.combineInto(piece, input.slice(at(from), shape(n)), op);
      for (int peer : range(ranks)) {
        if (peer != target.rank()) {
          piece.put(peer, piece);
        }
      }
    }
    Credits.meet(signal);
  }

  /** The input is copied, then as in place. */
  @Inline
  public static <T extends DType> void ring(
      Window<T> target, Window<T> input, Signal signal, @Const Reduce op) {
    Pieces.copy(target, input);
    AllReduce.ring(target, signal, op);
  }

  /** The input is copied, then as in place. */
  @Inline
  public static <T extends DType> void recursiveDoubling(
      Window<T> target, Window<T> input, Signal signal, @Const Reduce op) {
    Pieces.copy(target, input);
    AllReduce.recursiveDoubling(target, signal, op);
  }

  /** The input is copied, then as in place. */
  @Inline
  public static <T extends DType> void rabenseifner(
      Window<T> target, Window<T> input, Signal signal, @Const Reduce op) {
    Pieces.copy(target, input);
    AllReduce.rabenseifner(target, signal, op);
  }

  /** The input is copied, then as in place. */
  @Inline
  public static <T extends DType> void tree(
      Window<T> target, Window<T> input, Signal signal, @Const Reduce op) {
    Pieces.copy(target, input);
    AllReduce.tree(target, signal, op);
  }

  /** The input is copied, then as in place. */
  @Inline
  public static <T extends DType> void doubleTree(
      Window<T> target, Window<T> input, Signal signal, @Const Reduce op) {
    Pieces.copy(target, input);
    AllReduce.doubleTree(target, signal, op);
  }

  /** The input is copied, then as in place. */
  @Inline
  public static <T extends DType> void hierarchical(
      Window<T> target, Window<T> input, Signal signal, @Const Reduce op) {
    Pieces.copy(target, input);
    AllReduce.hierarchical(target, signal, op);
  }
}
