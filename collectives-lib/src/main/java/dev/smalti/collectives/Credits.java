package dev.smalti.collectives;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * The protocol under all collectives. A signal of theirs has one cell for each rank: cell r of a
 * rank holds the credits that rank r has given to it and that it has not taken yet. A rank gives a
 * credit by adding 1, and takes one by waiting for it and adding -1 to its own cell.
 *
 * <p>Between two ranks the k-th credit that is given is the k-th that is taken. So all cells are 0
 * when a collective is done, a credit that a fast rank gives for the next collective is kept for
 * it, and one signal serves any sequence of collectives and algorithms, in loops too, if all ranks
 * call them in the same order.
 */
final class Credits {
  private Credits() {}

  /** Gives a credit to a peer: what this rank wrote before is visible to who takes it. */
  @Inline
  static void give(Signal signal, int peer) {
    signal.notify(peer, at(signal.rank()));
  }

  /** Waits for a credit of a peer, and takes it. */
  @Inline
  static void take(Signal signal, int peer) {
    signal.await(at(peer));
    signal.notify(signal.rank(), at(peer), ADD, -1);
  }

  /** No rank passes before all have come. */
  @Inline
  static void meet(Signal signal) {
    int me = signal.rank();
    int ranks = signal.ranks();
    for (int peer : range(ranks)) {
      if (peer != me) {
        signal.notify(peer, at(me));
      }
    }
    for (int peer : range(ranks)) {
      if (peer != me) {
        take(signal, peer);
      }
    }
  }
}
