package dev.smalti.collectives;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * Two binary trees below the root, each for one half of the data, after Sanders, Speck and Träff:
 * who is an inner node of one is a leaf of the other, so that no rank combines or passes on more
 * than all of its data once.
 *
 * <p>Ranks are numbered from the root on. In a tree each has a position: the root 0, the others
 * their number in the first tree and the number behind it in the second one, where the last comes
 * first. An odd position is a leaf. One whose lowest bit is b has the position b / 2 before it on
 * its left, with all between b before it and itself below; and on its right the one b / 2 behind
 * it, or the next nearer one that there is. So from the left to the right they are in order. The
 * root has only a right side.
 *
 * <p>Halves go up and down in chunks, so that those above work on one while those below work on the
 * next. All ranks take the steps of both trees in the same order, as their credits are not told
 * apart: two ranks may be neighbours in both.
 */
final class TwoTrees {
  /** Elements of a chunk: 128 KiB of floats, which takes longer to move than to wake a rank. */
  static final int CHUNK = 32_768;

  /** Where there is no rank. */
  private static final int NONE = -1;

  private TwoTrees() {}

  /** The ranks above and below a rank in a tree, or none. */
  record Node(int parent, int left, int right) {}

  /** How many chunks the longer half has. */
  @Inline
  static int chunks(int count) {
    return Math.ceilDiv(count - half(count), CHUNK);
  }

  /** Where the second half begins. It is not the shorter one. */
  @Inline
  private static int half(int count) {
    return Pieces.start(count, 2, 1);
  }

  /** Where a chunk of a tree begins. */
  @Inline
  private static int start(int count, int tree, int chunk) {
    return (tree == 0 ? 0 : half(count)) + chunk * CHUNK;
  }

  /** How many elements a chunk of a tree has: none behind the end of its half. */
  @Inline
  private static int length(int count, int tree, int from) {
    return Math.min(CHUNK, (tree == 0 ? half(count) : count) - from);
  }

  /** The way from the farthest rank to the root, at most. */
  @Inline
  static int depth(int ranks) {
    int depth = 0;
    int below = 1;
    while (below < ranks) {
      below *= 2;
      depth++;
    }
    return depth;
  }

  /** Where this rank is in a tree. */
  @Inline
  static Node node(Signal signal, int root, int tree) {
    int ranks = signal.ranks();
    int number = (signal.rank() + ranks - root) % ranks;
    int position = number == 0 ? 0 : (number - 1 + tree) % (ranks - 1) + 1;
    int bit = 1; // The lowest one of the position; of the root, not below the number of ranks.
    while (bit < ranks && position / bit % 2 == 0) {
      bit *= 2;
    }
    int parent = NONE;
    int left = NONE;
    if (position > 0) {
      boolean isLeft = position / bit % 4 == 1 && position + bit < ranks;
      parent = rank(isLeft ? position + bit : position - bit, ranks, root, tree);
      if (bit > 1) {
        left = rank(position - bit / 2, ranks, root, tree);
      }
    }
    int distance = bit / 2;
    while (distance > 0 && position + distance >= ranks) {
      distance /= 2;
    }
    int right = NONE;
    if (distance > 0) {
      right = rank(position + distance, ranks, root, tree);
    }
    return new Node(parent, left, right);
  }

  /** The rank at a position. */
  @Inline
  private static int rank(int position, int ranks, int root, int tree) {
    int number = position == 0 ? 0 : (position + ranks - 2 - tree) % (ranks - 1) + 1;
    return (root + number) % ranks;
  }

  /**
   * A chunk of each tree on its way up: a rank combines what the one on its left has, what it has,
   * and what the one on its right has.
   */
  @Inline
  static <T extends DType> void up(
      Window<T> data, Signal signal, @Const Reduce op, int root, int chunk) {
    for (int tree : range(2)) {
      int from = start(data.dim(0), tree, chunk);
      int n = length(data.dim(0), tree, from);
      if (n > 0) {
        Window<T> part = data.slice(at(from), shape(n));
        Node node = node(signal, root, tree);
        takeBelow(signal, node);
        if (node.left() >= 0 && node.right() >= 0) {
          Pieces.enclose(part, node.left(), node.right(), op);
        } else if (node.left() >= 0) {
          Pieces.prepend(part, node.left(), op);
        } else if (node.right() >= 0) {
          Pieces.append(part, node.right(), op);
        }
        if (node.parent() >= 0) {
          Credits.give(signal, node.parent());
        }
      }
    }
  }

  /** A chunk of each tree on its way down: a rank copies what the one above it has. */
  @Inline
  static <T extends DType> void down(Window<T> data, Signal signal, int root, int chunk) {
    for (int tree : range(2)) {
      int from = start(data.dim(0), tree, chunk);
      int n = length(data.dim(0), tree, from);
      if (n > 0) {
        Window<T> part = data.slice(at(from), shape(n));
        Node node = node(signal, root, tree);
        if (node.parent() >= 0) {
          Credits.take(signal, node.parent());
          Pieces.pull(part, part, node.parent());
        }
        giveBelow(signal, node);
      }
    }
  }

  /** A credit to each of those below. */
  @Inline
  private static void giveBelow(Signal signal, Node node) {
    if (node.left() >= 0) {
      Credits.give(signal, node.left());
    }
    if (node.right() >= 0) {
      Credits.give(signal, node.right());
    }
  }

  /** A credit of each of those below. */
  @Inline
  private static void takeBelow(Signal signal, Node node) {
    if (node.left() >= 0) {
      Credits.take(signal, node.left());
    }
    if (node.right() >= 0) {
      Credits.take(signal, node.right());
    }
  }

  /** The end of the way up: those below may write again. */
  @Inline
  static void releaseBelow(Signal signal, int root) {
    for (int tree : range(2)) {
      giveBelow(signal, node(signal, root, tree));
    }
    for (int tree : range(2)) {
      Node node = node(signal, root, tree);
      if (node.parent() >= 0) {
        Credits.take(signal, node.parent());
      }
    }
  }

  /** The end of the way down: those above may write again. */
  @Inline
  static void releaseAbove(Signal signal, int root) {
    for (int tree : range(2)) {
      Node node = node(signal, root, tree);
      if (node.parent() >= 0) {
        Credits.give(signal, node.parent());
      }
    }
    for (int tree : range(2)) {
      takeBelow(signal, node(signal, root, tree));
    }
  }
}
