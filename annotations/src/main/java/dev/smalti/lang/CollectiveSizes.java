package dev.smalti.lang;

import java.util.ArrayList;
import java.util.List;

/** How many elements the operands of a collective have; the compiler asks the same. */
final class CollectiveSizes {
  private final String name;
  private final int ranks;
  private final List<Tensor<?>> memory = new ArrayList<>();
  private final List<Signal> signals = new ArrayList<>();

  CollectiveSizes(String name, int ranks, Object... operands) {
    this.name = name;
    this.ranks = ranks;
    for (Object operand : operands) {
      if (operand instanceof Tensor<?> tensor) {
        memory.add(tensor);
      } else if (operand instanceof Signal signal) {
        signals.add(signal);
      }
    }
  }

  /**
   * Refuses operands that do not fit.
   *
   * @throws IllegalArgumentException if one has more or fewer elements than the collective moves,
   *     or a signal has no cell for each rank
   */
  void check() {
    signals.forEach(this::cells);
    if (memory.size() < 2) {
      return;
    }
    Tensor<?> target = memory.get(0);
    Tensor<?> input = memory.get(1);
    switch (name) {
      case "allGather", "gather" -> same(target, count(target), ranks * count(input));
      case "scatter", "reduceScatter" -> same(input, count(input), ranks * count(target));
      case "allToAllV" -> {
        sameShape(input, target);
        divides(target, target.shape()[0], "rows");
        same(memory.get(2), count(memory.get(2)), ranks);
        same(memory.get(3), count(memory.get(3)), ranks);
      }
      case "allToAll" -> {
        same(input, count(input), count(target));
        divides(target, count(target), "elements");
      }
      default -> same(input, count(input), count(target));
    }
  }

  private static long count(Tensor<?> tensor) {
    return Shapes.count("the shape of ", tensor.shape());
  }

  private void same(Tensor<?> operand, long count, long needed) {
    if (count != needed) {
      throw new IllegalArgumentException(
          "%s has %d elements, %s on %d ranks needs %d; take a view of the larger, or allocate it with the shape that is needed"
              .formatted(operand, count, name, ranks, needed));
    }
  }

  private void sameShape(Tensor<?> operand, Tensor<?> target) {
    for (int axis = 0; axis < target.axes(); axis++) {
      if (operand.dim(axis) != target.dim(axis)) {
        throw new IllegalArgumentException(
            "axis %d of %s is %d, of %s %d: %s needs the same shape"
                .formatted(axis, operand, operand.dim(axis), target, target.dim(axis), name));
      }
    }
  }

  private void cells(Signal signal) {
    long cells = 1;
    for (int axis = 0; axis < signal.axes(); axis++) {
      cells *= signal.extent(axis);
    }
    if (cells < ranks) {
      throw new IllegalArgumentException(
          "%s has %d cells, %s on %d ranks needs one for each; make it with world.signalFor"
              .formatted(signal, cells, name, ranks));
    }
  }

  private void divides(Tensor<?> operand, long count, String what) {
    if (count % ranks != 0) {
      throw new IllegalArgumentException(
          "%s has %d %s, %s needs a part for each of %d ranks"
              .formatted(operand, count, what, name, ranks));
    }
  }
}
