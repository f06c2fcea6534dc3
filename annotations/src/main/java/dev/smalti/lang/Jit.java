package dev.smalti.lang;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The work of one device: every call of an {@link InCore} method is a task. It may make and slice
 * tensors, read scalars, loop and branch on them.
 *
 * <p>Errors: a method that is private, not static or not void; a tensor, window or signal without
 * {@link Shape}; to compute on tiles; to make a window; to dispatch to ranks.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface Jit {}
