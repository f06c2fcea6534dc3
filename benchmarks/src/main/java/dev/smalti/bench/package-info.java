/**
 * Times generated code beside what somebody would write or use instead, and says whether goals are
 * met. {@link dev.smalti.bench.Bench} is the command; the manual's page says what its tables mean.
 *
 * <p>{@code gate} has the arithmetic of verdicts, {@code kernel} the kernels and the same by hand,
 * {@code peer} what comes from elsewhere, from the folder {@code peers} of this module.
 */
@NullMarked
package dev.smalti.bench;

import org.jspecify.annotations.NullMarked;
