package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Small programs of stores to peers, and of windows that are used as local memory. */
final class Primitives {
  private Primitives() {}

  /** D3: four credits arrive, and the rank takes them back itself. */
  @InCore
  static void takeBack(
      @Shape("1, 1") @Out Tensor<I32> output, @Shape("1, 1") Signal signal, int peer) {
    for (int _ : unroll(4)) {
      signal.notify(peer, at(0, 0), ADD, 1);
    }
    signal.await(at(0, 0), GE, 4);
    signal.notify(signal.rank(), at(0, 0), ADD, -4);
    output.write(at(0, 0), signal.read(at(0, 0)));
  }

  @Host
  static void selfNotify(World world, @Shape("ranks, 1, 1") @Out Tensor<I32> outputs) {
    Signal signal = world.signal(shape(1, 1));
    int ranks = world.size();
    world.forEachRank(r -> takeBack(outputs.at(r), signal, (r + 1) % ranks));
  }

  /** D13: two halves go to their columns. */
  @InCore
  static void pushHalves(
      @Shape("1, 32") Tensor<F32> low,
      @Shape("1, 32") Tensor<F32> high,
      @Shape("1, 64") @Out Tensor<F32> output,
      @Shape("1, 64") Window<F32> data,
      @Shape("1, 1") Signal arrived) {
    int peer = (data.rank() + 1) % data.ranks();
    data.remoteStore(peer, low.load());
    data.slice(at(0, 32), shape(1, 32)).remoteStore(peer, high.load());
    arrived.notify(peer, at(0, 0), SET, 1);
    arrived.await(at(0, 0), GE, 1);
    output.store(data.load());
  }

  @Host
  static void halves(
      World world,
      @Shape("ranks, 1, 32") Tensor<F32> lows,
      @Shape("ranks, 1, 32") Tensor<F32> highs,
      @Shape("ranks, 1, 64") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(1, 64));
    Signal arrived = world.signal(shape(1, 1));
    world.forEachRank(r -> pushHalves(lows.at(r), highs.at(r), outputs.at(r), data, arrived));
  }

  /** D14: what is computed goes to the peer, and is kept nowhere here. */
  @InCore
  static void pushTwice(
      @Shape("1, 64") Tensor<F32> input,
      @Shape("1, 64") @Out Tensor<F32> output,
      @Shape("1, 64") Window<F32> data,
      @Shape("1, 1") Signal arrived) {
    int peer = (data.rank() + 1) % data.ranks();
    data.remoteStore(peer, input.load().add(input.load()));
    arrived.notify(peer, at(0, 0));
    arrived.await(at(0, 0));
    output.store(data.load());
  }

  @Host
  static void computed(
      World world,
      @Shape("ranks, 1, 64") Tensor<F32> inputs,
      @Shape("ranks, 1, 64") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(1, 64));
    Signal arrived = world.signal(shape(1, 1));
    world.forEachRank(r -> pushTwice(inputs.at(r), outputs.at(r), data, arrived));
  }

  /** D15: the first kernel writes the window of every other rank, and no direction says so. */
  @InCore
  static void pushRow(
      @Shape("ranks, 64") Tensor<BF16> source,
      @Shape("ranks, 64") Window<BF16> data,
      @Shape("ranks, 1") Signal done) {
    int me = data.rank();
    for (int peer : range(data.ranks())) {
      if (peer != me) {
        data.remoteStore(peer, source.row(me).load(), at(me, 0));
      }
    }
    for (int peer : range(data.ranks())) {
      if (peer != me) {
        done.notify(peer, at(me, 0));
      }
    }
    done.notify(me, at(me, 0));
    done.awaitAll(at(0, 0), shape(data.ranks(), 1));
  }

  @InCore
  static void copyRows(
      @Shape("ranks, 64") @InOut Window<BF16> data, @Shape("ranks, 64") @Out Tensor<BF16> output) {
    output.store(data.load());
    data.store(data.load());
  }

  @Jit
  static void pushThenRead(
      @Shape("ranks, 64") Tensor<BF16> source,
      @Shape("ranks, 64") @Out Tensor<BF16> output,
      @Shape("ranks, 64") Window<BF16> data,
      @Shape("ranks, 1") Signal done) {
    pushRow(source, data, done);
    copyRows(data, output);
  }

  @Host
  static void throughTheWindow(
      World world,
      @Shape("ranks, ranks, 64") Tensor<BF16> sources,
      @Shape("ranks, ranks, 64") @Out Tensor<BF16> outputs) {
    Window<BF16> data = world.window(BF16, shape(world.size(), 64));
    Signal done = world.signal(shape(world.size(), 1));
    world.forEachRank(r -> pushThenRead(sources.at(r), outputs.at(r), data, done));
  }

  /** D16, D17 and D18: a window in slices, and in sums with tensors of other types. */
  @InCore
  static void local(
      @Shape("16, 64") Tensor<F32> input,
      @Shape("16, 64") Tensor<F16> routed,
      @Shape("8, 64") @Out Tensor<F32> half,
      @Shape("16, 64") @Out Tensor<F32> whole,
      @Shape("16, 64") @Out Tensor<F32> sum,
      @Shape("16, 64") @InOut Window<F32> data,
      @Shape("16, 64") @InOut Window<F16> narrow) {
    data.slice(at(0, 0), shape(16, 64)).store(input.load());
    half.store(data.rows(8, 8).load());
    whole.store(data.load());
    narrow.store(routed.load());
    sum.store(input.load().add(narrow.load().cast(F32)));
  }

  @Host
  static void localUse(
      World world,
      @Shape("ranks, 16, 64") Tensor<F32> inputs,
      @Shape("ranks, 16, 64") Tensor<F16> routed,
      @Shape("ranks, 8, 64") @Out Tensor<F32> halves,
      @Shape("ranks, 16, 64") @Out Tensor<F32> wholes,
      @Shape("ranks, 16, 64") @Out Tensor<F32> sums) {
    Window<F32> data = world.window(F32, shape(16, 64));
    Window<F16> narrow = world.window(F16, shape(16, 64));
    world.forEachRank(
        r ->
            local(
                inputs.at(r), routed.at(r), halves.at(r), wholes.at(r), sums.at(r), data, narrow));
  }
}
