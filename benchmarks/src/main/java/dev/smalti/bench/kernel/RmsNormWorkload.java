package dev.smalti.bench.kernel;

import ai.djl.ndarray.NDArray;
import dev.smalti.bench.peer.Intrinsics;
import dev.smalti.bench.peer.Torch;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** RMSNorm of each row, times weights. */
final class RmsNormWorkload extends NormWorkload {
  RmsNormWorkload(int rows, int columns) {
    super(rows, columns, 1);
  }

  @Override
  public double expected(int i) {
    return x(i) / Math.sqrt(square(i, 0) + EPSILON) * vector(1, i);
  }

  @Override
  void generated(List<Tensor<F32>> from, Tensor<F32> to) {
    RowNormsKernels.rmsNorm(from.get(0), from.get(1), to);
  }

  @Override
  void intrinsics(Intrinsics c, List<MemorySegment> from, MemorySegment to) {
    c.rmsNorm(to, from.get(0), from.get(1), rows, columns);
  }

  @Override
  TorchForm torch(Torch torch, Competitor who) {
    return from -> {
      NDArray x = from.get(0);
      try (NDArray squares = x.mul(x);
          NDArray mean = squares.mean(new int[] {-1}, true);
          NDArray root = mean.addi(EPSILON).sqrt()) {
        return x.div(root).muli(from.get(1));
      }
    };
  }
}
