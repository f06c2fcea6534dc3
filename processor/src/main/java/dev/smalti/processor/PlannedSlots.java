package dev.smalti.processor;

import dev.smalti.processor.emit.Slots;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.pass.ScratchPlan;
import java.util.Arrays;

/** The scratch plan as the emitters ask for it. */
final class PlannedSlots {
  private PlannedSlots() {}

  static Slots of(Function function) {
    ScratchPlan plan = ScratchPlan.of(function);
    int planned = Arrays.stream(Element.values()).mapToInt(plan::slots).max().orElse(0);
    return new Slots(
        tile ->
            plan.slot(tile)
                .map(ScratchPlan.Slot::index)
                .orElseThrow(() -> new IllegalStateException("no slot for " + tile.name())),
        planned);
  }
}
