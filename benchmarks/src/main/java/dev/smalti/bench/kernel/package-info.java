/**
 * The kernels that are measured, and the same computations by hand. Generated code is as the
 * compiler wrote it; nothing here helps it.
 */
@NullMarked
package dev.smalti.bench.kernel;

import org.jspecify.annotations.NullMarked;
