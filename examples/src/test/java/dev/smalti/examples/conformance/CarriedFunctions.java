package dev.smalti.examples.conformance;

import dev.smalti.lang.spi.CompiledForm;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.Parser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.constant.ClassDesc;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The functions that generated class files of a package carry. */
final class CarriedFunctions implements FunctionTable {
  private static final ClassDesc FORM = ClassDesc.of(CompiledForm.class.getName());

  private final Map<String, Function> functions;

  private CarriedFunctions(Map<String, Function> functions) {
    this.functions = functions;
  }

  /** Those in the folder of a class. */
  static CarriedFunctions beside(Class<?> owner) {
    Map<String, Function> functions = new TreeMap<>();
    for (Path file : classFiles(owner)) {
      form(file)
          .filter(text -> !text.startsWith("helpers "))
          .ifPresent(
              text ->
                  Parser.parse(text).functions().forEach(f -> functions.put(f.id().toString(), f)));
    }
    return new CarriedFunctions(functions);
  }

  private static List<Path> classFiles(Class<?> owner) {
    try {
      Path root = Path.of(owner.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path folder = root.resolve(owner.getPackageName().replace('.', '/'));
      try (Stream<Path> files = Files.list(folder)) {
        return files.filter(file -> file.toString().endsWith(".class")).sorted().toList();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(owner + " is in no folder", e);
    }
  }

  /** The text of the annotation, put together; it is in the class file only. */
  private static Optional<String> form(Path file) {
    try {
      ClassModel model = ClassFile.of().parse(file);
      return model
          .findAttribute(Attributes.runtimeInvisibleAnnotations())
          .flatMap(
              all ->
                  all.annotations().stream()
                      .filter(annotation -> annotation.classSymbol().equals(FORM))
                      .findFirst())
          .map(CarriedFunctions::text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Annotation form) {
    return form.elements().stream()
        .filter(element -> element.name().equalsString("text"))
        .map(element -> (AnnotationValue.OfArray) element.value())
        .flatMap(array -> array.values().stream())
        .map(value -> ((AnnotationValue.OfString) value).stringValue())
        .collect(Collectors.joining());
  }

  @Override
  public Optional<Function> find(FunctionId id) {
    return Optional.ofNullable(functions.get(id.toString()));
  }

  /** The function of a method that is not overloaded. */
  Function of(Class<?> owner, String method) {
    FunctionId id = new FunctionId(owner.getName(), method, "");
    return find(id)
        .orElseThrow(
            () ->
                new IllegalArgumentException("no class carries " + id + ": " + functions.keySet()));
  }

  /** All of them, by identity. */
  List<Function> all() {
    return new ArrayList<>(functions.values());
  }
}
