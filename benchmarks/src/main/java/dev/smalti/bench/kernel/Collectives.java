package dev.smalti.bench.kernel;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * Collectives as a user calls them in kernels, each several times in a row. {@code AUTO} chooses
 * the algorithms.
 */
@SuppressWarnings("UnusedVariable") // round: kernels have no unnamed variables
final class Collectives {
  private Collectives() {}

  /** There and back, between ranks 0 and 1; the cells count all turns. */
  @InCore
  static void pingPong(@Shape("ranks") Signal signal, int before, int rounds) {
    int me = signal.rank();
    for (int round : range(rounds)) {
      if (me == 0) {
        signal.notify(1, at(0));
        signal.await(at(1), GE, before + round + 1);
      }
      if (me == 1) {
        signal.await(at(0), GE, before + round + 1);
        signal.notify(0, at(1));
      }
    }
  }

  @InCore
  static void barrier(@Shape("ranks") Signal signal, int rounds) {
    for (int round : range(rounds)) {
      signal.barrier();
    }
  }

  /** From one window into another. */
  @InCore
  static void allReduce(
      @Shape("n") Window<F32> input,
      @Shape("n") @InOut Window<F32> output,
      @Shape("ranks") Signal signal,
      int rounds) {
    for (int round : range(rounds)) {
      output.allReduce(input, signal, SUM);
    }
  }

  @InCore
  static void inPlace(
      @Shape("?") @InOut Window<F32> data, @Shape("ranks") Signal signal, int rounds) {
    for (int round : range(rounds)) {
      data.allReduce(signal, SUM);
    }
  }

  @InCore
  static void broadcast(
      @Shape("?") @InOut Window<F32> data, @Shape("ranks") Signal signal, int rounds) {
    for (int round : range(rounds)) {
      data.broadcast(signal, 0);
    }
  }

  @InCore
  static void allGather(
      @Shape("n") Window<F32> input,
      @Shape("ranks * n") @InOut Window<F32> output,
      @Shape("ranks") Signal signal,
      int rounds) {
    for (int round : range(rounds)) {
      output.allGather(input, signal);
    }
  }

  @InCore
  static void allToAll(
      @Shape("ranks * n") Window<F32> input,
      @Shape("ranks * n") Window<F32> output,
      @Shape("ranks") Signal signal,
      int rounds) {
    for (int round : range(rounds)) {
      output.allToAll(input, signal);
    }
  }
}
