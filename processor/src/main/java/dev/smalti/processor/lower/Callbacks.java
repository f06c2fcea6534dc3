package dev.smalti.processor.lower;

import dev.smalti.processor.ir.CallbackType;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.TensorType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/** Interfaces with one abstract method, as the types of callbacks. */
final class Callbacks {
  private static final String OBJECT = "java.lang.Object";
  private static final String TENSOR = "dev.smalti.lang.Tensor";
  private static final String ELEMENTS = "dev.smalti.lang.Smalti.";

  private final Elements elements;
  private final Types types;

  Callbacks(Elements elements, Types types) {
    this.elements = elements;
    this.types = types;
  }

  Elements elements() {
    return elements;
  }

  Types types() {
    return types;
  }

  /** The abstract method of an interface that has one; empty for other types. */
  Optional<ExecutableElement> method(TypeMirror type) {
    if (!(type instanceof DeclaredType declared)
        || !(declared.asElement() instanceof TypeElement element)
        || element.getKind() != ElementKind.INTERFACE) {
      return Optional.empty();
    }
    List<ExecutableElement> all = ElementFilter.methodsIn(elements.getAllMembers(element));
    List<ExecutableElement> open =
        all.stream()
            .filter(method -> method.getModifiers().contains(Modifier.ABSTRACT))
            .filter(method -> all.stream().noneMatch(other -> overrides(other, method, element)))
            .filter(method -> !isOfObject(method))
            .toList();
    return open.size() == 1 ? Optional.of(open.getFirst()) : Optional.empty();
  }

  private boolean overrides(ExecutableElement other, ExecutableElement method, TypeElement in) {
    return !other.equals(method) && elements.overrides(other, method, in);
  }

  /** {@code equals} of a comparator: every object has it. */
  private boolean isOfObject(ExecutableElement method) {
    @Nullable TypeElement object = elements.getTypeElement(OBJECT);
    return object != null
        && ElementFilter.methodsIn(object.getEnclosedElements()).stream()
            .anyMatch(
                inherited ->
                    inherited.getSimpleName().equals(method.getSimpleName())
                        && types.isSubsignature(
                            (ExecutableType) method.asType(), (ExecutableType) inherited.asType()));
  }

  /** Why the method of an interface is no callback; empty if it is one. */
  Optional<String> refusal(DeclaredType type, ExecutableElement method) {
    String name = type.asElement().getSimpleName() + "." + method.getSimpleName();
    ExecutableType member = member(type, method);
    if (member.getReturnType().getKind() != TypeKind.VOID) {
      return Optional.of(
          name + " returns " + shown(member.getReturnType()) + ", a callback nothing");
    }
    if (!method.getTypeParameters().isEmpty()) {
      return Optional.of(name + " has type parameters, a callback has none");
    }
    for (TypeMirror thrown : member.getThrownTypes()) {
      if (isChecked(thrown)) {
        return Optional.of(
            name + " throws " + shown(thrown) + ", a callback no checked exceptions");
      }
    }
    return isHidden(type)
        ? Optional.of(type.asElement().getSimpleName() + " is private, and generated code calls it")
        : Optional.empty();
  }

  private boolean isChecked(TypeMirror thrown) {
    return List.of("java.lang.RuntimeException", "java.lang.Error").stream()
        .map(elements::getTypeElement)
        .noneMatch(known -> known != null && types.isSubtype(thrown, known.asType()));
  }

  private static boolean isHidden(DeclaredType type) {
    boolean hidden = type.asElement().getModifiers().contains(Modifier.PRIVATE);
    for (TypeMirror argument : type.getTypeArguments()) {
      hidden |= argument instanceof DeclaredType inner && isHidden(inner);
    }
    return hidden;
  }

  /** The method with the type arguments of the interface in place. */
  ExecutableType member(DeclaredType type, ExecutableElement method) {
    return (ExecutableType) types.asMemberOf((DeclaredType) types.capture(type), method);
  }

  /** The type of an argument in Java. */
  TypeMirror type(ScalarType type) {
    return types.getPrimitiveType(TypeKind.valueOf(type.name()));
  }

  /** The type of an argument in Java. */
  TypeMirror type(TensorType type) {
    TypeElement element = elements.getTypeElement(ELEMENTS + type.element());
    return types.getDeclaredType(elements.getTypeElement(TENSOR), element.asType());
  }

  /** How the program's class names it. */
  CallbackType type(DeclaredType type, ExecutableElement method) {
    return new CallbackType(text(type), method.getSimpleName().toString());
  }

  private String text(TypeMirror type) {
    return switch (type) {
      case DeclaredType declared -> text(declared);
      case ArrayType array -> text(array.getComponentType()) + "[]";
      case WildcardType wildcard -> {
        @Nullable TypeMirror upper = wildcard.getExtendsBound();
        @Nullable TypeMirror lower = wildcard.getSuperBound();
        yield upper != null
            ? "? extends " + text(upper)
            : lower != null ? "? super " + text(lower) : "?";
      }
      default -> type.getKind().isPrimitive() ? types.erasure(type).toString() : OBJECT;
    };
  }

  private String text(DeclaredType type) {
    TypeElement element = (TypeElement) type.asElement();
    PackageElement within = elements.getPackageOf(element);
    String qualified = element.getQualifiedName().toString();
    String name =
        within.isUnnamed()
            ? "#" + qualified
            : within.getQualifiedName()
                + "#"
                + qualified.substring(within.getQualifiedName().length() + 1);
    return type.getTypeArguments().isEmpty()
        ? name
        : type.getTypeArguments().stream()
            .map(this::text)
            .collect(Collectors.joining(", ", name + "<", ">"));
  }

  private static String shown(TypeMirror type) {
    return type instanceof DeclaredType declared
        ? declared.asElement().getSimpleName().toString()
        : type.toString();
  }
}
