/**
 * Tests of the collectives: every choice against what the collective means, on every kind of run.
 */
@NullMarked
package dev.smalti.collectives;

import org.jspecify.annotations.NullMarked;
