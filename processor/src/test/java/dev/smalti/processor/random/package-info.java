/** Random kernels: the generated code computes what the methods mean, bit for bit. */
@NullMarked
package dev.smalti.processor.random;

import org.jspecify.annotations.NullMarked;
