/**
 * The kernels that are measured, and the same computations by hand. Generated code is as the
 * compiler wrote it; nothing here helps it. Some of the kernels are in the examples too: what is
 * measured changes only on purpose, and the examples build this module in order to measure.
 */
@NullMarked
package dev.smalti.bench.kernel;

import org.jspecify.annotations.NullMarked;
