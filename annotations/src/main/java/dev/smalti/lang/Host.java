package dev.smalti.lang;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The program of all devices: it makes windows and signals, and dispatches to every rank with
 * {@link Domain#forEachRank}.
 *
 * <p>The compiler runs the communication of the program for several numbers of ranks and says where
 * it would hang; the attributes say for which.
 *
 * <p>A parameter may be a <b>callback</b>: an interface with one abstract method that returns
 * nothing, such as {@code Consumer<Tensor<F32>>}, {@code Runnable} or one of the user's own. The
 * program calls it with tensors, views of them, and scalars:
 *
 * <pre>{@code
 * world.forEachRank(r -> add(a.at(r), b.at(r), sum.at(r)));
 * verify.accept(sum);
 * }</pre>
 *
 * <p>A callback is called when all dispatches before it are done, on the thread that runs the
 * program, and the dispatches after it begin when it has returned: it sees all that ranks wrote, no
 * rank runs meanwhile, and what it writes to a tensor is seen by the dispatches after it. So a wait
 * of a dispatch before it cannot be ended by one after it. What it throws ends the run, and is
 * thrown by it as it is.
 *
 * <p>Errors: a method that is private, not static or not void; to touch elements of windows or to
 * compute on tiles; a dispatch that is no call of a {@link Jit} or {@link InCore} method; a loop
 * over ranks instead of {@code forEachRank}; a callback that returns something, throws checked
 * exceptions or is called with a window or signal, or by a rank.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface Host {
  /**
   * The numbers of ranks for which the compiler runs the communication, and with which the program
   * may be prepared: numbers and ranges, {@code "1..8, 16"}. Empty: it is run for 1 to 4 ranks, and
   * may be prepared with any number.
   *
   * <p>An error: a text that is no such list, or a number below 1.
   *
   * @return numbers of ranks, or nothing
   */
  String worlds() default "";

  /**
   * The values of symbols and parameters with which the compiler runs the communication: {@code "n
   * = 1, 17; root = 0"}. Empty: values of its own choice.
   *
   * <p>An error: a text that is no such list, or a name that the method does not have.
   *
   * @return values by name, or nothing
   */
  String sizes() default "";
}
