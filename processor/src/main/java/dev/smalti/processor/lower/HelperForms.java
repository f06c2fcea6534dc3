package dev.smalti.processor.lower;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.model.AnnotatedMethod;
import dev.smalti.processor.resolve.NameScan;
import dev.smalti.processor.resolve.NameTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;

/** Writes the helpers of a class down, for compilations that have only its class file. */
record HelperForms(Trees trees, Elements elements, Sources sources) {
  /** The helpers of a class; empty if nobody outside of it can call one. */
  Optional<HelperForm> of(TypeElement owner) {
    List<ExecutableElement> helpers =
        ElementFilter.methodsIn(owner.getEnclosedElements()).stream()
            .filter(HelperForms::isReadAtCalls)
            .toList();
    if (!AnnotatedMethod.isNamed(owner) || helpers.stream().noneMatch(HelperForms::isForOthers)) {
      return Optional.empty();
    }
    NameTable names = NameTable.EMPTY;
    List<HelperForm.Method> methods = new ArrayList<>();
    String file = "";
    for (ExecutableElement helper : helpers) {
      Source source = sources.of(helper).filter(found -> !found.carried()).orElse(null);
      if (source == null) {
        return Optional.empty();
      }
      AnnotatedMethod method = AnnotatedMethod.of(helper, elements).orElseThrow();
      file = sources.span(source.unit(), source.tree()).file();
      names = names.and(NameScan.of(source.tree(), source.names(), shapes(helper)));
      methods.add(method(method, source));
    }
    methods.sort(Comparator.comparingInt(HelperForm.Method::line));
    return Optional.of(new HelperForm(owner.getQualifiedName().toString(), file, names, methods));
  }

  /** Whether who calls a method reads its body: helpers, and generic kernels. */
  private static boolean isReadAtCalls(ExecutableElement method) {
    List<FunctionKind> planes = AnnotatedMethod.planes(method);
    return planes.contains(FunctionKind.INLINE)
        || AnnotatedMethod.isGeneric(method)
            && !planes.isEmpty()
            && !planes.contains(FunctionKind.HOST);
  }

  private static List<String> shapes(ExecutableElement method) {
    return method.getParameters().stream()
        .flatMap(parameter -> AnnotatedMethod.annotation(parameter, "Shape").stream())
        .flatMap(shape -> shape.getElementValues().values().stream())
        .map(value -> value.getValue().toString())
        .toList();
  }

  /** A private helper is called by its class and by those in and around it. */
  private static boolean isForOthers(ExecutableElement helper) {
    TypeElement owner = AnnotatedMethod.owner(helper);
    return !helper.getModifiers().contains(Modifier.PRIVATE)
        || owner.getNestingKind().isNested()
        || !ElementFilter.typesIn(owner.getEnclosedElements()).isEmpty();
  }

  private HelperForm.Method method(AnnotatedMethod method, Source source) {
    SourcePositions positions = trees.getSourcePositions();
    CompilationUnitTree unit = source.unit();
    String text = text(unit);
    int start = (int) positions.getStartPosition(unit, source.tree());
    int end = (int) positions.getEndPosition(unit, source.tree());
    int from = start;
    while (from > 0 && !isLineEnd(text.charAt(from - 1))) {
      from--;
    }
    int to = end;
    while (to < text.length() && !isLineEnd(text.charAt(to))) {
      to++;
    }
    return new HelperForm.Method(
        method.id().method(),
        method.id().tag(),
        (int) unit.getLineMap().getLineNumber(start),
        text.substring(from, to),
        start - from,
        end - from);
  }

  private static boolean isLineEnd(char c) {
    return c == '\n' || c == '\r';
  }

  private static String text(CompilationUnitTree unit) {
    try {
      return unit.getSourceFile().getCharContent(true).toString();
    } catch (IOException unreadable) {
      throw new IllegalStateException(unreadable); // javac has just read it
    }
  }
}
