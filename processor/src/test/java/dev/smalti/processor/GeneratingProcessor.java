package dev.smalti.processor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;

/** A processor of somebody else: generates the class {@code app.Made} in the given round. */
final class GeneratingProcessor extends AbstractProcessor {
  private final int inRound;
  private int round;

  GeneratingProcessor(int inRound) {
    this.inRound = inRound;
  }

  @Override
  public Set<String> getSupportedAnnotationTypes() {
    return Set.of("*");
  }

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment environment) {
    round++;
    if (round < inRound) {
      write("app.Step" + round, "package app; class Step" + round + " {}");
    } else if (round == inRound) {
      write("app.Made", "package app; class Made { static final int N = 4; }");
    }
    return false;
  }

  private void write(String name, String text) {
    try (Writer writer = processingEnv.getFiler().createSourceFile(name).openWriter()) {
      writer.write(text);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
