package dev.smalti.processor.resolve;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;

/**
 * Members of classes, inherited ones included, without those that others hide. Each class is asked
 * once, for javac collects the members of all its supertypes every time. Good for one round:
 * elements are made anew in the next.
 */
public final class Members {
  private final Elements elements;
  private final Map<TypeElement, Map<String, List<Element>>> all = new HashMap<>();
  private final Map<Key, Visible> visible = new HashMap<>();

  private record Key(TypeElement type, String name) {}

  private record Visible(
      Optional<VariableElement> field,
      List<ExecutableElement> methods,
      Optional<TypeElement> type) {}

  /**
   * For one round.
   *
   * @param elements of the compilation
   */
  public Members(Elements elements) {
    this.elements = elements;
  }

  Optional<VariableElement> field(TypeElement type, String name) {
    return visible(type, name).field();
  }

  List<ExecutableElement> methods(TypeElement type, String name) {
    return visible(type, name).methods();
  }

  Optional<TypeElement> type(TypeElement type, String name) {
    return visible(type, name).type();
  }

  private Visible visible(TypeElement type, String name) {
    return visible.computeIfAbsent(
        new Key(type, name),
        _ -> {
          List<Element> named = all(type).getOrDefault(name, List.of());
          return new Visible(
              notHidden(ElementFilter.fieldsIn(named)).stream().findFirst(),
              notHidden(ElementFilter.methodsIn(named)),
              notHidden(ElementFilter.typesIn(named)).stream().findFirst());
        });
  }

  private Map<String, List<Element>> all(TypeElement type) {
    return all.computeIfAbsent(
        type,
        _ ->
            elements.getAllMembers(type).stream()
                .collect(Collectors.groupingBy(member -> member.getSimpleName().toString())));
  }

  /** Those of a name that no member of a class further down hides. */
  private <E extends Element> List<E> notHidden(List<E> named) {
    return named.stream()
        .filter(member -> named.stream().noneMatch(other -> elements.hides(other, member)))
        .toList();
  }
}
