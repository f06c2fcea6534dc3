package dev.smalti.bench.kernel;

import dev.smalti.bench.peer.OpenBlas;
import dev.smalti.bench.peer.Torch;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Stream;
import org.ejml.data.FMatrixRMaj;
import org.ejml.dense.row.CommonOps_FDRM;

/** The product of two square matrices. */
class MatmulWorkload extends Workload {
  final int n;

  MatmulWorkload(int n, Input... more) {
    super(new long[] {n, n}, inputs(n, more));
    this.n = n;
  }

  private static Input[] inputs(int n, Input... more) {
    return Stream.concat(
            Stream.of(Input.random(1, 1, n, n), Input.random(1, 2, n, n)), Stream.of(more))
        .toArray(Input[]::new);
  }

  @Override
  public double expected(int i) {
    return product(i);
  }

  final double product(int i) {
    float[] a = input(0).elements();
    float[] b = input(1).elements();
    double sum = 0;
    for (int k = 0; k < n; k++) {
      sum += (double) a[i / n * n + k] * b[k * n + i % n];
    }
    return sum;
  }

  @Override
  public double tolerance(Competitor who, double expected) {
    return 2e-5 * Math.sqrt(n); // what its terms add up to, whatever their signs
  }

  @Override
  void generated(List<Tensor<F32>> from, Tensor<F32> to) {
    ProductsKernels.product(from.get(0), from.get(1), to);
  }

  @Override
  void openBlas(OpenBlas blas, List<MemorySegment> from, MemorySegment to) {
    blas.multiply(to, from.get(0), from.get(1), n);
  }

  @Override
  TorchForm torch(Torch torch, Competitor who) {
    return from -> from.get(0).matMul(from.get(1));
  }

  @Override
  void ejml(List<FMatrixRMaj> from, FMatrixRMaj to) {
    CommonOps_FDRM.mult(from.get(0), from.get(1), to);
  }
}
