/**
 * Rewrites of functions, one job a class, and analyses of what the rewrites left.
 *
 * <p>Start at {@link dev.smalti.processor.pass.PassModule}, which lists the passes in order, and
 * {@link dev.smalti.processor.pass.PassPipeline}, which runs them. A pass is a pure function from a
 * function to a function; it keeps what {@code Verifier} states, every value, the order of all
 * communication, and the source places. {@link dev.smalti.processor.pass.ScratchPlan} and {@link
 * dev.smalti.processor.pass.InPlaceSafety} read the result and change nothing.
 *
 * <p>Two memories with different variables at their root are taken to be disjoint: a call is
 * checked for that, except for pairs of which {@code InPlaceSafety} says that they may be the same
 * region.
 *
 * <p>Depends on {@code ir}; what costs time it says to {@code hint}.
 */
@NullMarked
package dev.smalti.processor.pass;

import org.jspecify.annotations.NullMarked;
