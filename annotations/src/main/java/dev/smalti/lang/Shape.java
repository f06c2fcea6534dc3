package dev.smalti.lang;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The extents of a tensor, window or signal, outermost first, 1 to 5 of them.
 *
 * <p>An extent is an expression of numbers, {@code + - * /}, parentheses and names. A name in upper
 * case is a constant in scope. A name in lower case is known at run time: {@code ranks}, an {@code
 * int} parameter of the method, or a symbol, which is the same extent wherever the method names it.
 * {@code ?} is an extent that nothing else has.
 *
 * <p>On a component of a record that is a parameter, constants are those that the record sees, and
 * names in lower case those of the method that takes it; an {@code int} component beside it comes
 * first. Where a method takes several records of one type, {@code first.n} and {@code second.n} are
 * theirs. A symbol may be used once there.
 *
 * <p>Errors: a name in upper case without a constant; a symbol that is used once only (write {@code
 * ?}); an extent below 1, except of a signal, which may have no cells; arguments of another shape.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Shape {
  /**
   * The extents.
   *
   * @return for example {@code "ranks, 1, SIZE"} or {@code "2 * m, ?"}
   */
  String value();
}
