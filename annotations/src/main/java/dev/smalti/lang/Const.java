package dev.smalti.lang;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A parameter that is specialised on: the method is compiled once for each value that a call
 * passes, so that branches on it fold, and {@link Shape} may name it. It is of a primitive type, or
 * an enum of the language such as {@link Reduce}.
 *
 * <p>Every call passes a constant: a literal, a {@code static final} field with a constant value, a
 * constant of an enum, a {@code @Const} parameter of the caller, or an expression of them. Another
 * argument is an error. When the method runs as it stands, it is a parameter as any other.
 *
 * <p>A component of a record that is a parameter is no constant: on one it is an error.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Const {}
