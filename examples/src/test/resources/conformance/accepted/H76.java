import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** All-reduce of every element type. */
final class H76 {
  @InCore
  static <T extends DType> void stage(@Shape("n") Tensor<I32> x, @Shape("n") @Out Tensor<T> data) {
    data.store(x.load().cast(data.dtype()));
  }

  @InCore
  static <T extends DType> void show(@Shape("n") Tensor<T> data, @Shape("n") @Out Tensor<I32> y) {
    y.store(data.load().cast(I32));
  }

  @Host(sizes = "n = 17")
  static void program(
      World world, @Shape("ranks, n") Tensor<I32> x, @Shape("ranks, 5 * n") @Out Tensor<I32> y) {
    Window<BF16> ofBF16 = world.window(BF16, shape(x.dim(1)));
    Window<I32> ofI32 = world.window(I32, shape(x.dim(1)));
    Window<I64> ofI64 = world.window(I64, shape(x.dim(1)));
    Window<F64> ofF64 = world.window(F64, shape(x.dim(1)));
    Window<I16> ofI16 = world.window(I16, shape(x.dim(1)));
    world.forEachRank(r -> stage(x.at(r), ofBF16));
    ofBF16.allReduce(SUM);
    world.forEachRank(r -> show(ofBF16, y.at(r).slice(at(0 * x.dim(1)), shape(x.dim(1)))));
    world.forEachRank(r -> stage(x.at(r), ofI32));
    ofI32.allReduce(SUM);
    world.forEachRank(r -> show(ofI32, y.at(r).slice(at(1 * x.dim(1)), shape(x.dim(1)))));
    world.forEachRank(r -> stage(x.at(r), ofI64));
    ofI64.allReduce(SUM);
    world.forEachRank(r -> show(ofI64, y.at(r).slice(at(2 * x.dim(1)), shape(x.dim(1)))));
    world.forEachRank(r -> stage(x.at(r), ofF64));
    ofF64.allReduce(SUM);
    world.forEachRank(r -> show(ofF64, y.at(r).slice(at(3 * x.dim(1)), shape(x.dim(1)))));
    world.forEachRank(r -> stage(x.at(r), ofI16));
    ofI16.allReduce(SUM);
    world.forEachRank(r -> show(ofI16, y.at(r).slice(at(4 * x.dim(1)), shape(x.dim(1)))));
  }

  static void check() {
    int ranks = 3;
    int n = 17;
    int m = 5 * 17;
    int[] x = new int[ranks * n];
    int[] y = new int[ranks * m];
    int[] expected = new int[ranks * m];
    for (int i = 0; i < x.length; i++) {
      x[i] = i % 7 - 2;
    }
    for (int i = 0; i < expected.length; i++) {
      int column = i % n;
      expected[i] = x[column] + x[n + column] + x[2 * n + column];
    }
    try (DevicePool pool = DevicePool.threads(ranks);
        H76Programs.Program program = H76Programs.program().prepare(pool)) {
      program.run(Tensor.of(x, ranks, n), Tensor.of(y, ranks, m));
    }
    assertThat(y).isEqualTo(expected);
  }
}
