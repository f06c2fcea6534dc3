package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Collectives that kernels call, round after round with one window and one signal: group B. */
final class KernelCollectives {
  private KernelCollectives() {}

  /** B1: all-reduce, every rank reads all others. */
  @InCore
  static void mesh(
      @Shape("rounds, n") Tensor<F32> input,
      @Shape("rounds, n") @Out Tensor<F32> output,
      @Shape("n") Window<F32> data,
      @Shape("ranks") Signal signal) {
    for (int round : range(input.dim(0))) {
      Copies.stage(input.at(round), data);
      data.allReduce(signal, SUM, MESH);
      Copies.show(data, output.at(round));
    }
  }

  @Host
  static void meshAll(
      World world,
      @Shape("ranks, rounds, n") Tensor<F32> inputs,
      @Shape("ranks, rounds, n") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(inputs.dim(2)));
    Signal signal = world.signal(shape(world.size()));
    world.forEachRank(r -> mesh(inputs.at(r), outputs.at(r), data, signal));
  }

  /** B4: all-reduce in a ring. */
  @InCore
  static void ring(
      @Shape("rounds, n") Tensor<F32> input,
      @Shape("rounds, n") @Out Tensor<F32> output,
      @Shape("n") Window<F32> data,
      @Shape("ranks") Signal signal) {
    for (int round : range(input.dim(0))) {
      Copies.stage(input.at(round), data);
      data.allReduce(signal, SUM, RING);
      Copies.show(data, output.at(round));
    }
  }

  @Host
  static void ringAll(
      World world,
      @Shape("ranks, rounds, n") Tensor<F32> inputs,
      @Shape("ranks, rounds, n") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(inputs.dim(2)));
    Signal signal = world.signal(shape(world.size()));
    world.forEachRank(r -> ring(inputs.at(r), outputs.at(r), data, signal));
  }

  /** B8: only the root has something. */
  @InCore
  static void broadcast(
      @Shape("rounds, n") Tensor<F32> input,
      @Shape("rounds, n") @Out Tensor<F32> output,
      @Shape("n") Window<F32> data,
      @Shape("ranks") Signal signal) {
    for (int round : range(input.dim(0))) {
      if (data.rank() == 0) {
        Copies.stage(input.at(round), data);
      }
      data.broadcast(signal, 0);
      Copies.show(data, output.at(round));
    }
  }

  @Host
  static void broadcastAll(
      World world,
      @Shape("ranks, rounds, n") Tensor<F32> inputs,
      @Shape("ranks, rounds, n") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(inputs.dim(2)));
    Signal signal = world.signal(shape(world.size()));
    world.forEachRank(r -> broadcast(inputs.at(r), outputs.at(r), data, signal));
  }

  /** B9, B14: from a plain tensor. */
  @InCore
  static void allGather(
      @Shape("rounds, n") Tensor<F32> input,
      @Shape("rounds, ranks * n") @Out Tensor<F32> output,
      @Shape("ranks * n") Window<F32> data,
      @Shape("ranks") Signal signal) {
    for (int round : range(input.dim(0))) {
      data.allGather(input.at(round), signal);
      Copies.show(data, output.at(round));
    }
  }

  @Host
  static void allGatherAll(
      World world,
      @Shape("ranks, rounds, n") Tensor<F32> inputs,
      @Shape("ranks, rounds, ranks * n") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(outputs.dim(2)));
    Signal signal = world.signal(shape(world.size()));
    world.forEachRank(r -> allGather(inputs.at(r), outputs.at(r), data, signal));
  }

  /** B10, B15: part r of the sums, on rank r. */
  @InCore
  static void reduceScatter(
      @Shape("rounds, ranks * n") Tensor<F32> input,
      @Shape("rounds, n") @Out Tensor<F32> output,
      @Shape("ranks * n") Window<F32> data,
      @Shape("ranks") Signal signal) {
    for (int round : range(input.dim(0))) {
      Copies.stage(input.at(round), data);
      data.reduceScatter(signal, SUM);
      Copies.show(
          data.slice(at((long) data.rank() * output.dim(1)), shape(output.dim(1))),
          output.at(round));
    }
  }

  @Host
  static void reduceScatterAll(
      World world,
      @Shape("ranks, rounds, ranks * n") Tensor<F32> inputs,
      @Shape("ranks, rounds, n") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(inputs.dim(2)));
    Signal signal = world.signal(shape(world.size()));
    world.forEachRank(r -> reduceScatter(inputs.at(r), outputs.at(r), data, signal));
  }

  /** B11, B13: from a plain tensor, with barriers on the same signal. */
  @InCore
  static void allToAll(
      @Shape("rounds, ranks * n") Tensor<F32> input,
      @Shape("rounds, ranks * n") @Out Tensor<F32> output,
      @Shape("ranks * n") Window<F32> data,
      @Shape("ranks") Signal signal) {
    for (int round : range(input.dim(0))) {
      signal.barrier();
      data.allToAll(input.at(round), signal);
      Copies.show(data, output.at(round));
      signal.barrier();
    }
  }

  @Host
  static void allToAllAll(
      World world,
      @Shape("ranks, rounds, ranks * n") Tensor<F32> inputs,
      @Shape("ranks, rounds, ranks * n") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(inputs.dim(2)));
    Signal signal = world.signal(shape(world.size()));
    world.forEachRank(r -> allToAll(inputs.at(r), outputs.at(r), data, signal));
  }

  /** B2, B3: each operator. */
  @InCore
  static <T extends DType> void operators(
      @Shape("n") Tensor<T> input,
      @Shape("4, n") @Out Tensor<T> output,
      @Shape("n") Window<T> data,
      @Shape("ranks") Signal signal) {
    Copies.stage(input, data);
    data.allReduce(signal, SUM, MESH);
    Copies.show(data, output.at(0));
    Copies.stage(input, data);
    data.allReduce(signal, MAX, MESH);
    Copies.show(data, output.at(1));
    Copies.stage(input, data);
    data.allReduce(signal, MIN, MESH);
    Copies.show(data, output.at(2));
    Copies.stage(input, data);
    data.allReduce(signal, PROD, MESH);
    Copies.show(data, output.at(3));
  }

  @Host
  static void operatorsAll(
      World world,
      @Shape("ranks, n") Tensor<F32> inputs,
      @Shape("ranks, 4, n") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(inputs.dim(1)));
    Signal signal = world.signal(shape(world.size()));
    world.forEachRank(r -> operators(inputs.at(r), outputs.at(r), data, signal));
  }

  @Host
  static void operatorsAllOfHalves(
      World world,
      @Shape("ranks, n") Tensor<F16> inputs,
      @Shape("ranks, 4, n") @Out Tensor<F16> outputs) {
    Window<F16> data = world.window(F16, shape(inputs.dim(1)));
    Signal signal = world.signal(shape(world.size()));
    world.forEachRank(r -> operators(inputs.at(r), outputs.at(r), data, signal));
  }

  /** B5, B6: each operator. */
  @InCore
  static <T extends DType> void ringOperators(
      @Shape("n") Tensor<T> input,
      @Shape("4, n") @Out Tensor<T> output,
      @Shape("n") Window<T> data,
      @Shape("ranks") Signal signal) {
    Copies.stage(input, data);
    data.allReduce(signal, SUM, RING);
    Copies.show(data, output.at(0));
    Copies.stage(input, data);
    data.allReduce(signal, MAX, RING);
    Copies.show(data, output.at(1));
    Copies.stage(input, data);
    data.allReduce(signal, MIN, RING);
    Copies.show(data, output.at(2));
    Copies.stage(input, data);
    data.allReduce(signal, PROD, RING);
    Copies.show(data, output.at(3));
  }

  @Host
  static void ringOperatorsAll(
      World world,
      @Shape("ranks, n") Tensor<F32> inputs,
      @Shape("ranks, 4, n") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(inputs.dim(1)));
    Signal signal = world.signal(shape(world.size()));
    world.forEachRank(r -> ringOperators(inputs.at(r), outputs.at(r), data, signal));
  }

  @Host
  static void ringOperatorsAllOfHalves(
      World world,
      @Shape("ranks, n") Tensor<F16> inputs,
      @Shape("ranks, 4, n") @Out Tensor<F16> outputs) {
    Window<F16> data = world.window(F16, shape(inputs.dim(1)));
    Signal signal = world.signal(shape(world.size()));
    world.forEachRank(r -> ringOperators(inputs.at(r), outputs.at(r), data, signal));
  }

  /** B12: parts of which some rows are sent. */
  @InCore
  static void allToAllV(
      @Shape("4 * ranks, 64") Tensor<F32> input,
      @Shape("ranks") Tensor<I32> counts,
      @Shape("4 * ranks, 64") @Out Tensor<F32> output,
      @Shape("ranks") @Out Tensor<I32> receivedCounts,
      @Shape("4 * ranks, 64") Window<F32> staged,
      @Shape("4 * ranks, 64") Window<F32> data,
      @Shape("ranks") Signal signal,
      @Shape("ranks") Window<I32> received) {
    for (int row : range(data.dim(0))) {
      staged.row(row).store(input.row(row).load());
    }
    data.allToAllV(staged, signal, counts, received);
    for (int row : range(data.dim(0))) {
      output.row(row).store(data.row(row).load());
    }
    for (int peer : range(data.ranks())) {
      receivedCounts.write(at(peer), received.readInt(at(peer)));
    }
  }

  @Host
  static void allToAllVAll(
      World world,
      @Shape("ranks, 4 * ranks, 64") Tensor<F32> inputs,
      @Shape("ranks, ranks") Tensor<I32> counts,
      @Shape("ranks, 4 * ranks, 64") @Out Tensor<F32> outputs,
      @Shape("ranks, ranks") @Out Tensor<I32> receivedCounts) {
    Window<F32> staged = world.window(F32, shape(4L * world.size(), 64));
    Window<F32> data = world.window(F32, shape(4L * world.size(), 64));
    Window<I32> received = world.window(I32, shape(world.size()));
    Signal signal = world.signal(shape(world.size()));
    world.forEachRank(
        r ->
            allToAllV(
                inputs.at(r),
                counts.at(r),
                outputs.at(r),
                receivedCounts.at(r),
                staged,
                data,
                signal,
                received));
  }
}
