package dev.smalti.bench.kernel;

import ai.djl.ndarray.NDArray;
import ai.djl.nn.Activation;
import dev.smalti.bench.peer.Torch;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import java.util.List;

/** The product of two square matrices, plus a bias, and gelu in its form with erf. */
final class LinearWorkload extends MatmulWorkload {
  LinearWorkload(int n) {
    super(n, Input.random(1, 3, 1, n));
  }

  @Override
  public double expected(int i) {
    double v = product(i) + input(2).elements()[i % n];
    return v / 2 * (1 + erf(v / Math.sqrt(2)));
  }

  /** By its series, and one or minus one where that needs too many terms. */
  private static double erf(double x) {
    if (Math.abs(x) > 5) {
      return Math.signum(x);
    }
    double term = x;
    double sum = x;
    for (int k = 1; k < 120; k++) {
      term *= -x * x / k;
      sum += term / (2 * k + 1);
    }
    return 2 / Math.sqrt(Math.PI) * sum;
  }

  @Override
  void generated(List<Tensor<F32>> from, Tensor<F32> to) {
    ProductsKernels.linear(from.get(0), from.get(1), from.get(2), to);
  }

  @Override
  TorchForm torch(Torch torch, Competitor who) {
    return from -> {
      try (NDArray product = from.get(0).matMul(from.get(1))) {
        return Activation.gelu(product.addi(from.get(2)));
      }
    };
  }
}
