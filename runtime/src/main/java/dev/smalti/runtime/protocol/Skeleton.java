package dev.smalti.runtime.protocol;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The communication of one call of a program: two calls that are decided by the same communicate
 * the same in a world of the same size.
 *
 * @param run the skeleton, with the arguments of the call
 * @param decidedBy the arguments on which it depends: a {@link TracedMemory} by its extents, a
 *     scalar as an entry of its name and value
 */
public record Skeleton(Consumer<TracedWorld> run, List<Object> decidedBy) {
  /** Copies the list. */
  public Skeleton {
    decidedBy = List.copyOf(decidedBy);
  }

  /**
   * Runs it.
   *
   * @param ranks the size of the world
   * @param mostSteps how many steps and rounds of loops all ranks together may take
   * @return what signals are raised and awaited; accesses to windows are checked and left out
   */
  public Communication signals(int ranks, long mostSteps) {
    return TracedWorld.run(ranks, mostSteps, false, run);
  }

  /**
   * What decides it, in words.
   *
   * @return such as {@code inputs [4, 1, 8], root = 5}; empty if nothing does
   */
  public String arguments() {
    return decidedBy.stream()
        .map(
            argument ->
                argument instanceof Map.Entry<?, ?> scalar
                    ? scalar.getKey() + " = " + scalar.getValue()
                    : String.valueOf(argument))
        .collect(Collectors.joining(", "));
  }
}
