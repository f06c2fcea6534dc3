package dev.smalti.bench.kernel;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.norm.LayerNorm;
import dev.smalti.bench.peer.Intrinsics;
import dev.smalti.bench.peer.Torch;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** LayerNorm of each row, times weights, plus a bias. */
final class LayerNormWorkload extends NormWorkload {
  LayerNormWorkload(int rows, int columns) {
    super(rows, columns, 2);
  }

  @Override
  public double expected(int i) {
    double mean = mean(i);
    double norm = (x(i) - mean) / Math.sqrt(square(i, mean) + EPSILON);
    return norm * vector(1, i) + vector(2, i);
  }

  @Override
  void generated(List<Tensor<F32>> from, Tensor<F32> to) {
    RowNormsKernels.layerNorm(from.get(0), from.get(1), from.get(2), to);
  }

  @Override
  void intrinsics(Intrinsics c, List<MemorySegment> from, MemorySegment to) {
    c.layerNorm(to, from.get(0), from.get(1), from.get(2), rows, columns);
  }

  @Override
  TorchForm torch(Torch torch, Competitor who) {
    Shape row = new Shape(columns);
    NDArray weight = torch.array(input(1).elements(), columns);
    NDArray bias = torch.array(input(2).elements(), columns);
    return from ->
        LayerNorm.layerNorm(from.getFirst(), row, weight, bias, EPSILON).singletonOrThrow();
  }
}
