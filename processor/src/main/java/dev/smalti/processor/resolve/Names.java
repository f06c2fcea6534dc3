package dev.smalti.processor.resolve;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/**
 * What simple names mean inside a class, apart from locals: members of the class and the classes
 * around it first, then single imports, the package, and imports on demand (JLS 6.4.1, 15.12.1).
 */
public final class Names {
  private final Elements elements;
  private final TypeElement owner;
  private final List<Import> imports;

  private record Import(boolean isStatic, boolean onDemand, String qualifier, String name) {}

  public Names(Elements elements, CompilationUnitTree unit, TypeElement owner) {
    this.elements = elements;
    this.owner = owner;
    this.imports = unit.getImports().stream().map(Names::read).toList();
  }

  private static Import read(ImportTree tree) {
    if (!(tree.getQualifiedIdentifier() instanceof MemberSelectTree select)) {
      return new Import(false, false, "", tree.getQualifiedIdentifier().toString());
    }
    String name = select.getIdentifier().toString();
    return new Import(tree.isStatic(), name.equals("*"), select.getExpression().toString(), name);
  }

  /** The class in which names are looked up. */
  public TypeElement owner() {
    return owner;
  }

  /** The field of this simple name. */
  public Optional<VariableElement> field(String name) {
    for (TypeElement type : enclosing()) {
      Optional<VariableElement> member = fieldIn(type, name);
      if (member.isPresent()) {
        return member;
      }
    }
    return staticImports(name, this::fieldIn);
  }

  /** The field of this name in a class or what it inherits. */
  public Optional<VariableElement> fieldIn(TypeElement type, String name) {
    return notHidden(ElementFilter.fieldsIn(elements.getAllMembers(type)), name).stream()
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

  private interface Lookup<E> {
    Optional<E> in(TypeElement type, String name);
  }

  private <E extends Element> Optional<E> staticImports(String name, Lookup<E> lookup) {
    for (boolean onDemand : new boolean[] {false, true}) {
      for (Import each : imports) {
        if (each.isStatic()
            && each.onDemand() == onDemand
            && (onDemand || each.name().equals(name))) {
          Optional<E> found =
              qualified(each.qualifier())
                  .flatMap(type -> lookup.in(type, name))
                  .filter(member -> member.getModifiers().contains(Modifier.STATIC));
          if (found.isPresent()) {
            return found;
          }
        }
      }
    }
    return Optional.empty();
  }

  /**
   * The methods that a call of this simple name may mean. A member of an enclosing class of any
   * arity hides every import.
   */
  public List<ExecutableElement> methods(String name) {
    for (TypeElement type : enclosing()) {
      List<ExecutableElement> members = methodsIn(type, name);
      if (!members.isEmpty()) {
        return members;
      }
    }
    for (boolean onDemand : new boolean[] {false, true}) {
      Set<ExecutableElement> found = new LinkedHashSet<>();
      for (Import each : imports) {
        if (each.isStatic()
            && each.onDemand() == onDemand
            && (onDemand || each.name().equals(name))) {
          qualified(each.qualifier()).stream()
              .flatMap(type -> methodsIn(type, name).stream())
              .filter(method -> method.getModifiers().contains(Modifier.STATIC))
              .forEach(found::add);
        }
      }
      if (!found.isEmpty()) {
        return List.copyOf(found);
      }
    }
    return List.of();
  }

  /** The methods of this name in a class, inherited ones included. */
  public List<ExecutableElement> methodsIn(TypeElement type, String name) {
    return notHidden(ElementFilter.methodsIn(elements.getAllMembers(type)), name);
  }

  /** The class of this simple name. */
  public Optional<TypeElement> type(String name) {
    for (TypeElement type : enclosing()) {
      if (type.getSimpleName().contentEquals(name)) {
        return Optional.of(type);
      }
      Optional<TypeElement> member = typeIn(type, name);
      if (member.isPresent()) {
        return member;
      }
    }
    for (Import each : imports) {
      if (!each.onDemand() && each.name().equals(name)) {
        Optional<TypeElement> imported = qualified(each.qualifier() + "." + name);
        if (imported.isPresent()) {
          return imported;
        }
      }
    }
    return inPackage(name).or(() -> onDemand(name));
  }

  private Optional<TypeElement> inPackage(String name) {
    String home = elements.getPackageOf(owner).getQualifiedName().toString();
    return qualified(home.isEmpty() ? name : home + "." + name);
  }

  private Optional<TypeElement> onDemand(String name) {
    List<TypeElement> found = new ArrayList<>();
    for (Import each : imports) {
      if (each.onDemand()) {
        qualified(each.qualifier() + "." + name).ifPresent(found::add);
      }
    }
    return found.isEmpty() ? qualified("java.lang." + name) : Optional.of(found.getFirst());
  }

  /** The member class of this name in a class or what it inherits. */
  public Optional<TypeElement> typeIn(TypeElement type, String name) {
    return notHidden(ElementFilter.typesIn(elements.getAllMembers(type)), name).stream()
        .findFirst();
  }

  /** The class of a canonical name. */
  public Optional<TypeElement> qualified(String name) {
    return Optional.ofNullable(elements.getTypeElement(name));
  }

  /** The class and those around it, innermost first. */
  private List<TypeElement> enclosing() {
    List<TypeElement> types = new ArrayList<>();
    @Nullable Element element = owner;
    while (element != null && element.getKind() != ElementKind.PACKAGE) {
      if (element instanceof TypeElement type) {
        types.add(type);
      }
      element = element.getEnclosingElement();
    }
    return types;
  }

  /** The value of a constant: by simple name, or {@code Type.NAME}. */
  public Optional<VariableElement> constant(String name) {
    int dot = name.lastIndexOf('.');
    Optional<VariableElement> field =
        dot < 0
            ? field(name)
            : typeNamed(name.substring(0, dot))
                .flatMap(type -> fieldIn(type, name.substring(dot + 1)));
    return field.filter(constant -> constant.getConstantValue() != null);
  }

  /** A class by simple or qualified name. */
  public Optional<TypeElement> typeNamed(String name) {
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
