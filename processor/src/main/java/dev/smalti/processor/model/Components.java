package dev.smalti.processor.model;

import java.util.List;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;

/**
 * What a record is made of where it is a parameter: each component with its type there, the type
 * arguments in place.
 */
public final class Components {
  private static final String LANG = "dev.smalti.lang.";

  private Components() {}

  /**
   * A component.
   *
   * @param element its declaration
   * @param type {@code Tensor<F32>}, where it is declared {@code Tensor<T>}
   */
  public record Component(RecordComponentElement element, TypeMirror type) {
    /** The simple name. */
    public String name() {
      return element.getSimpleName().toString();
    }
  }

  /** Whether a type is a record of the user's. */
  public static boolean isRecord(TypeMirror type) {
    return type instanceof DeclaredType declared
        && declared.asElement() instanceof TypeElement element
        && element.getKind() == ElementKind.RECORD
        && !element.getQualifiedName().toString().startsWith(LANG);
  }

  /** The components of a record, in order. */
  public static List<Component> of(DeclaredType record, Types types) {
    return ((TypeElement) record.asElement())
        .getRecordComponents().stream()
            .map(component -> new Component(component, type(record, component, types)))
            .toList();
  }

  private static TypeMirror type(
      DeclaredType record, RecordComponentElement component, Types types) {
    return ((ExecutableType) types.asMemberOf(record, component.getAccessor())).getReturnType();
  }
}
