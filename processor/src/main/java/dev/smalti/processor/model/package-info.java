/**
 * What the annotations of a method say: its plane, its identity, and the text of its shapes.
 *
 * <p>Start at {@link dev.smalti.processor.model.AnnotatedMethod}. Uses {@code ir} for identities
 * and extents, and the language model interfaces of {@code javax.lang.model}.
 */
@NullMarked
package dev.smalti.processor.model;

import org.jspecify.annotations.NullMarked;
