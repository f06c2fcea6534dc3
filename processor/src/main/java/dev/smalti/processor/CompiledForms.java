package dev.smalti.processor;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.IrSyntaxException;
import dev.smalti.processor.ir.Parser;
import dev.smalti.processor.ir.Unit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.inject.Inject;
import javax.inject.Singleton;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/**
 * Functions of classes that are only class files: the generated class of a method carries the
 * function as text, in the annotation {@code CompiledForm}.
 */
@Singleton
final class CompiledForms implements FunctionTable {
  private static final String ANNOTATION = "dev.smalti.lang.spi.CompiledForm";

  private final Elements elements;
  private final Map<FunctionId, Function> read = new HashMap<>();
  private Optional<String> refusal = Optional.empty();

  @Inject
  CompiledForms(Elements elements) {
    this.elements = elements;
  }

  /** The function; empty if there is no form, or one that cannot be read ({@link #refusal}). */
  @Override
  public Optional<Function> find(FunctionId id) {
    refusal = Optional.empty();
    Function known = read.get(id);
    if (known != null) {
      return Optional.of(known);
    }
    String name = className(id);
    Optional<Function> function =
        Optional.ofNullable(elements.getTypeElement(name))
            .flatMap(CompiledForms::form)
            .flatMap(form -> parse(id, name, form));
    function.ifPresent(found -> read.put(id, found));
    return function;
  }

  /** Why the form that was looked for last cannot be read, if there was one. */
  Optional<String> refusal() {
    return refusal;
  }

  private static String className(FunctionId id) {
    String simple = id.implementationName();
    return id.packageName().isEmpty() ? simple : id.packageName() + "." + simple;
  }

  private static Optional<? extends AnnotationMirror> form(TypeElement generated) {
    return generated.getAnnotationMirrors().stream()
        .filter(
            mirror ->
                mirror.getAnnotationType().asElement() instanceof TypeElement annotation
                    && annotation.getQualifiedName().contentEquals(ANNOTATION))
        .findFirst();
  }

  private Optional<Function> parse(FunctionId id, String name, AnnotationMirror form) {
    int version = version(form);
    if (version != Unit.VERSION) {
      refusal =
          Optional.of(
              "%s carries the compiled form of version %d, this compiler reads version %d"
                  .formatted(name, version, Unit.VERSION));
      return Optional.empty();
    }
    try {
      return Parser.parse(text(form)).functions().stream()
          .filter(function -> function.id().equals(id))
          .findFirst();
    } catch (IrSyntaxException unreadable) {
      refusal =
          Optional.of(
              "the compiled form in %s cannot be read by this compiler: %s"
                  .formatted(name, unreadable.getMessage()));
      return Optional.empty();
    }
  }

  private static int version(AnnotationMirror form) {
    return value(form, "version")
        .map(AnnotationValue::getValue)
        .filter(Integer.class::isInstance)
        .map(Integer.class::cast)
        .orElse(0);
  }

  /** The text comes in pieces, for a constant of a class file is limited in length. */
  private static String text(AnnotationMirror form) {
    return value(form, "text")
        .map(AnnotationValue::getValue)
        .filter(List.class::isInstance)
        .map(pieces -> (List<?>) pieces)
        .orElse(List.of())
        .stream()
        .map(piece -> ((AnnotationValue) piece).getValue().toString())
        .collect(Collectors.joining());
  }

  private static Optional<AnnotationValue> value(AnnotationMirror form, String member) {
    for (Map.Entry<? extends ExecutableElement, ? extends AnnotationValue> entry :
        form.getElementValues().entrySet()) {
      if (entry.getKey().getSimpleName().contentEquals(member)) {
        return Optional.of(entry.getValue());
      }
    }
    return Optional.empty();
  }
}
