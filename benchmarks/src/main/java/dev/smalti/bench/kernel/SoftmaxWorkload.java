package dev.smalti.bench.kernel;

import dev.smalti.bench.peer.Torch;

/** Softmax of each row. */
final class SoftmaxWorkload extends OperationWorkload {
  SoftmaxWorkload(int rows, int columns) {
    super(new Softmax(rows, columns));
  }

  @Override
  TorchForm torch(Torch torch, Competitor who) {
    return from -> from.getFirst().softmax(-1);
  }
}
