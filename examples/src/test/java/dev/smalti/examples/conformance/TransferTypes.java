package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Transfers of every element type: of tensors and windows, whole, strided, in pieces and added. */
final class TransferTypes {
  private TransferTypes() {}

  @InCore
  static <T extends DType> void moves(
      @Shape("4, n") Tensor<T> input,
      @Shape("6, 4, n") @Out Tensor<T> output,
      @Shape("6, 4, n") @InOut Window<T> data,
      @Shape("ranks, 1") Signal arrived) {
    int next = (data.rank() + 1) % data.ranks();
    int less = input.dim(1) - 1;
    data.at(0).store(input.load());
    data.at(1).store(input.load());
    arrived.barrier();
    data.at(2).put(next, input);
    data.at(3).put(next, data.at(0));
    data.at(1).put(next, input, ADD, chunk(3, 5));
    data.slice(at(4, 0, 1), shape(1, 4, less))
        .put(next, data.slice(at(0, 0, 0), shape(1, 4, less)), chunk(3, 2));
    arrived.barrier();
    data.at(0).get(next, output.at(0));
    data.at(0)
        .slice(at(0, 1), shape(4, less))
        .get(next, data.at(5).slice(at(0, 0), shape(4, less)));
    for (int plane : range(1, 6)) {
      data.at(plane).get(data.rank(), output.at(plane));
    }
  }

  @InCore
  static void flags(
      @Shape("4, n") Tensor<BOOL> input,
      @Shape("2, 4, n") @Out Tensor<BOOL> output,
      @Shape("4, n") Window<BOOL> data,
      @Shape("ranks, 1") Signal arrived) {
    int next = (data.rank() + 1) % data.ranks();
    data.put(next, input);
    arrived.barrier();
    data.get(next, output.at(0));
    output.at(1).store(data.load());
  }

  @Host
  static void floats(
      World world,
      @Shape("ranks, 4, n") Tensor<F16> f16,
      @Shape("ranks, 6, 4, n") @Out Tensor<F16> f16s,
      @Shape("ranks, 4, n") Tensor<BF16> bf16,
      @Shape("ranks, 6, 4, n") @Out Tensor<BF16> bf16s,
      @Shape("ranks, 4, n") Tensor<F32> f32,
      @Shape("ranks, 6, 4, n") @Out Tensor<F32> f32s,
      @Shape("ranks, 4, n") Tensor<F64> f64,
      @Shape("ranks, 6, 4, n") @Out Tensor<F64> f64s) {
    Extent box = shape(6, 4, f16.dim(-1));
    Window<F16> first = world.window(F16, box);
    Window<BF16> second = world.window(BF16, box);
    Window<F32> third = world.window(F32, box);
    Window<F64> fourth = world.window(F64, box);
    Signal arrived = world.signal(shape(world.size(), 1));
    world.forEachRank(r -> moves(f16.at(r), f16s.at(r), first, arrived));
    world.forEachRank(r -> moves(bf16.at(r), bf16s.at(r), second, arrived));
    world.forEachRank(r -> moves(f32.at(r), f32s.at(r), third, arrived));
    world.forEachRank(r -> moves(f64.at(r), f64s.at(r), fourth, arrived));
  }

  @Host
  static void integers(
      World world,
      @Shape("ranks, 4, n") Tensor<I8> i8,
      @Shape("ranks, 6, 4, n") @Out Tensor<I8> i8s,
      @Shape("ranks, 4, n") Tensor<I16> i16,
      @Shape("ranks, 6, 4, n") @Out Tensor<I16> i16s,
      @Shape("ranks, 4, n") Tensor<I32> i32,
      @Shape("ranks, 6, 4, n") @Out Tensor<I32> i32s,
      @Shape("ranks, 4, n") Tensor<I64> i64,
      @Shape("ranks, 6, 4, n") @Out Tensor<I64> i64s,
      @Shape("ranks, 4, n") Tensor<U8> u8,
      @Shape("ranks, 6, 4, n") @Out Tensor<U8> u8s,
      @Shape("ranks, 4, n") Tensor<BOOL> bool,
      @Shape("ranks, 2, 4, n") @Out Tensor<BOOL> bools) {
    Extent box = shape(6, 4, i8.dim(-1));
    Window<I8> first = world.window(I8, box);
    Window<I16> second = world.window(I16, box);
    Window<I32> third = world.window(I32, box);
    Window<I64> fourth = world.window(I64, box);
    Window<U8> fifth = world.window(U8, box);
    Window<BOOL> sixth = world.window(BOOL, shape(4, i8.dim(-1)));
    Signal arrived = world.signal(shape(world.size(), 1));
    world.forEachRank(r -> moves(i8.at(r), i8s.at(r), first, arrived));
    world.forEachRank(r -> moves(i16.at(r), i16s.at(r), second, arrived));
    world.forEachRank(r -> moves(i32.at(r), i32s.at(r), third, arrived));
    world.forEachRank(r -> moves(i64.at(r), i64s.at(r), fourth, arrived));
    world.forEachRank(r -> moves(u8.at(r), u8s.at(r), fifth, arrived));
    world.forEachRank(r -> flags(bool.at(r), bools.at(r), sixth, arrived));
  }
}
