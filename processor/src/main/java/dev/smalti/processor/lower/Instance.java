package dev.smalti.processor.lower;

import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.Span;
import dev.smalti.processor.model.AnnotatedMethod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * What a call fixes of a generic method.
 *
 * @param elements the element type of each type parameter, in the order of the declaration
 */
record Instance(Map<String, Element> elements) {
  /** Of a method that leaves nothing open. */
  static final Instance NONE = new Instance(Map.of());

  Instance {
    elements = Collections.unmodifiableMap(new LinkedHashMap<>(elements));
  }

  /** What the arguments say of the type parameters; those that none speaks of are left out. */
  static Instance of(ExecutableElement method, List<Value> arguments) {
    Map<String, Element> found = new LinkedHashMap<>();
    for (int i = 0; i < arguments.size(); i++) {
      infer(method.getParameters().get(i).asType(), arguments.get(i), found);
    }
    Map<String, Element> ordered = new LinkedHashMap<>();
    for (TypeParameterElement parameter : method.getTypeParameters()) {
      String name = parameter.getSimpleName().toString();
      Optional.ofNullable(found.get(name)).ifPresent(element -> ordered.put(name, element));
    }
    return new Instance(ordered);
  }

  /** The element type that a type means here. */
  Optional<Element> element(TypeMirror type) {
    return type.getKind() == TypeKind.TYPEVAR
        ? Optional.ofNullable(elements.get(type.toString()))
        : Signatures.element(type);
  }

  /** What tells the classes of instances apart: {@code F32}. */
  String tag() {
    return String.join("_", elements.values().stream().map(Element::name).toList());
  }

  /** As messages spell it: {@code T = F32}. */
  String text() {
    List<String> parts = new ArrayList<>();
    elements.forEach((name, element) -> parts.add(name + " = " + element));
    return String.join(", ", parts);
  }

  /** Where a place in a body of this instance is, for reports that stand elsewhere. */
  String within(Source source, Span place) {
    boolean helper = AnnotatedMethod.planes(source.element()).contains(FunctionKind.INLINE);
    return "This is in %s%s.%s%s, %s:%d."
        .formatted(
            helper ? "the helper " : "",
            AnnotatedMethod.owner(source.element()).getQualifiedName(),
            source.element().getSimpleName(),
            elements.isEmpty() ? "" : " with " + text(),
            place.file(),
            place.line());
  }

  private static void infer(TypeMirror type, Value argument, Map<String, Element> found) {
    if (type.getKind() == TypeKind.TYPEVAR) {
      if (argument instanceof Value.OfElement(Element element)) {
        found.putIfAbsent(type.toString(), element);
      }
      return;
    }
    if (!(type instanceof DeclaredType declared) || declared.getTypeArguments().isEmpty()) {
      return;
    }
    if (argument instanceof Value.OfRecord record) {
      inferFromParts(declared, record, found);
      return;
    }
    TypeMirror given = declared.getTypeArguments().getFirst();
    if (given.getKind() == TypeKind.TYPEVAR) {
      elementOf(argument).ifPresent(element -> found.putIfAbsent(given.toString(), element));
    }
  }

  /** {@code Moments<T>}: what its components say of the type parameters of the record. */
  private static void inferFromParts(
      DeclaredType type, Value.OfRecord record, Map<String, Element> found) {
    Map<String, Element> ofRecord = new LinkedHashMap<>();
    TypeElement declaration = record.type();
    for (RecordComponentElement component : declaration.getRecordComponents()) {
      Value part = record.components().get(component.getSimpleName().toString());
      if (part != null) {
        infer(component.asType(), part, ofRecord);
      }
    }
    for (int i = 0; i < type.getTypeArguments().size(); i++) {
      TypeMirror given = type.getTypeArguments().get(i);
      Element element =
          ofRecord.get(declaration.getTypeParameters().get(i).getSimpleName().toString());
      if (given.getKind() == TypeKind.TYPEVAR && element != null) {
        found.putIfAbsent(given.toString(), element);
      }
    }
  }

  private static Optional<Element> elementOf(Value value) {
    return switch (value) {
      case Value.OfTile t -> Optional.of((Element) t.tile().type().element());
      case Value.OfPlace p when p.place().type() instanceof dev.smalti.processor.ir.TensorType t ->
          Optional.of((Element) t.element());
      default -> Optional.empty();
    };
  }
}
