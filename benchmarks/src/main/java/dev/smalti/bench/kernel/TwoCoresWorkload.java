package dev.smalti.bench.kernel;

import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import java.util.List;

/** The product of two square matrices of even size on two cores. */
final class TwoCoresWorkload extends MatmulWorkload {
  TwoCoresWorkload(int n) {
    super(n);
  }

  @Override
  void generated(List<Tensor<F32>> from, Tensor<F32> to) {
    ProductsKernels.onTwoCores(from.get(0), from.get(1), to);
  }
}
