package dev.smalti.processor;

import dev.smalti.processor.check.Finding;
import dev.smalti.processor.check.ProtocolCheck;
import dev.smalti.processor.check.Worlds;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.model.AnnotatedMethod;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.inject.Inject;
import javax.lang.model.element.AnnotationValue;

/** Has the protocol of each program checked, for the worlds that the program names. */
final class ProtocolVerdicts {
  private final Functions functions;

  @Inject
  ProtocolVerdicts(Functions functions) {
    this.functions = functions;
  }

  /** Reports what is wrong with a program. A kernel alone always passes. */
  void report(AnnotatedMethod method, Function function) {
    if (function.kind() != FunctionKind.HOST) {
      return;
    }
    Worlds worlds;
    try {
      worlds = Worlds.parse(attribute(method, "worlds"), attribute(method, "sizes"));
    } catch (Worlds.SyntaxException e) {
      functions.error(Code.WORLDS_TEXT, method, function.span(), String.valueOf(e.getMessage()));
      return;
    }
    List<String> unknown = worlds.unknownNames(function);
    if (!unknown.isEmpty()) {
      functions.error(
          Code.WORLDS_TEXT,
          method,
          function.span(),
          "sizes names "
              + String.join(", ", unknown)
              + ", but "
              + method.id().display()
              + " has no such symbol or int parameter");
      return;
    }
    boolean named = !attribute(method, "worlds").isBlank();
    List<ArgumentExtents.Misfit> misfits =
        ArgumentExtents.misfits(function, functions, worlds.worlds());
    misfits.forEach(misfit -> report(method, misfit, worlds.worlds(), named));
    Set<Integer> wrong =
        misfits.stream().flatMap(m -> m.worlds().stream()).collect(Collectors.toSet());
    for (Finding finding : new ProtocolCheck(functions).check(function, worlds, wrong)) {
      String[] details = finding.details().toArray(String[]::new);
      if (finding.error()) {
        functions.error(finding.code(), method, finding.at(), finding.text(), details);
      } else {
        functions.note(finding.code(), method, finding.at(), finding.text(), details);
      }
    }
  }

  /**
   * The default numbers of ranks are our guess: what fits some of them may be all that is meant.
   *
   * @param named whether the user said which numbers there are
   */
  private void report(
      AnnotatedMethod method,
      ArgumentExtents.Misfit misfit,
      SortedSet<Integer> worlds,
      boolean named) {
    String text = misfit.text() + ": they differ for " + ranks(misfit.worlds());
    SortedSet<Integer> fits = new TreeSet<>(worlds);
    fits.removeAll(misfit.worlds());
    if (fits.isEmpty() || named) {
      functions.error(Code.ARGUMENT_SHAPE, method, misfit.at(), text);
    } else {
      functions.note(
          Code.ARGUMENT_SHAPE,
          method,
          misfit.at(),
          text,
          "If the program is for some numbers of ranks only, say which, as in @Host(worlds = \""
              + join(fits)
              + "\"); otherwise give both the same extents.");
    }
  }

  private static String ranks(Set<Integer> worlds) {
    return join(new TreeSet<>(worlds)) + (worlds.equals(Set.of(1)) ? " rank" : " ranks");
  }

  private static String join(SortedSet<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  /** The text of an attribute of {@code @Host}; empty if it is not there. */
  static String attribute(AnnotatedMethod method, String name) {
    return AnnotatedMethod.annotation(method.element(), "Host").stream()
        .flatMap(annotation -> annotation.getElementValues().entrySet().stream())
        .filter(entry -> entry.getKey().getSimpleName().contentEquals(name))
        .map(entry -> (AnnotationValue) entry.getValue())
        .map(value -> value.getValue().toString())
        .findFirst()
        .orElse("");
  }
}
