/**
 * What each operation makes of numbers: the one definition, written to be read.
 *
 * <p>{@link dev.smalti.lang.reference.Arithmetic} is the element-wise part, {@link
 * dev.smalti.lang.reference.Strands} the order of reductions, {@link
 * dev.smalti.lang.reference.Exponential}, {@link dev.smalti.lang.reference.Logarithm}, {@link
 * dev.smalti.lang.reference.Trigonometry}, {@link dev.smalti.lang.reference.HyperbolicTangent} and
 * {@link dev.smalti.lang.reference.ErrorFunction} the named sequences of steps, {@link
 * dev.smalti.lang.reference.Ranking} which element comes first, {@link
 * dev.smalti.lang.reference.Philox} random bits, {@link dev.smalti.lang.reference.Boxes} where a
 * tile lands in memory of more than two axes. Methods that run as they stand and the interpreter of
 * the compiler call this package. Generated code never does: it contains the same steps, so that a
 * difference shows.
 *
 * <p>Depends on nothing.
 */
@NullMarked
package dev.smalti.lang.reference;

import org.jspecify.annotations.NullMarked;
