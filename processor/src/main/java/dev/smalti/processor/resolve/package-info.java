/**
 * Names in the body of a method: which class, field or method a simple name means there.
 *
 * <p>Bodies are parsed, not attributed, while processors run, and asking the compiler to attribute
 * them would change the user's class in place. So {@link dev.smalti.processor.resolve.Names} looks
 * names up itself, in the order of the language specification, and every answer is an element of
 * the compiler. {@link dev.smalti.processor.resolve.Resolutions} keeps the answers, to be compared
 * with the compiler's own when it has attributed the class.
 */
@NullMarked
package dev.smalti.processor.resolve;

import org.jspecify.annotations.NullMarked;
