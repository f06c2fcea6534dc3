/**
 * The collectives that the tutorial leaves out: each by hand, in a kernel, and in a program where
 * there is such a call.
 */
@NullMarked
package dev.smalti.examples.collectives;

import org.jspecify.annotations.NullMarked;
