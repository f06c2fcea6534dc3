package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class TypedViews {
  @InCore
  static void sizes(
      @Shape("4, 8") Window<F32> data, @Shape("n") Window<U8> bytes, @Shape("n") Tensor<I8> z, @Shape("4, 8") @Out Tensor<I32> y) {
    y.store(data.as(I32, shape(4, 8)).load());
    y.store(data.as(I32, shape(4, 9)).load(at(0, 0), shape(4, 8))); // error: SML-218 at 12:20 a view I32 [4, 9] needs more bytes than data has, which is F32 [4, 8]: 144 of 128
    y.row(0).store(bytes.as(I8, shape(bytes.dim(0) + 1)).load(at(0), shape(8)).cast(I32)); // error: SML-218 at 13:28 I8 [n + 1]
    y.row(1).store(data.row(1).as(I16, shape(17)).load(at(0), shape(8)).cast(I32)); // error: SML-218 at 14:34 34 of 32
    y.row(2).store(data.as(I8, shape(8, 0)).load(at(0, 0), shape(1, 8)).cast(I32)); // error: SML-209 at 15:27
    y.row(3).store(data.slice(at(0, 0), shape(4, 4)).as(I32, shape(8)).load()); // error: SML-204 at 16:56 one behind
    y.store(data.as(F64, shape(65536, 65536, 65536, 65536)).load(at(0, 0, 0, 0), shape(1, 1, 4, 8)).cast(I32)); // error: SML-218 at 17:20
  }

  @InCore
  static void use(@Shape("?") Window<I64> longs) {
    longs.write(at(0), 1);
  }

  @Host
  static void starts(World world) {
    Window<U8> bytes = world.window(U8, shape(64));
    Window<I32> ints = world.window(I32, shape(4, 3));
    world.forEachRank(_ -> use(bytes.slice(at(8), shape(16)).as(I64, shape(2))));
    world.forEachRank(_ -> use(bytes.slice(at(12), shape(16)).as(I64, shape(2)))); // error: SML-218 at 30:65 bytesView2 starts at byte 12 of its allocation, an element of I64 starts at a multiple of 8
    world.forEachRank(_ -> use(ints.row(2).as(I64, shape(1))));
    world.forEachRank(_ -> use(ints.row(1).as(I64, shape(1)))); // error: SML-218 at 32:46 byte 12
    world.forEachRank(_ -> use(ints.as(I16, shape(4, 6)).at(1).slice(at(1), shape(5)).as(I64, shape(1)))); // error: SML-218 at 33:89 byte 14
  }
}
