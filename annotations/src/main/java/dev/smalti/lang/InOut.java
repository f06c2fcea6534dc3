package dev.smalti.lang;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The kernel reads this tensor and writes it. On a {@link Window} it speaks of the own instance
 * only; what is done to peers is derived. On a component of a record it is the most that a method
 * does: not to write the component is no error.
 *
 * <p>Errors: never to write it; together with {@link In} or {@link Out}; on a {@link Signal}.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface InOut {}
