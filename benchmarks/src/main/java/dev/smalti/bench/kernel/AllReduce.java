package dev.smalti.bench.kernel;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * Sums over all ranks, written as a user would. The sum is taken {@code rounds} times in one
 * dispatch, so that the time of an all-reduce can be told from that of a dispatch.
 */
final class AllReduce {
  static final int COLUMNS = 1024;

  /** Rows that are loaded at a time: 16 KiB. */
  static final int BLOCK = 4;

  private AllReduce() {}

  /**
   * Every rank writes its row where the others read it, and adds all rows. Two slots take turns, so
   * that one wait a round is enough: nobody can be two rounds ahead.
   */
  @InCore
  static void mesh(
      @Shape("1, n") Tensor<F32> input,
      @Shape("1, n") @Out Tensor<F32> output,
      @Shape("2, n") @InOut Window<F32> slots,
      @Shape("ranks") Signal arrived,
      int rounds) {
    int me = slots.rank();
    int ranks = slots.ranks();
    int n = input.dim(1);
    for (int round : range(rounds)) {
      int slot = round % 2;
      slots.store(input.load(), at(slot, 0));
      for (int peer : range(ranks)) {
        if (peer != me) {
          arrived.notify(peer, at(me));
        }
      }
      for (int peer : range(ranks)) {
        if (peer != me) {
          arrived.await(at(peer), GE, round + 1);
        }
      }
      Tile<F32> sum = slots.remoteLoad(0, at(slot, 0), shape(1, n));
      for (int peer : range(1, ranks)) {
        sum = sum.add(slots.remoteLoad(peer, at(slot, 0), shape(1, n)));
      }
      output.store(sum);
    }
  }

  @Host(sizes = "n = 2; rounds = 3")
  static void meshed(
      World world,
      @Shape("ranks, 1, n") Tensor<F32> inputs,
      @Shape("ranks, 1, n") @Out Tensor<F32> outputs,
      int rounds) {
    Window<F32> slots = world.window(F32, shape(2, inputs.dim(-1)));
    Signal arrived = world.signal(shape(world.size()));
    world.forEachRank(r -> mesh(inputs.at(r), outputs.at(r), slots, arrived, rounds));
  }

  /** Every rank adds its share of the rows, in blocks, and writes the sums to everybody. */
  @InCore
  @SuppressWarnings("UnusedVariable") // round: kernels have no unnamed variables
  static void push(
      @Shape("rows, COLUMNS") Tensor<F32> input,
      @Shape("rows, COLUMNS") @Out Tensor<F32> output,
      @Shape("rows, COLUMNS") @InOut Window<F32> terms,
      @Shape("rows, COLUMNS") Window<F32> sums,
      @Shape("ranks") Signal arrived,
      int rounds) {
    int me = terms.rank();
    int ranks = terms.ranks();
    int rows = input.dim(0);
    for (int from : range(0, rows, BLOCK)) {
      terms.store(input.load(at(from, 0), shape(BLOCK, COLUMNS)), at(from, 0));
    }
    int first = rows / BLOCK * me / ranks * BLOCK;
    int end = rows / BLOCK * (me + 1) / ranks * BLOCK;
    for (int round : range(rounds)) {
      arrived.barrier();
      for (int from : range(first, end, BLOCK)) {
        Tile<F32> sum = terms.remoteLoad(0, at(from, 0), shape(BLOCK, COLUMNS));
        for (int peer : range(1, ranks)) {
          sum = sum.add(terms.remoteLoad(peer, at(from, 0), shape(BLOCK, COLUMNS)));
        }
        for (int peer : range(ranks)) {
          sums.remoteStore(peer, sum, at(from, 0));
        }
      }
      arrived.barrier();
    }
    for (int from : range(0, rows, BLOCK)) {
      output.store(sums.load(at(from, 0), shape(BLOCK, COLUMNS)), at(from, 0));
    }
  }

  @Host(sizes = "rows = 8; rounds = 2")
  static void pushed(
      World world,
      @Shape("ranks, rows, COLUMNS") Tensor<F32> inputs,
      @Shape("ranks, rows, COLUMNS") @Out Tensor<F32> outputs,
      int rounds) {
    Window<F32> terms = world.window(F32, shape(inputs.dim(1), COLUMNS));
    Window<F32> sums = world.window(F32, shape(inputs.dim(1), COLUMNS));
    Signal arrived = world.signal(shape(world.size()));
    world.forEachRank(r -> push(inputs.at(r), outputs.at(r), terms, sums, arrived, rounds));
  }
}
