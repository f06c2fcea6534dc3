package dev.smalti.processor.random;

import dev.smalti.lang.spi.CompiledForm;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.Parser;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The functions that generated classes carry. */
final class CarriedForms implements FunctionTable {
  private static final ClassDesc FORM = ClassDesc.of(CompiledForm.class.getName());

  private final Map<FunctionId, Function> functions = new HashMap<>();

  CarriedForms(Collection<byte[]> classes) {
    for (byte[] bytes : classes) {
      ClassFile.of()
          .parse(bytes)
          .findAttribute(Attributes.runtimeInvisibleAnnotations())
          .ifPresent(all -> all.annotations().forEach(this::take));
    }
  }

  private void take(Annotation annotation) {
    if (annotation.classSymbol().equals(FORM)) {
      String text =
          annotation.elements().stream()
              .filter(element -> element.name().equalsString("text"))
              .map(element -> (AnnotationValue.OfArray) element.value())
              .flatMap(array -> array.values().stream())
              .map(value -> ((AnnotationValue.OfString) value).stringValue())
              .collect(Collectors.joining());
      if (!text.startsWith("helpers ")) {
        Parser.parse(text).functions().forEach(f -> functions.put(f.id(), f));
      }
    }
  }

  @Override
  public Optional<Function> find(FunctionId id) {
    return Optional.ofNullable(functions.get(id));
  }

  /** Every function. */
  Collection<Function> all() {
    return functions.values();
  }

  /** The function of a method of a class in the unnamed package. */
  Function of(String owner, String method) {
    return find(new FunctionId(owner, method, "")).orElseThrow();
  }
}
