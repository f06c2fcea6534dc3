package dev.smalti.processor.resolve;

import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/** What names mean inside a class, apart from locals. */
public interface Names {
  /** The field of this simple name. */
  Optional<VariableElement> field(String name);

  /** The field of this name in a class or what it inherits. */
  Optional<VariableElement> fieldIn(TypeElement type, String name);

  /** The value of a field that is a constant. */
  default Optional<Object> value(VariableElement field) {
    return Optional.ofNullable(field.getConstantValue());
  }

  /** The methods that a call of this simple name may mean. */
  List<ExecutableElement> methods(String name);

  /** The methods of this name in a class, inherited ones included. */
  List<ExecutableElement> methodsIn(TypeElement type, String name);

  /** The class of this simple name. */
  Optional<TypeElement> type(String name);

  /** The member class of this name in a class or what it inherits. */
  Optional<TypeElement> typeIn(TypeElement type, String name);

  /** The class of a canonical name. */
  Optional<TypeElement> qualified(String name);

  /** The field of a constant: by simple name, or {@code Type.NAME}. */
  default Optional<VariableElement> constant(String name) {
    int dot = name.lastIndexOf('.');
    Optional<VariableElement> field =
        dot < 0
            ? field(name)
            : typeNamed(name.substring(0, dot))
                .flatMap(type -> fieldIn(type, name.substring(dot + 1)));
    return field.filter(constant -> value(constant).isPresent());
  }

  /** A class by simple or qualified name. */
  default Optional<TypeElement> typeNamed(String name) {
    int dot = name.indexOf('.');
    if (dot < 0) {
      return type(name);
    }
    Optional<TypeElement> outer = type(name.substring(0, dot));
    for (String part : name.substring(dot + 1).split("\\.")) {
      outer = outer.flatMap(type -> typeIn(type, part));
    }
    return outer.or(() -> qualified(name));
  }
}
