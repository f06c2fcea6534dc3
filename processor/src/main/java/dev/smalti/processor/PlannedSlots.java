package dev.smalti.processor;

import dev.smalti.processor.emit.ScratchSlots;
import dev.smalti.processor.emit.Slots;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.pass.ScratchPlan;
import java.util.Arrays;

/** The scratch plan as the emitters ask for it. */
final class PlannedSlots {
  private PlannedSlots() {}

  /** For the methods of one kernel, each of which takes slots of its own from the one plan. */
  static ScratchSlots of(Function kernel) {
    ScratchPlan plan = ScratchPlan.of(kernel);
    return _ -> slots(plan);
  }

  private static Slots slots(ScratchPlan plan) {
    int planned = Arrays.stream(Element.values()).mapToInt(plan::slots).max().orElse(0);
    return new Slots(
        tile ->
            plan.slot(tile)
                .map(ScratchPlan.Slot::index)
                .orElseThrow(() -> new IllegalStateException("no slot for " + tile.name())),
        planned);
  }
}
