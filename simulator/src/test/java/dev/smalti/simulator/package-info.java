/** Tests of the pools, and through them of what the runtime does above every pool. */
@NullMarked
package dev.smalti.simulator;

import org.jspecify.annotations.NullMarked;
