package dev.smalti.collectives;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** How data is cut: into a segment for each rank, and into pieces that stay in a core's cache. */
final class Pieces {
  /** Elements of a piece: 16 KiB of floats. */
  static final int PIECE = 4096;

  /** Segments begin at multiples of this, so that ranks write to cache lines of their own. */
  private static final int LINE = 16;

  /** Ranks that are combined in one pass, with what was combined before. */
  private static final int AT_ONCE = 3;

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

  /** Combines what a peer has, on the left, with what this rank has and another peer has. */
  @Inline
  static <T extends DType> void enclose(Window<T> data, int left, int right, @Const Reduce op) {
    int count = data.dim(0);
    for (int from : range(0, count, PIECE)) {
      int n = Math.min(PIECE, count - from);
      Window<T> piece = data.slice(at(from), shape(n));
      Tile<T> two = piece.remoteLoad(left).combine(piece.load(), op);
      piece.store(two.combine(piece.remoteLoad(right), op));
    }
  }

  /**
   * What all ranks have, combined in the order of the ranks: three of them at a time, which saves
   * two thirds of the ways to memory for what is combined so far.
   */
  @Inline
  static <T extends DType> Tile<T> combined(Window<T> piece, @Const Reduce op) {
    int ranks = piece.ranks();
    int odd = (ranks - 1) % AT_ONCE;
    Tile<T> sum = piece.remoteLoad(0);
    if (odd > 0) {
      sum = sum.combine(piece.remoteLoad(1), op);
    }
    if (odd > 1) {
      sum = sum.combine(piece.remoteLoad(2), op);
    }
    for (int peer : range(1 + odd, ranks, AT_ONCE)) {
      Tile<T> two = sum.combine(piece.remoteLoad(peer), op).combine(piece.remoteLoad(peer + 1), op);
      sum = two.combine(piece.remoteLoad(peer + 2), op);
    }
    return sum;
  }

  /**
   * Combines what all ranks have, in the order of the ranks, and leaves it at rank 0: in the window
   * itself, three ranks at a time, so that nothing is kept elsewhere. For a piece that nobody else
   * touches.
   */
  @Inline
  static <T extends DType> void combineAtFirst(Window<T> piece, @Const Reduce op) {
    int ranks = piece.ranks();
    int odd = (ranks - 1) % AT_ONCE;
    if (odd == 1) {
      piece.remoteStore(0, piece.remoteLoad(0).combine(piece.remoteLoad(1), op));
    } else if (odd == 2) {
      Tile<T> two = piece.remoteLoad(0).combine(piece.remoteLoad(1), op);
      piece.remoteStore(0, two.combine(piece.remoteLoad(2), op));
    }
    for (int peer : range(1 + odd, ranks, AT_ONCE)) {
      Tile<T> one = piece.remoteLoad(0).combine(piece.remoteLoad(peer), op);
      Tile<T> two = one.combine(piece.remoteLoad(peer + 1), op);
      piece.remoteStore(0, two.combine(piece.remoteLoad(peer + 2), op));
    }
  }

  /** What all ranks have, combined in the order of the ranks, in another window of this rank. */
  @Inline
  static <T extends DType> void combineInto(Window<T> target, Window<T> input, @Const Reduce op) {
    int ranks = input.ranks();
    int odd = (ranks - 1) % AT_ONCE;
    int done = 1 + odd;
    if (ranks == 1) {
      target.store(input.load());
    } else if (odd == 1) {
      target.store(input.remoteLoad(0).combine(input.remoteLoad(1), op));
    } else if (odd == 2) {
      Tile<T> two = input.remoteLoad(0).combine(input.remoteLoad(1), op);
      target.store(two.combine(input.remoteLoad(2), op));
    } else {
      Tile<T> two = input.remoteLoad(0).combine(input.remoteLoad(1), op);
      target.store(two.combine(input.remoteLoad(2), op).combine(input.remoteLoad(3), op));
      done = 4;
    }
    for (int peer : range(done, ranks, AT_ONCE)) {
      Tile<T> two = target.load().combine(input.remoteLoad(peer), op);
      Tile<T> three = two.combine(input.remoteLoad(peer + 1), op);
      target.store(three.combine(input.remoteLoad(peer + 2), op));
    }
  }
}
