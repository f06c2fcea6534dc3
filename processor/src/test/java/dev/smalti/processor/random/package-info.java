/**
 * Random kernels and programs: the generated code computes what the methods mean, bit for bit, and
 * communicates what the compiler has checked. The kernels of the manual's table of operations, one
 * operation each, are compared in the same ways.
 */
@NullMarked
package dev.smalti.processor.random;

import org.jspecify.annotations.NullMarked;
