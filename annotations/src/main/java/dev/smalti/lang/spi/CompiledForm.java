package dev.smalti.lang.spi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a generated class and carries the function it was generated from, or the helpers of the
 * class beside it, so that annotated methods of other artefacts can use them. Written and read by
 * the compiler alone.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface CompiledForm {
  /**
   * The form in which they are written; a compiler that does not know it says so.
   *
   * @return the version
   */
  int version();

  /**
   * The function, as the compiler read it; or helpers, as they are before any call.
   *
   * @return pieces of its text, to be joined
   */
  String[] text();

  /**
   * Generated classes whose helpers went into this one: when one of them changes, this is generated
   * again.
   *
   * @return the classes
   */
  Class<?>[] consumed() default {};
}
