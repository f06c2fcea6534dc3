/**
 * What examples compare themselves with: the formulas in doubles, as a textbook has them. Nothing
 * here uses Smalti.
 */
@NullMarked
package dev.smalti.examples.reference;

import org.jspecify.annotations.NullMarked;
