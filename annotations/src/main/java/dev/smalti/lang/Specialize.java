package dev.smalti.lang;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Variants of a kernel or task graph that are compiled whether or not something calls them:
 * {@code @Specialize({"T = F32, op = SUM", "T = I64, op = MAX, n = 1024"})}. Each text gives every
 * type parameter an element type and every {@link Const} parameter a value. It may give extents and
 * parameters of the types {@code int}, {@code long} and {@code boolean} one as well.
 *
 * <p>Where a call has the values of a variant, it runs that, in which they are constants; the first
 * of several. All other calls run what is compiled for all values.
 *
 * <p>A generic method has an entry point for plain Java then, which takes what the method takes and
 * runs the variant that the arguments ask for. If there is none, it throws an {@link
 * IllegalArgumentException} that names the arguments and the variants.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface Specialize {
  /**
   * The variants.
   *
   * @return texts of the form {@code name = value, name = value}; a value is the name of an element
   *     type, the name of a constant of an enum, a literal, or a {@code static final} constant
   */
  String[] value();
}
