/**
 * The language: what an annotated method is written with, and what it means when it is run as it
 * stands.
 *
 * <p>Two imports bring all of it:
 *
 * <pre>{@code
 * import static dev.smalti.lang.Smalti.*;
 * import dev.smalti.lang.*;
 * }</pre>
 *
 * <p>Start at {@link dev.smalti.lang.InCore}, {@link dev.smalti.lang.Tensor} and {@link
 * dev.smalti.lang.Tile}; then {@link dev.smalti.lang.Host}, {@link dev.smalti.lang.Window} and
 * {@link dev.smalti.lang.Signal} for several ranks. Run without the compiler, every operation here
 * does its work slowly and obviously, with the results that generated code has, bit for bit.
 *
 * <p>No method takes or returns {@code null}.
 *
 * <p>Depends on {@code dev.smalti.lang.reference} for what numbers become, and on {@code
 * dev.smalti.lang.spi} for the memory and the signals of several ranks.
 */
@NullMarked
package dev.smalti.lang;

import org.jspecify.annotations.NullMarked;
