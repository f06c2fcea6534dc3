/** The collectives that the tutorial leaves out, each in all its ways. May depend on everything. */
@NullMarked
package dev.smalti.examples.collectives;

import org.jspecify.annotations.NullMarked;
