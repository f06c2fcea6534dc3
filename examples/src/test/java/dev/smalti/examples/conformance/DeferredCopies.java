package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** E1, E2 and E3: tasks wait for what the rank itself would be too late to publish. */
final class DeferredCopies {
  private DeferredCopies() {}

  @InCore
  static void copy(@Shape("1, 8") Window<I32> payload, @Shape("1, 8") @Out Tensor<I32> output) {
    output.store(payload.load());
  }

  @InCore
  static void publish(
      @Shape("1, 8") Tensor<I32> input,
      @Shape("1, 8") Window<I32> payload,
      @Shape("1, 1") Signal arrived,
      int peer,
      int epoch) {
    payload.remoteStore(peer, input.load());
    arrived.notify(peer, at(0, 0), SET, epoch);
  }

  /** A copy for each row of the output, then what lets those of the peer begin. */
  @Jit
  static void perDevice(
      @Shape("1, 8") Tensor<I32> input,
      @Shape("?, 8") @Out Tensor<I32> output,
      @Shape("1, 8") Window<I32> payload,
      @Shape("1, 1") Signal arrived,
      int peer) {
    int epoch = input.readInt(at(0, 0));
    for (int slot : range(output.dim(0))) {
      Task ready = arrived.reaches(at(0, 0), GE, epoch);
      submit(() -> copy(payload, output.row(slot)), after(ready));
    }
    publish(input, payload, arrived, peer, epoch);
  }

  /** One dispatch an epoch; the next one publishes when all have copied. */
  @Host
  static void exchange(
      World world,
      @Shape("epochs, ranks, 1, 8") Tensor<I32> inputs,
      @Shape("epochs, ranks, ?, 8") @Out Tensor<I32> outputs) {
    Window<I32> payload = world.window(I32, shape(1, 8));
    Signal arrived = world.signal(shape(1, 1));
    Signal copied = world.signal(shape(world.size()));
    int ranks = world.size();
    for (int epoch : range(inputs.dim(0))) {
      world.forEachRank(
          r ->
              perDevice(
                  inputs.at(epoch, r), outputs.at(epoch, r), payload, arrived, (r + 1) % ranks));
      copied.barrier();
    }
  }

  /** What the conditions wait for is known: in a chain, behind several, and in blocks. */
  @InCore
  static void add(
      @Shape("n, 8") Tensor<I32> left,
      @Shape("n, 8") Tensor<I32> right,
      @Shape("n, 8") @Out Tensor<I32> sum) {
    sum.store(left.load().add(right.load()));
  }

  @InCore
  static void send(
      @Shape("4, 8") Tensor<I32> input,
      @Shape("ranks, 4, 8") Window<I32> data,
      @Shape("ranks") Signal arrived) {
    int me = data.rank();
    for (int step : range(data.ranks())) {
      int peer = (me + step) % data.ranks();
      data.at(me).remoteStore(peer, input.load());
      arrived.notify(peer, at(me));
    }
  }

  @InCore
  static void take(@Shape("4, 8") Window<I32> data, @Shape("4, 8") @Out Tensor<I32> output) {
    output.store(data.load());
  }

  @Jit
  static void sumOfDevice(
      @Shape("4, 8") Tensor<I32> input,
      @Shape("ranks, 4, 8") @Out Tensor<I32> each,
      @Shape("4, 8") @Out Tensor<I32> sum,
      @Shape("ranks, 4, 8") Window<I32> data,
      @Shape("ranks") Signal arrived) {
    int ranks = data.ranks();
    Tensor<I32> sums = Tensor.zeros(I32, shape(ranks + 1, 4, 8));
    Task[] taken = new Task[ranks];
    for (int peer : range(ranks)) {
      taken[peer] =
          submit(() -> take(data.at(peer), each.at(peer)), after(arrived.reaches(at(peer), GE, 1)));
    }
    Task last = submit(() -> add(sums.at(0), each.at(0), sums.at(1)), after(taken[0]));
    for (int peer : range(1, ranks)) {
      Task before = last;
      last =
          submit(
              () -> add(sums.at(peer), each.at(peer), sums.at(peer + 1)),
              after(before, taken[peer]));
    }
    Task whole = last;
    spmd(
        4,
        row -> add(sums.at(ranks).rows(row, 1), sums.at(0).rows(row, 1), sum.rows(row, 1)),
        after(whole),
        after(taken));
    send(input, data, arrived);
  }

  @Host
  static void sums(
      World world,
      @Shape("ranks, 4, 8") Tensor<I32> inputs,
      @Shape("ranks, ranks, 4, 8") @Out Tensor<I32> each,
      @Shape("ranks, 4, 8") @Out Tensor<I32> sums) {
    Window<I32> data = world.window(I32, shape(world.size(), 4, 8));
    Signal arrived = world.signal(shape(world.size()));
    world.forEachRank(r -> sumOfDevice(inputs.at(r), each.at(r), sums.at(r), data, arrived));
  }
}
