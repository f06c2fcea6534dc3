package dev.smalti.processor.model;

import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/**
 * A method with a plane.
 *
 * @param element the method
 * @param kind its plane; the first one if it has several
 * @param id its identity in the intermediate representation
 */
public record AnnotatedMethod(ExecutableElement element, FunctionKind kind, FunctionId id) {
  private static final String LANG = "dev.smalti.lang.";

  private static final Set<String> OF_OBJECT =
      Set.of(
          "hashCode", "toString", "getClass", "notify", "notifyAll", "wait", "clone", "finalize");

  /** Whether the entry point would override, or clash with, a method of {@code Object}. */
  public boolean hidesObject() {
    long parameters =
        element.getParameters().stream()
            .filter(p -> !p.asType().toString().equals(LANG + "World"))
            .count();
    return parameters == 0 && OF_OBJECT.contains(id.method());
  }

  /** Whether a call fixes something of a method: it is compiled once for each instance then. */
  public static boolean isGeneric(ExecutableElement method) {
    return !method.getTypeParameters().isEmpty()
        || method.getParameters().stream().anyMatch(AnnotatedMethod::isConstant);
  }

  /** Whether a parameter is a constant of each instance. */
  public static boolean isConstant(Element parameter) {
    return annotation(parameter, "Const").isPresent();
  }

  /** The same method, read as one of another plane. */
  public AnnotatedMethod as(FunctionKind plane) {
    return new AnnotatedMethod(element, plane, id);
  }

  /** Whether variants of it are asked for. */
  public boolean isSpecialized() {
    return annotation(element, "Specialize").isPresent();
  }

  /** Whether a call fixes something of it. */
  public boolean isGeneric() {
    return isGeneric(element);
  }

  /**
   * An instance: a method of its own, whose classes are in the package of who needs it.
   *
   * @param home the name of that package, empty for the default one
   * @param tag what tells its instances apart
   */
  public AnnotatedMethod instance(String home, String tag) {
    String simple = id.owner().substring(id.owner().lastIndexOf('.') + 1);
    return new AnnotatedMethod(
        element,
        kind,
        new FunctionId(
            home.isEmpty() ? simple : home + "." + simple,
            id.method(),
            id.tag().isEmpty() ? tag : id.tag() + "_" + tag));
  }

  /** The annotation as it is written: {@code @InCore}. */
  public String annotation() {
    return annotation(kind);
  }

  /** The annotation of a plane as it is written. */
  public static String annotation(FunctionKind plane) {
    return switch (plane) {
      case HOST -> "@Host";
      case JIT -> "@Jit";
      case INCORE -> "@InCore";
      case INLINE -> "@Inline";
    };
  }

  /** The annotated method, if this method has a plane. */
  public static Optional<AnnotatedMethod> of(ExecutableElement method, Elements elements) {
    return planes(method).stream()
        .findFirst()
        .map(kind -> new AnnotatedMethod(method, kind, identify(method, elements)));
  }

  /** Every plane that is written on a method; more than one is an error of the user's. */
  public static List<FunctionKind> planes(ExecutableElement method) {
    List<FunctionKind> planes = new ArrayList<>();
    for (AnnotationMirror annotation : method.getAnnotationMirrors()) {
      plane(annotationName(annotation)).ifPresent(planes::add);
    }
    return planes;
  }

  private static Optional<FunctionKind> plane(String annotation) {
    return switch (annotation) {
      case LANG + "Host" -> Optional.of(FunctionKind.HOST);
      case LANG + "Jit" -> Optional.of(FunctionKind.JIT);
      case LANG + "InCore" -> Optional.of(FunctionKind.INCORE);
      case LANG + "Inline" -> Optional.of(FunctionKind.INLINE);
      default -> Optional.empty();
    };
  }

  /** The annotation of this simple name in the language, if the element has it. */
  public static Optional<AnnotationMirror> annotation(Element element, String simpleName) {
    return element.getAnnotationMirrors().stream()
        .filter(mirror -> annotationName(mirror).equals(LANG + simpleName))
        .<AnnotationMirror>map(mirror -> mirror)
        .findFirst();
  }

  private static String annotationName(AnnotationMirror annotation) {
    return ((TypeElement) annotation.getAnnotationType().asElement()).getQualifiedName().toString();
  }

  private static FunctionId identify(ExecutableElement method, Elements elements) {
    TypeElement owner = owner(method);
    String name = method.getSimpleName().toString();
    boolean overloaded =
        ElementFilter.methodsIn(owner.getEnclosedElements()).stream()
                .filter(m -> m.getSimpleName().contentEquals(name) && !planes(m).isEmpty())
                .count()
            > 1;
    String tag =
        overloaded
            ? method.getParameters().stream()
                .map(p -> typeTag(p.asType()))
                .collect(Collectors.joining("_"))
            : "";
    return new FunctionId(elements.getBinaryName(owner).toString(), name, tag);
  }

  /** {@code F32} of {@code Tensor<F32>}, else the simple name of the type. */
  private static String typeTag(TypeMirror type) {
    if (type instanceof DeclaredType record && Components.isRecord(type)) {
      return record.asElement().getSimpleName()
          + record.getTypeArguments().stream()
              .map(AnnotatedMethod::typeTag)
              .collect(Collectors.joining());
    }
    if (type instanceof DeclaredType declared) {
      return declared.getTypeArguments().isEmpty()
          ? declared.asElement().getSimpleName().toString()
          : typeTag(declared.getTypeArguments().getFirst());
    }
    return type.getKind().isPrimitive()
        ? type.getKind().name().toLowerCase(java.util.Locale.ROOT)
        : type.toString().replaceAll("\\W", "");
  }

  /** The class that declares a method. */
  public static TypeElement owner(ExecutableElement method) {
    return (TypeElement) Objects.requireNonNull(method.getEnclosingElement());
  }

  /** Whether a method or class, or a class around it, is private: generated code cannot name it. */
  public static boolean isPrivate(Element member) {
    for (@Nullable Element each = member;
        each != null && !(each instanceof PackageElement);
        each = each.getEnclosingElement()) {
      if (each.getModifiers().contains(Modifier.PRIVATE)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the class and every class around it can be named by generated code of its package. */
  public static boolean isNamed(TypeElement owner) {
    Element element = owner;
    while (element.getKind().isClass() || element.getKind().isInterface()) {
      Element enclosing = Objects.requireNonNull(element.getEnclosingElement());
      boolean local =
          enclosing.getKind() != ElementKind.PACKAGE
              && !enclosing.getKind().isClass()
              && !enclosing.getKind().isInterface();
      if (local || element.getSimpleName().isEmpty()) {
        return false;
      }
      element = enclosing;
    }
    return true;
  }
}
