package dev.smalti.examples.conformance;

import dev.smalti.lang.DType;
import dev.smalti.lang.Tensor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tensors of one run. */
public final class Arguments {
  private final Map<Slot<?>, Placement.Placed<?>> placed = new HashMap<>();

  Arguments(List<Slot<?>> slots, Placement placement) {
    slots.forEach(slot -> placed.put(slot, placement.place(slot)));
  }

  /** The tensor for a slot. */
  @SuppressWarnings("unchecked") // It was placed for this slot.
  public <T extends DType> Tensor<T> of(Slot<T> slot) {
    return (Tensor<T>) placed(slot).tensor();
  }

  Placement.Placed<?> placed(Slot<?> slot) {
    Placement.Placed<?> found = placed.get(slot);
    if (found == null) {
      throw new IllegalArgumentException("the slot is no argument of this case");
    }
    return found;
  }
}
