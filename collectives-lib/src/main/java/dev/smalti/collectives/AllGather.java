package dev.smalti.collectives;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * All-gather: on every rank, what all ranks have, that of rank 0 first. When a rank returns, no
 * peer reads or writes its target any more. A signal has at least one cell a rank, see {@link
 * Credits}.
 */
public final class AllGather {
  private AllGather() {}

  /** By the number of ranks. */
  @Inline
  public static <T extends DType> void auto(Window<T> target, Tensor<T> input, Signal signal) {
    if (target.ranks() > AutoLimits.GATHERING_RANKS) {
      recursiveDoubling(target, input, signal);
    } else {
      mesh(target, input, signal);
    }
  }

  /** Every rank copies its input to all. */
  @Inline
  public static <T extends DType> void mesh(Window<T> target, Tensor<T> input, Signal signal) {
    Credits.meet(signal);
    pushAll(target, input, 0, input.dim(0));
    Credits.meet(signal);
  }

  /** The share of one of several cores, as {@link #mesh}. */
  @Inline
  public static <T extends DType> void auto(
      Window<T> target, Tensor<T> input, Signal signal, int core, int cores) {
    mesh(target, input, signal, core, cores);
  }

  /** The share of one of several cores. */
  @Inline
  public static <T extends DType> void mesh(
      Window<T> target, Tensor<T> input, Signal signal, int core, int cores) {
    int from = Pieces.start(input.dim(0), cores, core);
    int n = Pieces.start(input.dim(0), cores, core + 1) - from;
    Credits.meet(signal);
    if (n > 0) {
      pushAll(target, input, from, n);
    }
    Credits.meet(signal);
  }

  /** Copies some elements of the input to all, the own rank first and then those behind it. */
  @Inline
  private static <T extends DType> void pushAll(
      Window<T> target, Tensor<T> input, int from, int n) {
    int me = target.rank();
    int ranks = target.ranks();
    Window<T> slot = target.slice(at((long) me * input.dim(0) + from), shape(n));
    for (int step : range(ranks)) {
      Pieces.push(slot, (me + step) % ranks, input.slice(at(from), shape(n)));
    }
  }

  /** In each step, every rank copies from its left neighbour what that one got last. */
  @Inline
  public static <T extends DType> void ring(Window<T> target, Tensor<T> input, Signal signal) {
    int me = target.rank();
    int ranks = target.ranks();
    int part = input.dim(0);
    int left = (me + ranks - 1) % ranks;
    int right = (me + 1) % ranks;
    Pieces.copy(target.slice(at((long) me * part), shape(part)), input);
    if (ranks > 1) {
      for (int step : range(ranks - 1)) {
        Credits.give(signal, right);
        Credits.take(signal, left);
        Window<T> slot =
            target.slice(at((long) ((me + ranks - 1 - step) % ranks) * part), shape(part));
        Pieces.pull(slot, slot, left);
      }
      Credits.give(signal, left); // It may write again: this rank has read what it needs.
      Credits.take(signal, right);
    }
  }

  /**
   * In each step, every rank copies what the one at twice the distance has, so that it has twice as
   * much. Of ranks beyond a power of two, each pair counts as one.
   */
  @Inline
  public static <T extends DType> void recursiveDoubling(
      Window<T> target, Tensor<T> input, Signal signal) {
    int me = target.rank();
    int part = input.dim(0);
    int power = Powers.below(target.ranks());
    int rest = target.ranks() - power;
    Pieces.copy(target.slice(at((long) me * part), shape(part)), input);
    if (Powers.isHandedOver(me, rest)) {
      Credits.give(signal, me + 1);
      Credits.take(signal, me + 1);
      Pieces.pull(target, target, me + 1);
      Credits.give(signal, me + 1);
    } else {
      if (me < 2 * rest) {
        Credits.take(signal, me - 1);
        Window<T> slot = target.slice(at((me - 1L) * part), shape(part));
        Pieces.pull(slot, slot, me - 1);
      }
      doubleUp(target, part, signal, power, rest);
      if (me < 2 * rest) {
        Credits.give(signal, me - 1);
        Credits.take(signal, me - 1);
      }
    }
  }

  @Inline
  private static <T extends DType> void doubleUp(
      Window<T> target, int part, Signal signal, int power, int rest) {
    int number = Powers.number(target.rank(), rest);
    int distance = 1;
    while (distance < power) {
      int peer = Powers.rank(number ^ distance, rest);
      int first = (number ^ distance) / distance * distance;
      int from = Powers.start(first, rest);
      int n = Powers.start(first + distance, rest) - from;
      Credits.give(signal, peer);
      Credits.take(signal, peer);
      int count = n * part;
      Window<T> slots = target.slice(at((long) from * part), shape(count));
      Pieces.pull(slots, slots, peer);
      Credits.give(signal, peer); // It may write again: this rank has read what it needs.
      distance *= 2;
    }
    distance = 1;
    while (distance < power) {
      Credits.take(signal, Powers.rank(number ^ distance, rest));
      distance *= 2;
    }
  }
}
