/** The kernels that are measured, small. */
@NullMarked
package dev.smalti.bench.kernel;

import org.jspecify.annotations.NullMarked;
