/**
 * The communication of a program, as a trace per rank, and the verdicts on it. Start reading at
 * {@link dev.smalti.runtime.protocol.Trace}, then {@link dev.smalti.runtime.protocol.Deadlock}.
 *
 * <p>Depends on nothing but the JDK: neither on the rest of the runtime nor on the language, so
 * that the compiler can use it too.
 */
@NullMarked
package dev.smalti.runtime.protocol;

import org.jspecify.annotations.NullMarked;
