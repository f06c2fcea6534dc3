import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class T8 {
  @InCore
  static void kernel(
      @Shape("8") Tensor<F32> x,
      @Shape("8") Tensor<F16> h,
      @Shape("8") Tensor<I32> k,
      @Shape("8") @Out Tensor<F32> y,
      double d) {
    y.store(x.load().cast(F32)); // rejected
    y.store(h.load().cast(F32, FLOOR)); // rejected
    y.store(x.load().cast(F32, FLOOR)); // rejected
    y.store(k.load().cast(F32, FLOOR)); // rejected
    y.store(x.load().cast("F32")); // rejected
    y.store(x.load().cast(F16)); // rejected
    y.store(x.load().add(d.cast(F32))); // rejected
    y.store(x.load().cast(I32, SUM).cast(F32)); // rejected
  }
}
