package dev.smalti.lang;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The kernel of one core: it loads tiles, computes, stores them, and talks to other ranks through
 * windows and signals. Results leave through {@link Out} and {@link InOut} parameters.
 *
 * <p>Errors: a method that is private, not static or not void; a tensor, window or signal without
 * {@link Shape}; to make a tensor or a window, or to dispatch; to write a parameter that is neither
 * {@link Out} nor {@link InOut}; a result that nobody uses.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface InCore {}
