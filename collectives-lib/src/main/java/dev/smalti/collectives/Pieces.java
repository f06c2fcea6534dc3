package dev.smalti.collectives;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** How data is cut: into a segment for each rank, and into pieces that stay in a core's cache. */
final class Pieces {
  /** Elements of a piece: 16 KiB of floats. */
  static final int PIECE = 4096;

  /** Segments begin at multiples of this, so that ranks write to cache lines of their own. */
  private static final int LINE = 16;

  private Pieces() {}

  /**
   * Where the segment of a rank begins; that of the next one is its end. Segments differ by one
   * line at most; the last ones may be empty.
   */
  @Inline
  static int start(int count, int ranks, int rank) {
    int lines = Math.ceilDiv(count, LINE);
    return (int) Math.min((long) lines * rank / ranks * LINE, count);
  }

  /** Copies what a peer has. */
  @Inline
  static <T extends DType> void pull(Window<T> target, Window<T> source, int peer) {
    source.get(peer, target);
  }

  /** Copies to a peer. */
  @Inline
  static <T extends DType> void push(Window<T> target, int peer, Tensor<T> source) {
    target.put(peer, source);
  }

  /** Copies within the rank. */
  @Inline
  static <T extends DType> void copy(Window<T> target, Tensor<T> source) {
    target.put(target.rank(), source);
  }

  /** Combines what a peer has, on the left, with what this rank has. */
  @Inline
  static <T extends DType> void prepend(Window<T> data, int peer, @Const Reduce op) {
    int count = data.dim(0);
    for (int from : range(0, count, PIECE)) {
      int n = Math.min(PIECE, count - from);
      Window<T> piece = data.slice(at(from), shape(n));
      piece.store(piece.remoteLoad(peer).combine(piece.load(), op));
    }
  }

  /** Combines what this rank has with what a peer has, on the right. */
  @Inline
  static <T extends DType> void append(Window<T> data, int peer, @Const Reduce op) {
    int count = data.dim(0);
    for (int from : range(0, count, PIECE)) {
      int n = Math.min(PIECE, count - from);
      Window<T> piece = data.slice(at(from), shape(n));
      piece.store(piece.load().combine(piece.remoteLoad(peer), op));
    }
  }

  /**
   * What all ranks have, combined in the order of the ranks: two of them at a time, which saves
   * half of the ways to memory for what is combined so far.
   */
  @Inline
  static <T extends DType> Tile<T> combined(Window<T> piece, @Const Reduce op) {
    int ranks = piece.ranks();
    Tile<T> sum = piece.remoteLoad(0);
    for (int peer : range(1, ranks - 1, 2)) {
      sum = sum.combine(piece.remoteLoad(peer), op).combine(piece.remoteLoad(peer + 1), op);
    }
    if (ranks % 2 == 0) {
      sum = sum.combine(piece.remoteLoad(ranks - 1), op);
    }
    return sum;
  }

  /**
   * Combines what all ranks have, in the order of the ranks, and leaves it at rank 0: in the window
   * itself, two ranks at a time, so that nothing is kept elsewhere. For a piece that nobody else
   * touches.
   */
  @Inline
  static <T extends DType> void combineAtFirst(Window<T> piece, @Const Reduce op) {
    int ranks = piece.ranks();
    for (int peer : range(1, ranks - 1, 2)) {
      Tile<T> sum = piece.remoteLoad(0).combine(piece.remoteLoad(peer), op);
      piece.remoteStore(0, sum.combine(piece.remoteLoad(peer + 1), op));
    }
    if (ranks % 2 == 0) {
      piece.remoteStore(0, piece.remoteLoad(0).combine(piece.remoteLoad(ranks - 1), op));
    }
  }

  /** What all ranks have, combined in the order of the ranks, in another window of this rank. */
  @Inline
  static <T extends DType> void combineInto(Window<T> target, Window<T> input, @Const Reduce op) {
    int ranks = input.ranks();
    if (ranks == 1) {
      target.store(input.load());
    } else {
      target.store(input.remoteLoad(0).combine(input.remoteLoad(1), op));
      for (int peer : range(2, ranks - 1, 2)) {
        Tile<T> sum = target.load().combine(input.remoteLoad(peer), op);
        target.store(sum.combine(input.remoteLoad(peer + 1), op));
      }
      if (ranks % 2 == 1) {
        target.store(target.load().combine(input.remoteLoad(ranks - 1), op));
      }
    }
  }
}
