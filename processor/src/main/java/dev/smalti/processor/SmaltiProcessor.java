package dev.smalti.processor;

import com.google.auto.service.AutoService;
import dev.smalti.processor.message.Code;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic.Kind;

/**
 * The entry point of the compiler: compiles methods with {@code @InCore}, {@code @Jit},
 * {@code @Host} and {@code @Inline}.
 *
 * <p>The compiler is not built before the first annotated method is seen, so other compilations pay
 * for a look at their annotations only. It names no class of {@code com.sun.source}: under a
 * compiler that does not have them it still loads, and says so.
 */
@AutoService(Processor.class)
public final class SmaltiProcessor extends AbstractProcessor {
  private Optional<CompilationRounds> rounds = Optional.empty();
  private boolean refused;

  @Override
  public synchronized void init(ProcessingEnvironment environment) {
    super.init(environment);
    Optional<ProcessingEnvironment> javac = JavacEnvironment.unwrap(environment);
    if (javac.isPresent()) {
      UnreadAnnotations.watch(javac.get());
    }
  }

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Annotations.CLAIMED;
  }

  @Override
  public Set<String> getSupportedOptions() {
    return Options.NAMES;
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  /**
   * Claims the annotations of the language: they are nobody else's, and javac warns of annotations
   * that no processor claims.
   */
  @Override
  @SuppressWarnings("DoNotClaimAnnotations")
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    try {
      if (rounds.isEmpty() && !refused && Annotations.arePresent(annotations)) {
        start(round);
      }
      rounds.ifPresent(started -> started.next(round));
    } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError failure) {
      rounds = Optional.empty();
      refused = true;
      report(round, Code.INTERNAL, Failure.describe("a processing round", failure));
    }
    return true;
  }

  private void start(RoundEnvironment round) {
    Optional<ProcessingEnvironment> javac = JavacEnvironment.unwrap(processingEnv);
    if (javac.isEmpty()) {
      refused = true;
      report(
          round,
          Code.NOT_JAVAC,
          "kernels are read by javac; this compiler is " + processingEnv.getClass().getName());
      return;
    }
    rounds =
        Optional.of(
            CompilationRounds.start(
                javac.get(), processingEnv.getFiler(), Options.of(processingEnv)));
  }

  /** Where nothing else is there to print with. */
  private void report(RoundEnvironment round, Code code, String text) {
    String message = "[" + code.id() + "] " + text + "\n" + code.help();
    Optional<Element> first = firstAnnotated(round);
    if (first.isPresent()) {
      processingEnv.getMessager().printMessage(Kind.ERROR, message, first.get());
    } else {
      processingEnv.getMessager().printMessage(Kind.ERROR, message);
    }
  }

  private Optional<Element> firstAnnotated(RoundEnvironment round) {
    Set<Element> annotated = new LinkedHashSet<>();
    for (String name : Annotations.NAMES) {
      TypeElement annotation = processingEnv.getElementUtils().getTypeElement(name);
      if (annotation != null) {
        annotated.addAll(round.getElementsAnnotatedWith(annotation));
      }
    }
    for (Element root : round.getRootElements()) {
      Optional<Element> first = firstInside(root, annotated);
      if (first.isPresent()) {
        return first;
      }
    }
    return annotated.stream().findFirst();
  }

  /** In the order of the source. */
  private static Optional<Element> firstInside(Element element, Set<Element> annotated) {
    if (annotated.contains(element)) {
      return Optional.of(element);
    }
    return element.getEnclosedElements().stream()
        .flatMap(inner -> firstInside(inner, annotated).stream())
        .findFirst();
  }
}
