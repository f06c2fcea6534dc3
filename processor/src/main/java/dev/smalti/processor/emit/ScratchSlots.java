package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Function;

/** Plans the scratch of a kernel. */
public interface ScratchSlots {
  /** Every tile variable has a slot of its own. */
  ScratchSlots ONE_EACH = function -> Slots.oneEach(KernelBody.tiles(function));

  /** The slots of the tile variables of a function. */
  Slots of(Function function);
}
