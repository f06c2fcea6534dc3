/**
 * The collectives: one definition each, as annotated methods that the processor compiles. A class
 * is a collective, a public method of it an algorithm: {@code data.allReduce(signal, SUM, RING)}
 * means {@code AllReduce.ring(data, signal, SUM)}. In a kernel the definition is put in the place
 * of the call; in a {@code @Host} method it becomes a kernel that every rank runs.
 *
 * <p>Nothing here is called at run time but in eager runs. It may use the language only. Start with
 * {@link Credits}, the protocol under all of them.
 */
@NullMarked
package dev.smalti.collectives;

import org.jspecify.annotations.NullMarked;
