package dev.smalti.processor.resolve;

import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;

/** Names of bodies that were compiled before: what they meant then, as far as it is still there. */
public final class CarriedNames implements Names {
  private final Elements elements;
  private final Members members;
  private final NameTable table;

  /**
   * For one class.
   *
   * @param elements of the compilation
   * @param members of all classes, in this round
   * @param table what the names meant
   */
  public CarriedNames(Elements elements, Members members, NameTable table) {
    this.elements = elements;
    this.members = members;
    this.table = table;
  }

  @Override
  public Optional<VariableElement> field(String name) {
    return Optional.ofNullable(table.fields().get(name))
        .flatMap(this::qualified)
        .flatMap(type -> fieldIn(type, name));
  }

  @Override
  public Optional<VariableElement> fieldIn(TypeElement type, String name) {
    return members.field(type, name);
  }

  @Override
  public Optional<Object> value(VariableElement field) {
    return Optional.ofNullable(table.constants().get(NameTable.key(field)))
        .or(() -> Names.super.value(field));
  }

  @Override
  public List<ExecutableElement> methods(String name) {
    return found(table.methods().getOrDefault(name, List.of()));
  }

  @Override
  public List<ExecutableElement> methodsIn(TypeElement type, String name) {
    List<NameTable.Method> known = table.methods().get(NameTable.inType(type, name));
    return known == null ? members.methods(type, name) : found(known);
  }

  private List<ExecutableElement> found(List<NameTable.Method> methods) {
    return methods.stream().flatMap(method -> find(method).stream()).toList();
  }

  private Optional<ExecutableElement> find(NameTable.Method wanted) {
    return qualified(wanted.owner()).stream()
        .flatMap(type -> ElementFilter.methodsIn(type.getEnclosedElements()).stream())
        .filter(method -> NameTable.Method.of(method).equals(wanted))
        .findFirst();
  }

  @Override
  public Optional<TypeElement> type(String name) {
    return Optional.ofNullable(table.types().get(name)).flatMap(this::qualified);
  }

  @Override
  public Optional<TypeElement> typeIn(TypeElement type, String name) {
    return members.type(type, name);
  }

  @Override
  public Optional<TypeElement> qualified(String name) {
    return Optional.ofNullable(elements.getTypeElement(name));
  }
}
