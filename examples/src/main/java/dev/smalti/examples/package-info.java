/**
 * Runnable programs, each compared with its expected result.
 *
 * <p>Start at {@link dev.smalti.examples.RingSum}. {@code Launcher} runs an example by its name. An
 * example uses what a user has: the language, the generated classes and the runtime.
 */
@NullMarked
package dev.smalti.examples;

import org.jspecify.annotations.NullMarked;
