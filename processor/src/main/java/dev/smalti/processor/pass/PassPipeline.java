package dev.smalti.processor.pass;

import dev.smalti.processor.hint.Hints;
import dev.smalti.processor.ir.Function;
import java.util.List;
import java.util.Locale;
import javax.inject.Inject;

/** Runs the passes in order and shows the function after each. */
public final class PassPipeline {
  /** Sees a function on its way: writes a dump, verifies, interprets. */
  @FunctionalInterface
  public interface Observer {
    /**
     * Called before the first pass, and after each.
     *
     * @param stage {@code 00-front-end}, then number and name of the pass, {@code 11-strip-mine}:
     *     in the order of the passes, and fit for a file name
     * @param function the function as it is then
     */
    void after(String stage, Function function);
  }

  private final List<Pass> passes;

  @Inject
  public PassPipeline(List<Pass> passes) {
    this.passes = List.copyOf(passes);
  }

  public Function run(Function function, Observer observer) {
    return run(function, observer, Hints.unwanted());
  }

  /** The same, and the passes say what they decide about speed. */
  public Function run(Function function, Observer observer, Hints hints) {
    observer.after("00-front-end", function);
    Function current = function;
    for (int i = 0; i < passes.size(); i++) {
      current = passes.get(i).apply(current, hints);
      observer.after(String.format(Locale.ROOT, "%02d-%s", i + 1, passes.get(i).name()), current);
    }
    return current;
  }

  /**
   * Runs the passes up to and with the named one: the function as the protocol checker sees it, for
   * example, is the one after {@code lower-barriers}, before rows are taken apart.
   *
   * @throws IllegalArgumentException if no pass has that name
   */
  public Function runThrough(String last, Function function) {
    Function current = function;
    for (Pass pass : passes) {
      current = pass.apply(current);
      if (pass.name().equals(last)) {
        return current;
      }
    }
    throw new IllegalArgumentException(
        "no pass " + last + ", there are " + passes.stream().map(Pass::name).toList());
  }
}
