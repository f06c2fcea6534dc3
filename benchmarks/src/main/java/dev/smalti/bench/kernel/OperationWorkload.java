package dev.smalti.bench.kernel;

import dev.smalti.bench.peer.Intrinsics;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** An operation with an input: what all of them have in common. */
abstract class OperationWorkload extends Workload {
  private static final float LIMIT = 4;

  private final Operation operation;

  OperationWorkload(Operation operation) {
    super(operation.shape(), Input.random(LIMIT, 1, operation.shape()));
    this.operation = operation;
  }

  @Override
  public double expected(int i) {
    return operation.expected(input(0).elements(), i);
  }

  @Override
  void generated(List<Tensor<F32>> from, Tensor<F32> to) {
    operation.generated(from.getFirst(), to);
  }

  @Override
  void intrinsics(Intrinsics c, List<MemorySegment> from, MemorySegment to) {
    operation.intrinsics(c, from.getFirst(), to);
  }
}
