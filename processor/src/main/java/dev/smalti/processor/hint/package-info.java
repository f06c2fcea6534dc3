/**
 * What costs time in a kernel and cannot be seen in its source: hints of {@code -Asmalti.hints}.
 *
 * <p>Start at {@link dev.smalti.processor.hint.Hints}. Whoever takes a decision, a pass or an
 * emitter, says it there; nothing is worked out a second time. A hint is a note with a code of its
 * own, and a build is the same with and without it.
 *
 * <p>Depends on {@code ir} and {@code message}.
 */
@NullMarked
package dev.smalti.processor.hint;

import org.jspecify.annotations.NullMarked;
