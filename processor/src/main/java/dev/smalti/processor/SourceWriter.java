package dev.smalti.processor;

import dev.smalti.processor.emit.Generated;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.message.Diagnostics;
import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.Filer;
import javax.annotation.processing.FilerException;
import javax.annotation.processing.RoundEnvironment;
import javax.inject.Inject;
import javax.inject.Singleton;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.tools.StandardLocation;

/**
 * Writes generated classes, each once in a compilation, with the user's top-level class as the only
 * origin: incremental builds then know exactly what to make again.
 */
@Singleton
final class SourceWriter {
  private static final String EXISTS =
      "there is one already: a class of that name in the sources (perhaps one that an earlier build"
          + " generated), from another processor, or from this one twice on the path";

  private final Filer filer;
  private final Elements elements;
  private final Diagnostics diagnostics;
  private final Timings timings;
  private final Map<String, String> writtenFor = new HashMap<>();
  private final Set<String> ofOthers = new HashSet<>();

  @Inject
  SourceWriter(Filer filer, Elements elements, Diagnostics diagnostics, Timings timings) {
    this.filer = filer;
    this.elements = elements;
    this.diagnostics = diagnostics;
    this.timings = timings;
  }

  /** Makes known what a round brought: classes of those names cannot be written any more. */
  void exist(RoundEnvironment round) {
    for (Element root : round.getRootElements()) {
      if (root instanceof TypeElement type) {
        String name = type.getQualifiedName().toString();
        if (!writtenFor.containsKey(name.toLowerCase(Locale.ROOT))) {
          ofOthers.add(name);
        }
      }
    }
  }

  /**
   * Writes a class.
   *
   * @param origin the class or method that it is generated for
   * @return whether it was written; if not, why has been reported
   */
  boolean write(Generated generated, Element origin) {
    return timings.in("files", () -> create(generated, origin));
  }

  private boolean create(Generated generated, Element origin) {
    String key = generated.name().toLowerCase(Locale.ROOT);
    String owner = writtenFor.putIfAbsent(key, describe(origin));
    if (owner != null) {
      clash(generated.name(), origin, "it is generated for " + owner + " as well");
      return false;
    }
    if (ofOthers.contains(generated.name())) {
      clash(generated.name(), origin, EXISTS);
      return false;
    }
    try (Writer writer = filer.createSourceFile(generated.name(), topLevel(origin)).openWriter()) {
      writer.write(generated.text());
      timings.written(generated.text());
      return true;
    } catch (FilerException exists) {
      clash(generated.name(), origin, EXISTS);
    } catch (IOException failure) {
      diagnostics.error(
          Code.INTERNAL,
          origin,
          generated.name() + " cannot be written: " + failure,
          "Check that the directory for generated sources can be written.");
    }
    return false;
  }

  /**
   * Writes a text beside the generated sources, {@code Scores_softmax.memory.txt}.
   *
   * @param function whose
   * @param what which text of the function
   * @param text what is in it
   * @param origin the class or method that it is written for
   */
  void writeText(FunctionId function, String what, String text, Element origin) {
    String name = function.implementationName() + "." + what + ".txt";
    timings.during("files", () -> createText(function.packageName(), name, text, origin));
  }

  private void createText(String inPackage, String name, String text, Element origin) {
    try (Writer file =
        filer
            .createResource(StandardLocation.SOURCE_OUTPUT, inPackage, name, topLevel(origin))
            .openWriter()) {
      file.write(text);
    } catch (FilerException exists) {
      // Two functions of one name: reported where the class is written.
    } catch (IOException failure) {
      diagnostics.error(
          Code.INTERNAL,
          origin,
          name + " cannot be written: " + failure,
          "Check that the directory for generated sources can be written.");
    }
  }

  private void clash(String name, Element origin, String why) {
    diagnostics.error(
        Code.NAME_CLASH,
        origin,
        "the class " + name + " cannot be generated: " + why,
        Code.NAME_CLASH.help());
  }

  private static String describe(Element origin) {
    return origin instanceof TypeElement
        ? origin.toString()
        : origin.getEnclosingElement() + "." + origin;
  }

  private TypeElement topLevel(Element origin) {
    Element element = origin;
    while (element.getEnclosingElement() != null
        && !element.getEnclosingElement().equals(elements.getPackageOf(element))) {
      element = element.getEnclosingElement();
    }
    return (TypeElement) element;
  }
}
