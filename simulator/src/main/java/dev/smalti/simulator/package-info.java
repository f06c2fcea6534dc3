/**
 * Simulated pools: {@link dev.smalti.simulator.ThreadsPool}, the default, and {@link
 * dev.smalti.simulator.SeededPool}, in which one rank runs at a time; and eager runs of several
 * ranks on the same windows and signals. Users reach them through {@code DevicePool} and {@code
 * World.eager}.
 *
 * <p>Depends on the pool interface of the runtime, and on the language's interface for eager runs.
 */
@NullMarked
package dev.smalti.simulator;

import org.jspecify.annotations.NullMarked;
