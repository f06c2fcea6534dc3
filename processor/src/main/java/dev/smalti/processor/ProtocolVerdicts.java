package dev.smalti.processor;

import dev.smalti.processor.check.Finding;
import dev.smalti.processor.check.ProtocolCheck;
import dev.smalti.processor.check.Worlds;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.model.AnnotatedMethod;
import java.util.List;
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
    for (Finding finding : new ProtocolCheck(functions).check(function, worlds)) {
      String[] details = finding.details().toArray(String[]::new);
      if (finding.error()) {
        functions.error(finding.code(), method, finding.at(), finding.text(), details);
      } else {
        functions.note(finding.code(), method, finding.at(), finding.text(), details);
      }
    }
  }

  private static String attribute(AnnotatedMethod method, String name) {
    return AnnotatedMethod.annotation(method.element(), "Host").stream()
        .flatMap(annotation -> annotation.getElementValues().entrySet().stream())
        .filter(entry -> entry.getKey().getSimpleName().contentEquals(name))
        .map(entry -> (AnnotationValue) entry.getValue())
        .map(value -> value.getValue().toString())
        .findFirst()
        .orElse("");
  }
}
