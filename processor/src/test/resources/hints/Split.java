import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** A kernel that is long, and one that is not. */
final class Split {
  @InCore
  static void four(
      @Shape("m, 64") Tensor<F32> x,
      @Shape("64, 64") Tensor<F32> a,
      @Shape("64, 64") Tensor<F32> b,
      @Shape("m, 64") @Out Tensor<F32> y,
      @Shape("m, 64") @Out Tensor<F32> z) {
    y.store(x.load().matmul(a.load()));
    z.store(x.load().matmul(b.load()));
    y.store(x.load().matmul(b.load().transpose()));
    z.store(x.load().matmul(a.load().transpose()));
  }

  @InCore
  static void one(
      @Shape("m, 64") Tensor<F32> x,
      @Shape("64, 64") Tensor<F32> a,
      @Shape("m, 64") @Out Tensor<F32> y) {
    y.store(x.load().matmul(a.load()));
  }
}

// note: SML-806 at 14:12 the code goes on in a method of its own here: HotSpot does not compile a long one well
