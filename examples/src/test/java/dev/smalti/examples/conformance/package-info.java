/**
 * Programs and kernels as users write them, each run eagerly, interpreted and compiled, on several
 * numbers of ranks and kinds of memory. They must agree bit for bit, with each other and with what
 * the program is meant to compute. May depend on everything.
 */
@NullMarked
package dev.smalti.examples.conformance;

import org.jspecify.annotations.NullMarked;
