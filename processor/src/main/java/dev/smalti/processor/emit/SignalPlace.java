package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Dim;
import java.util.ArrayList;
import java.util.List;

/**
 * A signal or a view of one, as locals of a generated method.
 *
 * @param name the user's name, for reports
 * @param signal the local that holds the signal
 * @param fixed coordinates of the leading axes that a view dropped
 * @param offsets what a view adds to the coordinates of the remaining axes
 * @param shape the extents
 */
record SignalPlace(
    String name, String signal, List<Java> fixed, List<Java> offsets, List<Dim> shape) {
  SignalPlace {
    fixed = List.copyOf(fixed);
    offsets = List.copyOf(offsets);
    shape = List.copyOf(shape);
  }

  /** Coordinates in the signal itself. */
  List<Java> coordinates(List<Java> indices) {
    List<Java> all = new ArrayList<>(fixed);
    for (int axis = 0; axis < indices.size(); axis++) {
      Java offset = offsets.get(axis);
      Java index = indices.get(axis);
      all.add(offset.isZero() ? index : index.isZero() ? offset : offset.plus(index));
    }
    return all;
  }

  /** Whether coordinates of this are checked when the signal checks its own. */
  boolean isWhole() {
    return fixed.isEmpty() && offsets.stream().allMatch(Java::isZero);
  }
}
