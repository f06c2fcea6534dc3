package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Memory that is put to the next rank, or got from it: whole, in parts, in pieces, and added. */
final class Transfers {
  private Transfers() {}

  @InCore
  static void putToNext(
      @Shape("1, 64") Tensor<F32> input,
      @Shape("1, 64") @Out Tensor<F32> output,
      @Shape("1, 64") Window<F32> source,
      @Shape("1, 64") Window<F32> target,
      @Shape("1, 1") Signal arrived,
      int peer) {
    source.store(input.load());
    target.put(peer, source);
    arrived.notify(peer, at(0, 0), ADD, 1);
    arrived.await(at(0, 0), GE, 1);
    output.store(target.load());
  }

  @Host
  static void putRing(
      World world,
      @Shape("ranks, 1, 64") Tensor<F32> inputs,
      @Shape("ranks, 1, 64") @Out Tensor<F32> outputs) {
    Window<F32> source = world.window(F32, shape(1, 64));
    Window<F32> target = world.window(F32, shape(1, 64));
    Signal arrived = world.signal(shape(1, 1));
    int ranks = world.size();
    world.forEachRank(
        r -> putToNext(inputs.at(r), outputs.at(r), source, target, arrived, (r + 1) % ranks));
  }

  @InCore
  static void putInPieces(
      @Shape("m, n") Tensor<F32> input,
      @Shape("m, n") @Out Tensor<F32> output,
      @Shape("m, n") Window<F32> source,
      @Shape("m, n") Window<F32> target,
      @Shape("1, 1") Signal arrived,
      @Const Staging staging,
      int rows,
      int columns) {
    int peer = (source.rank() + 1) % source.ranks();
    source.store(input.load());
    target.put(peer, source, chunk(rows, columns, staging));
    arrived.notify(peer, at(0, 0));
    arrived.await(at(0, 0));
    output.store(target.load());
  }

  @Host
  static void putPipelined(
      World world,
      @Shape("ranks, 8, 128") Tensor<F32> inputs,
      @Shape("ranks, 8, 128") @Out Tensor<F32> outputs) {
    Window<F32> source = world.window(F32, shape(8, 128));
    Window<F32> target = world.window(F32, shape(8, 128));
    Signal arrived = world.signal(shape(1, 1));
    world.forEachRank(
        r -> putInPieces(inputs.at(r), outputs.at(r), source, target, arrived, PIPELINED, 4, 64));
  }

  @Host
  static void putChunked(
      World world,
      @Shape("ranks, 8, 64") Tensor<F32> inputs,
      @Shape("ranks, 8, 64") @Out Tensor<F32> outputs,
      int rows,
      int columns) {
    Window<F32> source = world.window(F32, shape(8, 64));
    Window<F32> target = world.window(F32, shape(8, 64));
    Signal arrived = world.signal(shape(1, 1));
    world.forEachRank(
        r ->
            putInPieces(
                inputs.at(r),
                outputs.at(r),
                source,
                target,
                arrived,
                Staging.DIRECT,
                rows + 1,
                columns + 1));
  }

  @InCore
  static void addAtRoot(
      @Shape("16, 16") Tensor<I32> input,
      @Shape("16, 16") @InOut Tensor<I32> output,
      @Shape("16, 16") Window<I32> source,
      @Shape("16, 16") Window<I32> sum,
      @Shape("1, 1") Signal arrived,
      int root) {
    source.store(input.load());
    sum.put(root, source, ADD);
    arrived.notify(root, at(0, 0), ADD, 1);
    if (sum.rank() == root) {
      arrived.await(at(0, 0), GE, sum.ranks());
      output.store(sum.load());
    }
  }

  @Host
  static void putAdding(
      World world,
      @Shape("ranks, 16, 16") Tensor<I32> inputs,
      @Shape("ranks, 16, 16") @InOut Tensor<I32> outputs,
      int root) {
    Window<I32> source = world.window(I32, shape(16, 16));
    Window<I32> sum = world.window(I32, shape(16, 16));
    Signal arrived = world.signal(shape(1, 1));
    world.forEachRank(r -> addAtRoot(inputs.at(r), outputs.at(r), source, sum, arrived, root));
  }

  @InCore
  static void putOneRow(
      @Shape("2, 64") Tensor<F32> input,
      @Shape("1, 64") @Out Tensor<F32> output,
      @Shape("2, 64") Window<F32> source,
      @Shape("2, 64") Window<F32> target,
      @Shape("1, 1") Signal arrived) {
    int peer = (source.rank() + 1) % source.ranks();
    source.store(input.load());
    target.row(1).put(peer, source.row(0));
    arrived.notify(peer, at(0, 0));
    arrived.await(at(0, 0));
    output.store(target.row(1).load());
  }

  @Host
  static void putRow(
      World world,
      @Shape("ranks, 2, 64") Tensor<F32> inputs,
      @Shape("ranks, 1, 64") @Out Tensor<F32> outputs) {
    Window<F32> source = world.window(F32, shape(2, 64));
    Window<F32> target = world.window(F32, shape(2, 64));
    Signal arrived = world.signal(shape(1, 1));
    world.forEachRank(r -> putOneRow(inputs.at(r), outputs.at(r), source, target, arrived));
  }

  /** The one before reads this rank, so that is who is told; the next one tells this rank. */
  @InCore
  static void getFromNext(
      @Shape("m, 64") Tensor<F32> input,
      @Shape("m, 64") @Out Tensor<F32> output,
      @Shape("m, 64") Window<F32> source,
      @Shape("m, 64") Window<F32> target,
      @Shape("1, 1") Signal ready) {
    int ranks = source.ranks();
    int me = source.rank();
    source.store(input.load());
    ready.notify((me + ranks - 1) % ranks, at(0, 0));
    ready.await(at(0, 0));
    source.get((me + 1) % ranks, target);
    output.store(target.load());
  }

  @Host
  static void getRing(
      World world,
      @Shape("ranks, 1, 64") Tensor<F32> inputs,
      @Shape("ranks, 1, 64") @Out Tensor<F32> outputs) {
    Window<F32> source = world.window(F32, shape(1, 64));
    Window<F32> target = world.window(F32, shape(1, 64));
    Signal ready = world.signal(shape(1, 1));
    world.forEachRank(r -> getFromNext(inputs.at(r), outputs.at(r), source, target, ready));
  }

  @InCore
  static void getOneRow(
      @Shape("2, 64") Tensor<F32> input,
      @Shape("1, 64") @Out Tensor<F32> output,
      @Shape("2, 64") Window<F32> source,
      @Shape("2, 64") Window<F32> target,
      @Shape("1, 1") Signal ready) {
    int ranks = source.ranks();
    int me = source.rank();
    source.store(input.load());
    ready.notify((me + ranks - 1) % ranks, at(0, 0));
    ready.await(at(0, 0));
    source.row(0).get((me + 1) % ranks, target.row(1));
    output.store(target.row(1).load());
  }

  @Host
  static void getRow(
      World world,
      @Shape("ranks, 2, 64") Tensor<F32> inputs,
      @Shape("ranks, 1, 64") @Out Tensor<F32> outputs) {
    Window<F32> source = world.window(F32, shape(2, 64));
    Window<F32> target = world.window(F32, shape(2, 64));
    Signal ready = world.signal(shape(1, 1));
    world.forEachRank(r -> getOneRow(inputs.at(r), outputs.at(r), source, target, ready));
  }
}
