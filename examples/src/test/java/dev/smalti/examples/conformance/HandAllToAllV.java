package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** All-to-all-v by hand: every rank puts as many of its rows to each other one as it counts. */
final class HandAllToAllV {
  /** Rows that a rank has for another one. */
  private static final int MOST = 4;

  private HandAllToAllV() {}

  @InCore
  static void push(
      @Shape("4 * ranks, 64") Tensor<F32> input,
      @Shape("ranks") Tensor<I32> counts,
      @Shape("4 * ranks, 64") @Out Tensor<F32> output,
      @Shape("ranks") @Out Tensor<I32> receivedCounts,
      @Shape("4 * ranks, 64") Window<F32> data,
      @Shape("ranks") Window<I32> received,
      @Shape("ranks") Signal arrived) {
    int me = data.rank();
    for (int peer : range(data.ranks())) {
      int rows = Math.min(Math.max(counts.readInt(at(peer)), 0), MOST);
      received.remoteStore(peer, Tile.fill(I32, shape(1), rows), at(me));
      if (rows > 0) {
        data.rows(me * MOST, rows).put(peer, input.rows(peer * MOST, rows));
      }
      arrived.notify(peer, at(me));
    }
    for (int source : range(data.ranks())) {
      arrived.await(at(source));
      receivedCounts.write(at(source), received.readInt(at(source)));
      for (int row : range(source * MOST, (source + 1) * MOST)) {
        output.row(row).store(data.row(row).load());
      }
    }
  }

  @Host
  static void exchange(
      World world,
      @Shape("ranks, 4 * ranks, 64") Tensor<F32> inputs,
      @Shape("ranks, ranks") Tensor<I32> counts,
      @Shape("ranks, 4 * ranks, 64") @Out Tensor<F32> outputs,
      @Shape("ranks, ranks") @Out Tensor<I32> receivedCounts) {
    Window<F32> data = world.window(F32, shape(4L * world.size(), 64));
    Window<I32> received = world.window(I32, shape(world.size()));
    Signal arrived = world.signal(shape(world.size()));
    world.forEachRank(
        r ->
            push(
                inputs.at(r),
                counts.at(r),
                outputs.at(r),
                receivedCounts.at(r),
                data,
                received,
                arrived));
  }
}
