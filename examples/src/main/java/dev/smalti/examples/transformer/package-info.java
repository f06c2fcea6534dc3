/**
 * What a transformer is made of: kernels of its layers, small layers, and a step of decoding, each
 * a program that compares itself with a reference in doubles.
 */
@NullMarked
package dev.smalti.examples.transformer;

import org.jspecify.annotations.NullMarked;
