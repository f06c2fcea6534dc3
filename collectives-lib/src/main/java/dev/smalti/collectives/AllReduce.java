package dev.smalti.collectives;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * All-reduce in place: on every rank, each element becomes the combination of that element on all
 * ranks. A signal has at least one cell a rank, see {@link Credits}.
 *
 * <p>When a rank returns, no peer reads or writes its windows any more: it may write to them at
 * once, and call the next collective on them.
 */
public final class AllReduce {
  private AllReduce() {}

  /** By the size and the number of ranks. */
  @Inline
  public static <T extends DType> void auto(Window<T> data, Signal signal, @Const Reduce op) {
    if (data.ranks() > AutoLimits.REDUCING_RANKS) {
      tree(data, signal, op);
    } else if (data.dim(0) <= AutoLimits.FEW_ELEMENTS) {
      mesh(data, signal, op);
    } else {
      twoPhase(data, signal, op);
    }
  }

  /** The best of those that combine in the order of the ranks. */
  @Inline
  public static <T extends DType> void canonical(Window<T> data, Signal signal, @Const Reduce op) {
    if (data.dim(0) <= AutoLimits.FEW_ELEMENTS) {
      mesh(data, signal, op);
    } else {
      twoPhase(data, signal, op);
    }
  }

  /**
   * Every rank combines what all ranks have, piece by piece, in the order of the ranks. A piece is
   * written when all ranks have read it.
   */
  @Inline
  public static <T extends DType> void mesh(Window<T> data, Signal signal, @Const Reduce op) {
    int count = data.dim(0);
    Credits.meet(signal);
    for (int from : range(0, count, Pieces.PIECE)) {
      Window<T> piece = data.slice(at(from), shape(Math.min(Pieces.PIECE, count - from)));
      Tile<T> sum = Pieces.combined(piece, op);
      Credits.meet(signal);
      piece.store(sum);
    }
  }

  /**
   * Every rank combines its segment of what all ranks have, in the order of the ranks, and stores
   * the result on all of them. Nobody else touches that segment.
   */
  @Inline
  public static <T extends DType> void twoPhase(Window<T> data, Signal signal, @Const Reduce op) {
    int ranks = data.ranks();
    int first = Pieces.start(data.dim(0), ranks, data.rank());
    int last = Pieces.start(data.dim(0), ranks, data.rank() + 1);
    Credits.meet(signal);
    for (int from : range(first, last, Pieces.PIECE)) {
      Window<T> piece = data.slice(at(from), shape(Math.min(Pieces.PIECE, last - from)));
      Pieces.combineAtFirst(piece, op);
      for (int peer : range(1, ranks)) {
        piece.remoteStore(peer, piece.remoteLoad(0));
      }
    }
    Credits.meet(signal);
  }

  /**
   * Segment s starts at rank s and goes around the ring, where each rank combines what came with
   * what it has; then the results go around. So the order is s, s + 1, ..., s - 1. A rank signals
   * its neighbours only.
   */
  @Inline
  public static <T extends DType> void ring(Window<T> data, Signal signal, @Const Reduce op) {
    int me = data.rank();
    int ranks = data.ranks();
    int count = data.dim(0);
    int left = (me + ranks - 1) % ranks;
    int right = (me + 1) % ranks;
    if (ranks > 1) {
      for (int step : range(ranks - 1)) {
        Credits.give(signal, right);
        Credits.take(signal, left);
        int segment = (me + ranks - step - 1) % ranks;
        int from = Pieces.start(count, ranks, segment);
        int n = Pieces.start(count, ranks, segment + 1) - from;
        if (n > 0) {
          Pieces.prepend(data.slice(at(from), shape(n)), left, op);
        }
      }
      for (int step : range(ranks - 1)) {
        Credits.give(signal, right);
        Credits.take(signal, left);
        int segment = (me + ranks - step) % ranks;
        int from = Pieces.start(count, ranks, segment);
        int n = Pieces.start(count, ranks, segment + 1) - from;
        if (n > 0) {
          Window<T> part = data.slice(at(from), shape(n));
          Pieces.pull(part, part, left);
        }
      }
      Credits.give(signal, left); // It may write again: this rank has read what it needs.
      Credits.take(signal, right);
    }
  }

  /**
   * In step i a rank exchanges everything with the one whose number differs in bit i, and both
   * combine, the lower one's first. Of ranks beyond a power of two, each pair (2 i, 2 i + 1) is
   * combined before and stands for one. So neighbours are combined before those farther away.
   */
  @Inline
  public static <T extends DType> void recursiveDoubling(
      Window<T> data, Signal signal, @Const Reduce op) {
    int me = data.rank();
    int power = Powers.below(data.ranks());
    int rest = data.ranks() - power;
    if (Powers.isHandedOver(me, rest)) {
      handOver(data, signal);
    } else {
      takeOver(data, signal, rest, op);
      int number = Powers.number(me, rest);
      int distance = 1;
      while (distance < power) {
        exchange(data, signal, Powers.rank(number ^ distance, rest), op);
        distance *= 2;
      }
      handBack(data, signal, rest);
    }
  }

  /** Both become the combination, that of the lower rank first. */
  @Inline
  private static <T extends DType> void exchange(
      Window<T> data, Signal signal, int peer, @Const Reduce op) {
    int count = data.dim(0);
    Credits.give(signal, peer);
    Credits.take(signal, peer);
    for (int from : range(0, count, Pieces.PIECE)) {
      Window<T> piece = data.slice(at(from), shape(Math.min(Pieces.PIECE, count - from)));
      Tile<T> sum = piece.remoteLoad(peer);
      if (data.rank() < peer) {
        sum = piece.load().combine(sum, op);
      } else {
        sum = sum.combine(piece.load(), op);
      }
      Credits.give(signal, peer); // It may write: this rank has read the piece.
      Credits.take(signal, peer);
      piece.store(sum);
    }
  }

  /**
   * In each step a rank keeps half of what it had, combines its peer's with it, that of the lower
   * rank first, and leaves the other half to the peer; the distance to the peer is halved too. Then
   * back, where peers copy. Ranks beyond a power of two as in recursive doubling. So ranks far away
   * are combined first: of four ranks, (0 op 2) op (1 op 3).
   */
  @Inline
  public static <T extends DType> void rabenseifner(
      Window<T> data, Signal signal, @Const Reduce op) {
    int me = data.rank();
    int power = Powers.below(data.ranks());
    int rest = data.ranks() - power;
    if (Powers.isHandedOver(me, rest)) {
      handOver(data, signal);
    } else {
      takeOver(data, signal, rest, op);
      halve(data, signal, power, rest, op);
      doubleUp(data, signal, power, rest);
      handBack(data, signal, rest);
    }
  }

  /** Afterwards the segment of this rank's number is combined. */
  @Inline
  private static <T extends DType> void halve(
      Window<T> data, Signal signal, int power, int rest, @Const Reduce op) {
    int number = Powers.number(data.rank(), rest);
    int distance = power / 2;
    while (distance > 0) {
      int peer = Powers.rank(number ^ distance, rest);
      int first = number / distance * distance; // The half that is kept.
      int from = Pieces.start(data.dim(0), power, first);
      int n = Pieces.start(data.dim(0), power, first + distance) - from;
      Credits.give(signal, peer);
      Credits.take(signal, peer);
      if (n > 0) {
        if (data.rank() < peer) {
          Pieces.append(data.slice(at(from), shape(n)), peer, op);
        } else {
          Pieces.prepend(data.slice(at(from), shape(n)), peer, op);
        }
      }
      distance /= 2;
    }
  }

  /** Every rank copies what it lacks: first one segment, then two, and so on. */
  @Inline
  private static <T extends DType> void doubleUp(
      Window<T> data, Signal signal, int power, int rest) {
    int number = Powers.number(data.rank(), rest);
    int distance = 1;
    while (distance < power) {
      int peer = Powers.rank(number ^ distance, rest);
      int first = (number ^ distance) / distance * distance;
      int from = Pieces.start(data.dim(0), power, first);
      int n = Pieces.start(data.dim(0), power, first + distance) - from;
      Credits.give(signal, peer);
      Credits.take(signal, peer);
      if (n > 0) {
        Window<T> part = data.slice(at(from), shape(n));
        Pieces.pull(part, part, peer);
      }
      Credits.give(signal, peer); // It may write again: this rank has read what it needs.
      distance *= 2;
    }
    distance = 1;
    while (distance < power) {
      Credits.take(signal, Powers.rank(number ^ distance, rest));
      distance *= 2;
    }
  }

  /** The first one of a pair leaves its data to the second one, and copies the result. */
  @Inline
  private static <T extends DType> void handOver(Window<T> data, Signal signal) {
    int second = data.rank() + 1;
    Credits.give(signal, second);
    Credits.take(signal, second);
    Pieces.pull(data, data, second);
    Credits.give(signal, second);
  }

  @Inline
  private static <T extends DType> void takeOver(
      Window<T> data, Signal signal, int rest, @Const Reduce op) {
    int me = data.rank();
    if (me < 2 * rest) {
      Credits.take(signal, me - 1);
      Pieces.prepend(data, me - 1, op);
    }
  }

  @Inline
  private static <T extends DType> void handBack(Window<T> data, Signal signal, int rest) {
    int me = data.rank();
    if (me < 2 * rest) {
      Credits.give(signal, me - 1);
      Credits.take(signal, me - 1);
    }
  }

  /**
   * Along a binomial tree to rank 0, where each rank combines what it has with what its children
   * have, the nearest first; then the result goes back. So neighbours are combined before those
   * farther away.
   */
  @Inline
  public static <T extends DType> void tree(Window<T> data, Signal signal, @Const Reduce op) {
    int me = data.rank();
    int ranks = data.ranks();
    int distance = 1;
    while (distance < ranks && me / distance % 2 == 0) {
      if (me + distance < ranks) {
        Credits.take(signal, me + distance);
        Pieces.append(data, me + distance, op);
      }
      distance *= 2;
    }
    if (me > 0) {
      Credits.give(signal, me - distance);
    }
    Broadcast.down(data, signal, 0, distance);
  }

  /**
   * Along two binary trees to rank 0 and back, each for one half of the data, in chunks: see {@link
   * TwoTrees}. A rank combines what the one on its left has with its own, and then what the one on
   * its right has. So of the first half, ranks are combined from the first to the last; of the
   * second half the last one comes behind rank 0, before all others. Of five ranks, 0 op ((1 op 2
   * op 3) op 4) and 0 op ((4 op 1 op 2) op 3).
   */
  @Inline
  public static <T extends DType> void doubleTree(Window<T> data, Signal signal, @Const Reduce op) {
    int chunks = TwoTrees.chunks(data.dim(0));
    int depth = TwoTrees.depth(data.ranks());
    for (int step : range(chunks + depth)) {
      if (step < chunks) {
        TwoTrees.up(data, signal, op, 0, step);
      }
      if (step >= depth) {
        TwoTrees.down(data, signal, 0, step - depth);
      }
    }
    TwoTrees.releaseAbove(signal, 0);
  }

  /**
   * Within groups of about the square root of the ranks to the first one of each, in the order of
   * the ranks; between those as in two phases, in their order; and back. So within groups first.
   */
  @Inline
  public static <T extends DType> void hierarchical(
      Window<T> data, Signal signal, @Const Reduce op) {
    int me = data.rank();
    int ranks = data.ranks();
    int group = 1;
    while (group * group < ranks) {
      group++;
    }
    int first = me / group * group;
    if (me == first) {
      int end = Math.min(first + group, ranks);
      for (int member : range(first + 1, end)) {
        Credits.take(signal, member);
        Pieces.append(data, member, op);
      }
      betweenGroups(data, signal, group, op);
      for (int member : range(first + 1, end)) {
        Credits.give(signal, member);
      }
      for (int member : range(first + 1, end)) {
        Credits.take(signal, member);
      }
    } else {
      Credits.give(signal, first);
      Credits.take(signal, first);
      Pieces.pull(data, data, first);
      Credits.give(signal, first);
    }
  }

  @Inline
  private static <T extends DType> void betweenGroups(
      Window<T> data, Signal signal, int group, @Const Reduce op) {
    int groups = Math.ceilDiv(data.ranks(), group);
    int mine = data.rank() / group;
    int from = Pieces.start(data.dim(0), groups, mine);
    int end = Pieces.start(data.dim(0), groups, mine + 1);
    meetFirsts(signal, group);
    for (int start : range(from, end, Pieces.PIECE)) {
      Window<T> piece = data.slice(at(start), shape(Math.min(Pieces.PIECE, end - start)));
      Tile<T> sum = piece.remoteLoad(0);
      for (int other : range(1, groups)) {
        sum = sum.combine(piece.remoteLoad(other * group), op);
      }
      for (int other : range(groups)) {
        piece.remoteStore(other * group, sum);
      }
    }
    meetFirsts(signal, group);
  }

  @Inline
  private static void meetFirsts(Signal signal, int group) {
    for (int first : range(0, signal.ranks(), group)) {
      if (first != signal.rank()) {
        Credits.give(signal, first);
      }
    }
    for (int first : range(0, signal.ranks(), group)) {
      if (first != signal.rank()) {
        Credits.take(signal, first);
      }
    }
  }
}
