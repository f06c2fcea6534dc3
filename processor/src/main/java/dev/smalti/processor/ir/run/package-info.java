/**
 * Runs functions of the intermediate representation as they stand, before and after every pass:
 * with values, or for their communication alone.
 *
 * <p>Start at {@link dev.smalti.processor.ir.run.Interpreter}. {@code Machine} executes statements
 * on an explicit stack, so that a rank that waits costs no thread. What a statement does to tiles,
 * memory and cells is behind {@code Effects}: {@code Execution} computes, {@code Recording} writes
 * down communication.
 *
 * <p>Depends on the representation, on {@code dev.smalti.lang.reference} for what an operation
 * makes of elements, and on {@code dev.smalti.runtime.protocol} for traces. Order of evaluation,
 * stretching, reductions and bounds are its own, so that it is a second opinion on generated code.
 */
@NullMarked
package dev.smalti.processor.ir.run;

import org.jspecify.annotations.NullMarked;
