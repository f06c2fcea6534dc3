/**
 * From rounds to a verdict. Arithmetic only: it needs nothing, and everything else here uses it.
 * Start at {@link dev.smalti.bench.gate.Gate}.
 */
@NullMarked
package dev.smalti.bench.gate;

import org.jspecify.annotations.NullMarked;
