package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Collectives that programs call, round after round with one window and one signal: group C. */
final class HostCollectives {
  private HostCollectives() {}

  /** C1, C3, C6: all-reduce. */
  @Host
  static void sum(
      World world,
      @Shape("ranks, rounds, n") Tensor<F32> inputs,
      @Shape("ranks, rounds, n") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(inputs.dim(2)));
    Signal signal = world.signal(shape(world.size()));
    for (int round : range(inputs.dim(1))) {
      world.forEachRank(r -> Copies.publish(inputs.at(r).at(round), data));
      data.allReduce(signal, SUM);
      world.forEachRank(r -> Copies.fetch(data, outputs.at(r).at(round)));
    }
  }

  /** C1: without a signal, in a loop too. */
  @Host
  static void implied(
      World world,
      @Shape("ranks, rounds, n") Tensor<F32> inputs,
      @Shape("ranks, rounds, n") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(inputs.dim(2)));
    for (int round : range(inputs.dim(1))) {
      world.forEachRank(r -> Copies.publish(inputs.at(r).at(round), data));
      data.allReduce(SUM);
      world.forEachRank(r -> Copies.fetch(data, outputs.at(r).at(round)));
    }
  }

  /** C2: the largest. */
  @Host
  static void max(
      World world,
      @Shape("ranks, rounds, n") Tensor<F32> inputs,
      @Shape("ranks, rounds, n") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(inputs.dim(2)));
    Signal signal = world.signal(shape(world.size()));
    for (int round : range(inputs.dim(1))) {
      world.forEachRank(r -> Copies.publish(inputs.at(r).at(round), data));
      data.allReduce(signal, MAX);
      world.forEachRank(r -> Copies.fetch(data, outputs.at(r).at(round)));
    }
  }

  /** C9, C10: in a ring. */
  @Host
  static void ring(
      World world,
      @Shape("ranks, rounds, n") Tensor<F32> inputs,
      @Shape("ranks, rounds, n") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(inputs.dim(2)));
    Signal signal = world.signal(shape(world.size()));
    for (int round : range(inputs.dim(1))) {
      world.forEachRank(r -> Copies.publish(inputs.at(r).at(round), data));
      data.allReduce(signal, SUM, RING);
      world.forEachRank(r -> Copies.fetch(data, outputs.at(r).at(round)));
    }
  }

  /** C13, C14: the root has a row, and so have the others, which lose it. */
  @Host
  static void broadcast(
      World world,
      @Shape("ranks, rounds, n") Tensor<F32> inputs,
      @Shape("ranks, rounds, n") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(inputs.dim(2)));
    Signal signal = world.signal(shape(world.size()));
    for (int round : range(inputs.dim(1))) {
      world.forEachRank(r -> Copies.publish(inputs.at(r).at(round), data));
      data.broadcast(signal, 0);
      world.forEachRank(r -> Copies.fetch(data, outputs.at(r).at(round)));
    }
  }

  /** C15, C16: from a window. */
  @Host
  static void allGather(
      World world,
      @Shape("ranks, rounds, n") Tensor<F32> inputs,
      @Shape("ranks, rounds, ranks * n") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(outputs.dim(2)));
    Window<F32> staged = world.window(F32, shape(inputs.dim(2)));
    Signal signal = world.signal(shape(world.size()));
    for (int round : range(inputs.dim(1))) {
      world.forEachRank(r -> Copies.publish(inputs.at(r).at(round), staged));
      data.allGather(staged, signal);
      world.forEachRank(r -> Copies.fetch(data, outputs.at(r).at(round)));
    }
  }

  /** C17, C18: part r of the sums, on rank r. */
  @Host
  static void reduceScatter(
      World world,
      @Shape("ranks, rounds, ranks * n") Tensor<F32> inputs,
      @Shape("ranks, rounds, n") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(inputs.dim(2)));
    Signal signal = world.signal(shape(world.size()));
    for (int round : range(inputs.dim(1))) {
      world.forEachRank(r -> Copies.publish(inputs.at(r).at(round), data));
      data.reduceScatter(signal, SUM);
      world.forEachRank(r -> Copies.ownPart(data, outputs.at(r).at(round)));
    }
  }

  /** C19, C20: from a window. */
  @Host
  static void allToAll(
      World world,
      @Shape("ranks, rounds, ranks * n") Tensor<F32> inputs,
      @Shape("ranks, rounds, ranks * n") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(outputs.dim(2)));
    Window<F32> staged = world.window(F32, shape(inputs.dim(2)));
    Signal signal = world.signal(shape(world.size()));
    for (int round : range(inputs.dim(1))) {
      world.forEachRank(r -> Copies.publish(inputs.at(r).at(round), staged));
      data.allToAll(staged, signal);
      world.forEachRank(r -> Copies.fetch(data, outputs.at(r).at(round)));
    }
  }

  /** C12: barriers before and behind what peers read. */
  @Host
  static void barriers(
      World world,
      @Shape("ranks, rounds, 64") Tensor<F32> inputs,
      @Shape("ranks, rounds, 64") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(1, 64));
    Signal signal = world.signal(shape(world.size()));
    for (int round : range(inputs.dim(1))) {
      world.forEachRank(r -> HostBarrier.publish(inputs.at(r).rows(round, 1), data));
      signal.barrier();
      world.forEachRank(
          r -> HostBarrier.readPeer(data, outputs.at(r).rows(round, 1), (r + 1) % world.size()));
      signal.barrier();
    }
  }

  /** C4, C5: each operator on halves. */
  @Host
  static void halves(
      World world,
      @Shape("ranks, n") Tensor<F16> inputs,
      @Shape("ranks, 4, n") @Out Tensor<F16> outputs) {
    Window<F16> data = world.window(F16, shape(inputs.dim(1)));
    Signal signal = world.signal(shape(world.size()));
    world.forEachRank(r -> Copies.publish(inputs.at(r), data));
    data.allReduce(signal, SUM, MESH);
    world.forEachRank(r -> Copies.fetch(data, outputs.at(r).at(0)));
    world.forEachRank(r -> Copies.publish(inputs.at(r), data));
    data.allReduce(signal, MAX, MESH);
    world.forEachRank(r -> Copies.fetch(data, outputs.at(r).at(1)));
    world.forEachRank(r -> Copies.publish(inputs.at(r), data));
    data.allReduce(signal, MIN, MESH);
    world.forEachRank(r -> Copies.fetch(data, outputs.at(r).at(2)));
    world.forEachRank(r -> Copies.publish(inputs.at(r), data));
    data.allReduce(signal, PROD, MESH);
    world.forEachRank(r -> Copies.fetch(data, outputs.at(r).at(3)));
  }

  /** C21: parts of which some rows are sent. */
  @Host
  static void allToAllV(
      World world,
      @Shape("ranks, 4 * ranks, 64") Tensor<F32> inputs,
      @Shape("ranks, ranks") Tensor<I32> counts,
      @Shape("ranks, 4 * ranks, 64") @Out Tensor<F32> outputs,
      @Shape("ranks, ranks") @Out Tensor<I32> receivedCounts) {
    Window<F32> staged = world.window(F32, shape(4L * world.size(), 64));
    Window<F32> data = world.window(F32, shape(4L * world.size(), 64));
    Window<I32> sent = world.window(I32, shape(world.size()));
    Window<I32> received = world.window(I32, shape(world.size()));
    Signal signal = world.signal(shape(world.size()));
    world.forEachRank(r -> Copies.publishRows(inputs.at(r), staged));
    world.forEachRank(r -> Copies.publish(counts.at(r), sent));
    data.allToAllV(staged, signal, sent, received);
    world.forEachRank(r -> Copies.fetchRows(data, outputs.at(r)));
    world.forEachRank(r -> Copies.fetch(received, receivedCounts.at(r)));
  }
}
