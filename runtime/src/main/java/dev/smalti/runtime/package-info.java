/**
 * Runs compiled programs: pools and workers for users, cores and checks for generated code. Start
 * reading at {@link dev.smalti.runtime.DevicePool} and {@link dev.smalti.runtime.Program} as a
 * user, at {@link dev.smalti.runtime.PreparedProgram} and {@link dev.smalti.runtime.Core} as
 * generated code.
 *
 * <p>Order of runs, cancellation, errors and reports live here, once for all pools. Depends on the
 * language ({@code dev.smalti.lang} and {@code dev.smalti.lang.spi}) and on {@code
 * dev.smalti.runtime.pool}; of {@code dev.smalti.runtime.protocol} it uses the traces. It computes
 * no tile.
 */
@NullMarked
package dev.smalti.runtime;

import org.jspecify.annotations.NullMarked;
