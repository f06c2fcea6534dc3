package dev.smalti.lang;

import java.util.ArrayList;
import java.util.List;

/** How many elements the operands of a collective have; the compiler asks the same. */
final class CollectiveSizes {
  private final String name;
  private final int ranks;
  private final List<Tensor<?>> memory = new ArrayList<>();

  CollectiveSizes(String name, int ranks, Object... operands) {
    this.name = name;
    this.ranks = ranks;
    for (Object operand : operands) {
      if (operand instanceof Tensor<?> tensor) {
        memory.add(tensor);
      }
    }
  }

  /**
   * Refuses operands that do not fit.
   *
   * @throws IllegalArgumentException if one has more or fewer elements than the collective moves
   */
  void check() {
    if (memory.size() < 2) {
      return;
    }
    Tensor<?> target = memory.get(0);
    Tensor<?> input = memory.get(1);
    switch (name) {
      case "allGather", "gather" -> same(target, count(target), ranks * count(input));
      case "scatter", "reduceScatter" -> same(input, count(input), ranks * count(target));
      case "allToAllV" -> {
        same(input, count(input), count(target));
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

  private void divides(Tensor<?> operand, long count, String what) {
    if (count % ranks != 0) {
      throw new IllegalArgumentException(
          "%s has %d %s, %s needs a part for each of %d ranks"
              .formatted(operand, count, what, name, ranks));
    }
  }
}
