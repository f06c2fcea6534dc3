package dev.smalti.bench.kernel;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import dev.smalti.bench.peer.Torch;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import java.util.List;
import java.util.function.Function;

/**
 * Attention of each head, with all keys: the softmax of {@code q k' / sqrt(d)}, times {@code v}.
 */
final class AttentionWorkload extends Workload {
  private static final float LIMIT = 2;

  private final int heads;
  private final int length;
  private final int depth;

  AttentionWorkload(int heads, int length, int depth) {
    super(
        new long[] {heads, length, depth},
        Input.random(LIMIT, 1, heads, length, depth),
        Input.random(LIMIT, 2, heads, length, depth),
        Input.random(LIMIT, 3, heads, length, depth));
    this.heads = heads;
    this.length = length;
    this.depth = depth;
  }

  @Override
  public double expected(int i) {
    int query = i / depth;
    int head = query / length * length;
    double sum = 0;
    double weights = 0;
    for (int key = head; key < head + length; key++) {
      double weight = Math.exp(score(query, key));
      weights += weight;
      sum += weight * input(2).elements()[key * depth + i % depth];
    }
    return sum / weights;
  }

  private double score(int query, int key) {
    double sum = 0;
    for (int j = 0; j < depth; j++) {
      sum += (double) input(0).elements()[query * depth + j] * input(1).elements()[key * depth + j];
    }
    return sum / Math.sqrt(depth);
  }

  @Override
  public double tolerance(Competitor who, double expected) {
    return 2e-5;
  }

  @Override
  void generated(List<Tensor<F32>> from, Tensor<F32> to) {
    FlashAttentionKernels.attention(from.get(0), from.get(1), from.get(2), to);
  }

  /** The kernel that never stores the scores asks for a batch, of one here. */
  @Override
  TorchForm torch(Torch torch, Competitor who) {
    Function<List<NDArray>, NDArray> function =
        torch.script(who == Competitor.TORCH_FUSED ? "sdpa" : "attn");
    Shape batch = new Shape(1, heads, length, depth);
    return from -> {
      try (NDArray q = from.get(0).reshape(batch);
          NDArray k = from.get(1).reshape(batch);
          NDArray v = from.get(2).reshape(batch)) {
        return function.apply(List.of(q, k, v));
      }
    };
  }
}
