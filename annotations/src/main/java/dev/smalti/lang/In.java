package dev.smalti.lang;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The kernel only reads this tensor. The default, spelled out.
 *
 * <p>Errors: to write it; together with {@link Out} or {@link InOut}; on a {@link Signal}, which
 * carries no direction.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface In {}
