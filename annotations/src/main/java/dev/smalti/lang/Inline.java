package dev.smalti.lang;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A helper whose body is put where it is called; it is of the plane of its caller. It may return
 * nothing, a tile, a mask, a tensor, a scalar, or a record of them. A helper of a library is read
 * from the class that the processor generates beside its own.
 *
 * <p>Errors: recursion; a method that is not static; a helper of a class that was compiled without
 * the processor and is not in source; anything that its caller may not do.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface Inline {}
