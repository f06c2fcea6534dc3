package dev.smalti.bench.kernel;

import ai.djl.ndarray.NDArray;
import ai.djl.nn.Activation;
import dev.smalti.bench.peer.Torch;
import java.util.List;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.impl.transforms.strict.PreciseGELU;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Gelu of {@code a * x + b}, in its tanh form. Libraries compute their own: libtorch the form with
 * erf, since DJL has no method for the other one and it is the faster of the two there; ND4J the
 * tanh form with the cube of {@code 0.044715 x} in it.
 */
final class GeluWorkload extends OperationWorkload {
  /** The form with erf differs by so much, and that of ND4J. */
  private static final double ERF = 1e-3;

  private static final double CUBE = 0.1;

  GeluWorkload(int n) {
    super(new Gelu(n));
  }

  @Override
  public double tolerance(Competitor who, double expected) {
    return switch (who) {
      case TORCH_EAGER -> ERF;
      case ND4J -> CUBE;
      default -> super.tolerance(who, expected);
    };
  }

  @Override
  TorchForm torch(Torch torch, Competitor who) {
    return from -> {
      try (NDArray scaled = from.getFirst().mul(Gelu.A)) {
        return Activation.gelu(scaled.addi(Gelu.B));
      }
    };
  }

  @Override
  void nd4j(List<INDArray> from, INDArray to) {
    from.getFirst().muli(Gelu.A, to).addi(Gelu.B);
    Nd4j.getExecutioner().exec(new PreciseGELU(to, to));
  }
}
