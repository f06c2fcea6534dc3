package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Domains that have devices in common: ranks count within them, and nothing is shared. */
final class Domains {
  private Domains() {}

  @InCore
  static void swap(
      @Shape("1, 64") Tensor<F32> input,
      @Shape("1, 64") @InOut Tensor<F32> output,
      @Shape("1, 64") @InOut Window<F32> scratch,
      @Shape("1, 1") Signal ready,
      int peer) {
    scratch.store(input.load());
    ready.notify(peer, at(0, 0), ADD, 1);
    ready.await(at(0, 0), GE, 1);
    output.store(scratch.remoteLoad(peer));
  }

  /** F1: the middle one of three devices is rank 1 of the one domain, and rank 0 of the other. */
  @Host(worlds = "3..8, 16")
  static void overlapping(
      World world,
      @Shape("ranks, 1, 64") Tensor<F32> inputs,
      @Shape("ranks, 1, 64") @InOut Tensor<F32> a,
      @Shape("ranks, 1, 64") @InOut Tensor<F32> b) {
    Domain low = world.devices(0, 2);
    Domain high = world.devices(1, 3);
    Window<F32> scratchA = low.window(F32, shape(1, 64));
    Signal readyA = low.signal(shape(1, 1));
    Window<F32> scratchB = high.window(F32, shape(1, 64));
    Signal readyB = high.signal(shape(1, 1));
    low.forEachRank(
        r -> swap(inputs.at(low.device(r)), a.at(low.device(r)), scratchA, readyA, 1 - r));
    high.forEachRank(
        r -> swap(inputs.at(high.device(r)), b.at(high.device(r)), scratchB, readyB, 1 - r));
  }

  /** The sum over a domain, and how many ranks it has, in a last column. */
  @InCore
  static void sum(
      @Shape("1, n") Tensor<I32> input,
      @Shape("1, n + 1") @InOut Tensor<I32> output,
      @Shape("1, n") @InOut Window<I32> data,
      @Shape("ranks, 1") Signal arrived) {
    data.store(input.load());
    arrived.barrier();
    Tile<I32> total = data.remoteLoad(0);
    for (int peer : range(1, data.ranks())) {
      total = total.add(data.remoteLoad(peer));
    }
    arrived.barrier();
    output.store(total);
    output.write(at(0, output.dim(1) - 1), 100 * data.ranks() + data.rank());
  }

  @Jit
  static void sumTask(
      @Shape("1, n") Tensor<I32> input,
      @Shape("1, n + 1") @InOut Tensor<I32> output,
      @Shape("1, n") @InOut Window<I32> data,
      @Shape("ranks, 1") Signal arrived) {
    sum(input, output, data, arrived);
  }

  /** The world, its lower half with the middle, its upper half, and the first and last device. */
  @Host
  static void sums(
      World world,
      @Shape("ranks, 1, n") Tensor<I32> inputs,
      @Shape("ranks, 1, n + 1") @InOut Tensor<I32> all,
      @Shape("ranks, 1, n + 1") @InOut Tensor<I32> lower,
      @Shape("ranks, 1, n + 1") @InOut Tensor<I32> upper,
      @Shape("ranks, 1, n + 1") @InOut Tensor<I32> single) {
    int middle = world.size() / 2;
    Domain low = world.devices(0, middle + 1);
    Domain high = world.devices(middle, world.size());
    Domain one = world.pick(middle);
    Extent box = shape(1, inputs.dim(2));
    Window<I32> data = world.window(I32, box);
    Signal arrived = world.signal(shape(world.size(), 1));
    Window<I32> lowData = low.window(I32, box);
    Signal lowArrived = low.signal(shape(low.size(), 1));
    Window<I32> highData = high.window(I32, box);
    Signal highArrived = high.signal(shape(high.size(), 1));
    Window<I32> oneData = one.window(I32, box);
    Signal oneArrived = one.signal(shape(one.size(), 1));
    for (int round : range(2)) {
      low.forEachRank(r -> sumTask(inputs.at(r), lower.at(low.device(r)), lowData, lowArrived));
      world.forEachRank(r -> sum(inputs.at(r), all.at(world.device(r)), data, arrived));
      lowArrived.barrier();
      high.forEachRank(
          r -> sum(inputs.at(high.device(r)), upper.at(high.device(r)), highData, highArrived));
      one.forEachRank(
          r -> {
            int device = one.device(r) + 0 * round;
            sumTask(inputs.at(device), single.at(device), oneData, oneArrived);
          });
    }
  }
}
