package dev.smalti.processor;

import dev.smalti.processor.emit.HelperEmitter;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.IrSyntaxException;
import dev.smalti.processor.ir.Parser;
import dev.smalti.processor.ir.Unit;
import dev.smalti.processor.lower.HelperForm;
import dev.smalti.processor.lower.HelperTable;
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
import javax.tools.JavaFileObject;

/**
 * Functions and helpers of classes that are only class files: generated classes carry them as text,
 * in the annotation {@code CompiledForm}.
 */
@Singleton
final class CompiledForms implements FunctionTable, HelperTable {
  private static final String ANNOTATION = "dev.smalti.lang.spi.CompiledForm";

  private final Elements elements;
  private final UserSources sources;
  private final Map<FunctionId, Function> read = new HashMap<>();
  private final Map<String, HelperForm> helpers = new HashMap<>();
  private Optional<String> refusal = Optional.empty();

  @Inject
  CompiledForms(Elements elements, UserSources sources) {
    this.elements = elements;
    this.sources = sources;
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
            .flatMap(this::text)
            .flatMap(text -> parse(id, name, text));
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

  /** The text that a generated class carries, if it is of the version that is read here. */
  private Optional<String> text(TypeElement generated) {
    Optional<? extends AnnotationMirror> form = form(generated);
    Optional<Integer> other = form.map(CompiledForms::version).filter(v -> v != Unit.VERSION);
    other.ifPresent(
        version ->
            refusal =
                Optional.of(
                    "%s%s carries the compiled form of version %d, this compiler reads version %d"
                        .formatted(
                            generated.getQualifiedName(), from(generated), version, Unit.VERSION)));
    return other.isPresent() ? Optional.empty() : form.map(CompiledForms::text);
  }

  /** The jar of a class, in words: its path differs from machine to machine, its name does not. */
  private String from(TypeElement generated) {
    JavaFileObject file = elements.getFileObjectOf(generated);
    String place = file == null ? "" : file.toUri().toString();
    int inside = place.indexOf(".jar!/");
    return inside < 0
        ? ""
        : " of " + place.substring(place.lastIndexOf('/', inside) + 1, inside) + ".jar";
  }

  private Optional<Function> parse(FunctionId id, String name, String text) {
    try {
      return Parser.parse(text).functions().stream()
          .filter(function -> function.id().equals(id))
          .findFirst();
    } catch (IrSyntaxException unreadable) {
      refuse(name, String.valueOf(unreadable.getMessage()));
      return Optional.empty();
    }
  }

  private void refuse(String name, String why) {
    refusal =
        Optional.of(
            "the compiled form in %s cannot be read by this compiler: %s".formatted(name, why));
  }

  @Override
  public Optional<HelperForm> find(TypeElement owner) {
    refusal = Optional.empty();
    String name = carrier(owner);
    HelperForm known = helpers.get(name);
    if (known != null) {
      return Optional.of(known);
    }
    Optional<HelperForm> form =
        Optional.ofNullable(elements.getTypeElement(name))
            .flatMap(this::text)
            .flatMap(text -> parse(name, text));
    form.ifPresent(
        found -> {
          helpers.put(name, found);
          sources.add(elements.getPackageOf(owner).toString(), found);
        });
    return form;
  }

  private Optional<HelperForm> parse(String name, String text) {
    try {
      return Optional.of(HelperForm.parse(text));
    } catch (IrSyntaxException unreadable) {
      refuse(name, String.valueOf(unreadable.getMessage()));
      return Optional.empty();
    }
  }

  @Override
  public void refuse(TypeElement owner) {
    refuse(carrier(owner), "its helpers are not written in the Java of this javac");
  }

  private String carrier(TypeElement owner) {
    return HelperEmitter.nameOf(elements.getBinaryName(owner).toString()).canonicalName();
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
