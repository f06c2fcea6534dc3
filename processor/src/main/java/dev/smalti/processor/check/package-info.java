/**
 * What is decided about whole programs: the communication of all ranks is run, for a few world
 * sizes.
 *
 * <p>Start at {@link dev.smalti.processor.check.ProtocolCheck}. The interpreter of {@code ir.run}
 * gives the traces, {@code dev.smalti.runtime.protocol} the verdicts; here findings get their
 * places and their words. Depends on {@code ir} and {@code message}.
 */
@NullMarked
package dev.smalti.processor.check;

import org.jspecify.annotations.NullMarked;
