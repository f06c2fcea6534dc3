import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** One definition of an all-reduce, for every element type and operator. */
public final class GenericSums {
  private GenericSums() {}

  /** Waits until every rank is here; row {@code first + r} of the cells is for rank r. */
  @Inline
  static void meet(Signal arrived, int first, int me, int ranks) {
    for (int peer : range(ranks)) {
      if (peer != me) {
        arrived.notify(peer, at(first + me, 0));
      }
    }
    for (int source : range(ranks)) {
      if (source != me) {
        arrived.await(at(first + source, 0));
      }
    }
  }

  /** Every rank combines what all ranks have, in the order of the ranks. */
  @InCore
  static <T extends DType> void allReduce(
      @Shape("?, ?") Window<T> data, @Shape("2 * ranks, 1") Signal arrived, @Const Reduce op) {
    int ranks = data.ranks();
    meet(arrived, 0, data.rank(), ranks);
    Tile<T> sum = data.remoteLoad(0);
    for (int peer : range(1, ranks)) {
      sum = sum.combine(data.remoteLoad(peer), op);
    }
    meet(arrived, ranks, data.rank(), ranks);
    data.store(sum);
  }

  @InCore
  static <T extends DType> void copy(
      @Shape("rows, n") Tensor<T> from, @Shape("rows, n") @Out Tensor<T> to) {
    to.store(from.load());
  }

  @Jit
  static <T extends DType> void perDevice(
      @Shape("rows, n") Tensor<T> input,
      @Shape("rows, n") @Out Tensor<T> output,
      @Shape("rows, n") Window<T> data,
      @Shape("2 * ranks, 1") Signal arrived,
      @Const Reduce op) {
    copy(input, data);
    allReduce(data, arrived, op);
    copy(data, output);
  }

  @Host
  static void sumF32(
      World world,
      @Shape("ranks, 2, n") Tensor<F32> inputs,
      @Shape("ranks, 2, n") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(2, inputs.dim(2)));
    Signal arrived = world.signal(shape(2 * world.size(), 1));
    world.forEachRank(r -> perDevice(inputs.at(r), outputs.at(r), data, arrived, SUM));
  }

  @Host
  static void maxF32(
      World world,
      @Shape("ranks, 2, n") Tensor<F32> inputs,
      @Shape("ranks, 2, n") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(2, inputs.dim(2)));
    Signal arrived = world.signal(shape(2 * world.size(), 1));
    world.forEachRank(r -> perDevice(inputs.at(r), outputs.at(r), data, arrived, MAX));
  }

  @Host
  static void sumI64(
      World world,
      @Shape("ranks, 2, n") Tensor<I64> inputs,
      @Shape("ranks, 2, n") @Out Tensor<I64> outputs) {
    Window<I64> data = world.window(I64, shape(2, inputs.dim(2)));
    Signal arrived = world.signal(shape(2 * world.size(), 1));
    world.forEachRank(r -> perDevice(inputs.at(r), outputs.at(r), data, arrived, SUM));
  }

  @Host
  static void maxI64(
      World world,
      @Shape("ranks, 2, n") Tensor<I64> inputs,
      @Shape("ranks, 2, n") @Out Tensor<I64> outputs) {
    Window<I64> data = world.window(I64, shape(2, inputs.dim(2)));
    Signal arrived = world.signal(shape(2 * world.size(), 1));
    world.forEachRank(r -> perDevice(inputs.at(r), outputs.at(r), data, arrived, MAX));
  }
}
