/**
 * From the parsed body of an annotated method to the intermediate representation.
 *
 * <p>Start at {@link dev.smalti.processor.lower.FrontEnd}. A body is read once, statement by
 * statement; each operation becomes a statement of its own, with shapes inferred and compared on
 * the way. A statement that is wrong is reported and left out, so that all errors of a method come
 * in one run. Uses {@code model}, {@code resolve}, {@code ir} and {@code message}.
 */
@NullMarked
package dev.smalti.processor.lower;

import org.jspecify.annotations.NullMarked;
