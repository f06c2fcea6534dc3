/**
 * Random kernels and programs: the generated code computes what the methods mean, bit for bit, and
 * communicates what the compiler has checked.
 */
@NullMarked
package dev.smalti.processor.random;

import org.jspecify.annotations.NullMarked;
