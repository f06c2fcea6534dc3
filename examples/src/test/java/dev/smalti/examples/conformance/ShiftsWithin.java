package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * Stores to a window what was read from it one element before, and adds 1: a tile is read as a
 * whole before its place changes, whichever way the instance is named, and however long it is.
 */
final class ShiftsWithin {
  static final int SIZE = 9001;

  private ShiftsWithin() {}

  /** Read from the own instance by its name. */
  @InCore
  static void local(@Shape("SIZE") @InOut Window<F32> data) {
    data.store(data.load(at(0), shape(SIZE - 1)).add(1f), at(1));
  }

  /** Read from the own instance as that of a peer, which this rank is. */
  @InCore
  static void remoteRead(@Shape("SIZE") @InOut Window<F32> data) {
    data.store(data.remoteLoad(data.rank(), at(0), shape(SIZE - 1)).add(1f), at(1));
  }

  /** Written as that of a peer. */
  @InCore
  static void remoteWrite(@Shape("SIZE") Window<F32> data) {
    data.remoteStore(data.rank(), data.load(at(0), shape(SIZE - 1)).add(1f), at(1));
  }

  /** Both as that of a peer, and both ends of the sum are in it. */
  @InCore
  static void remote(@Shape("SIZE") Window<F32> data) {
    int me = data.rank();
    data.remoteStore(
        me,
        data.remoteLoad(me, at(0), shape(SIZE - 2))
            .add(data.remoteLoad(me, at(2), shape(SIZE - 2))),
        at(1));
  }

  /** A copy. */
  @InCore
  static void copy(@Shape("SIZE") Window<F32> data) {
    data.remoteStore(data.rank(), data.remoteLoad(data.rank(), at(0), shape(SIZE - 1)), at(1));
  }

  @Host
  static void shifts(
      World world,
      @Shape("ranks, SIZE") Tensor<F32> inputs,
      @Shape("ranks, SIZE") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(SIZE));
    world.forEachRank(r -> Copies.publish(inputs.at(r), data));
    world.forEachRank(r -> local(data));
    world.forEachRank(r -> remoteRead(data));
    world.forEachRank(r -> remoteWrite(data));
    world.forEachRank(r -> remote(data));
    world.forEachRank(r -> copy(data));
    world.forEachRank(r -> Copies.fetch(data, outputs.at(r)));
  }
}
