package dev.smalti.processor.resolve;

import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;

/** Members of classes, inherited ones included, without those that others hide. */
record Members(Elements elements) {
  Optional<VariableElement> field(TypeElement type, String name) {
    return notHidden(ElementFilter.fieldsIn(elements.getAllMembers(type)), name).stream()
        .findFirst();
  }

  List<ExecutableElement> methods(TypeElement type, String name) {
    return notHidden(ElementFilter.methodsIn(elements.getAllMembers(type)), name);
  }

  Optional<TypeElement> type(TypeElement type, String name) {
    return notHidden(ElementFilter.typesIn(elements.getAllMembers(type)), name).stream()
        .findFirst();
  }

  /** Those of a name that no member of a class further down hides. */
  private <E extends Element> List<E> notHidden(List<E> members, String name) {
    List<E> named =
        members.stream().filter(member -> member.getSimpleName().contentEquals(name)).toList();
    return named.stream()
        .filter(member -> named.stream().noneMatch(other -> elements.hides(other, member)))
        .toList();
  }
}
