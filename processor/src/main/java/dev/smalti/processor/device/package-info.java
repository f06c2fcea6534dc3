/**
 * The on-chip memory of an accelerator: where the tiles that the author of a kernel wrote would lie
 * on it, and whether they fit. For {@code -Asmalti.device}; what is generated does not depend on
 * it.
 *
 * <p>Start at {@link dev.smalti.processor.device.MemoryMap}. Takes functions whose calls are
 * inlined and whose tiles are not yet fused, and uses nothing of the processor but {@code ir}.
 */
@NullMarked
package dev.smalti.processor.device;

import org.jspecify.annotations.NullMarked;
