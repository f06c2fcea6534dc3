package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Windows of every element type: each is stored, loaded, loaded and stored remotely, and added. */
final class WindowTypes {
  private WindowTypes() {}

  @InCore
  static <T extends DType> void exchange(
      @Shape("1, n") Tensor<T> input,
      @Shape("3, n") @Out Tensor<T> output,
      @Shape("2, n") @InOut Window<T> data,
      @Shape("ranks, 1") Signal arrived) {
    int next = (data.rank() + 1) % data.ranks();
    Extent row = shape(1, input.dim(1));
    data.store(input.load(), at(0, 0));
    data.store(input.load(), at(1, 0));
    arrived.barrier();
    data.remoteStore(next, input.load(), at(1, 0), ADD);
    output.store(data.remoteLoad(next, at(0, 0), row), at(0, 0));
    arrived.barrier();
    output.store(data.load(at(1, 0), row), at(1, 0));
    output.store(input.load(), at(2, 0));
    output.store(data.load(at(0, 0), row), at(2, 0), ADD);
  }

  @Host
  static void halves(
      World world,
      @Shape("ranks, 1, n") Tensor<F16> f16,
      @Shape("ranks, 3, n") @Out Tensor<F16> f16s,
      @Shape("ranks, 1, n") Tensor<BF16> bf16,
      @Shape("ranks, 3, n") @Out Tensor<BF16> bf16s) {
    Window<F16> first = world.window(F16, shape(2, f16.dim(-1)));
    Window<BF16> second = world.window(BF16, shape(2, f16.dim(-1)));
    Signal arrived = world.signal(shape(world.size(), 1));
    world.forEachRank(r -> exchange(f16.at(r), f16s.at(r), first, arrived));
    world.forEachRank(r -> exchange(bf16.at(r), bf16s.at(r), second, arrived));
  }

  @Host
  static void integers(
      World world,
      @Shape("ranks, 1, n") Tensor<I8> i8,
      @Shape("ranks, 3, n") @Out Tensor<I8> i8s,
      @Shape("ranks, 1, n") Tensor<I16> i16,
      @Shape("ranks, 3, n") @Out Tensor<I16> i16s,
      @Shape("ranks, 1, n") Tensor<U8> u8,
      @Shape("ranks, 3, n") @Out Tensor<U8> u8s) {
    Window<I8> first = world.window(I8, shape(2, i8.dim(-1)));
    Window<I16> second = world.window(I16, shape(2, i8.dim(-1)));
    Window<U8> third = world.window(U8, shape(2, i8.dim(-1)));
    Signal arrived = world.signal(shape(world.size(), 1));
    world.forEachRank(r -> exchange(i8.at(r), i8s.at(r), first, arrived));
    world.forEachRank(r -> exchange(i16.at(r), i16s.at(r), second, arrived));
    world.forEachRank(r -> exchange(u8.at(r), u8s.at(r), third, arrived));
  }
}
