package dev.smalti.lang;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A helper whose body is put where it is called; it is of the plane of its caller. It may return
 * nothing, a tile, a mask, a tensor or a scalar.
 *
 * <p>Errors: recursion; a method that is private or not static; anything that its caller may not
 * do.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface Inline {}
