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
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/**
 * Names as the source of a class means them: members of the class and the classes around it first,
 * then single imports, the package, and imports on demand (JLS 6.4.1, 15.12.1).
 */
public final class SourceNames implements Names {
  private final Elements elements;
  private final Members members;
  private final TypeElement owner;
  private final List<Import> imports;

  private record Import(boolean isStatic, boolean onDemand, String qualifier, String name) {}

  /**
   * For one class.
   *
   * @param elements of the compilation
   * @param members of all classes, in this round
   * @param unit the source file of the class
   * @param owner the class
   */
  public SourceNames(
      Elements elements, Members members, CompilationUnitTree unit, TypeElement owner) {
    this.elements = elements;
    this.members = members;
    this.owner = owner;
    this.imports = unit.getImports().stream().map(SourceNames::read).toList();
  }

  /** For a class whose source file, and so its imports, are not there. */
  public SourceNames(Elements elements, Members members, TypeElement owner) {
    this.elements = elements;
    this.members = members;
    this.owner = owner;
    this.imports = List.of();
  }

  private static Import read(ImportTree tree) {
    if (!(tree.getQualifiedIdentifier() instanceof MemberSelectTree select)) {
      return new Import(false, false, "", tree.getQualifiedIdentifier().toString());
    }
    String name = select.getIdentifier().toString();
    return new Import(tree.isStatic(), name.equals("*"), select.getExpression().toString(), name);
  }

  @Override
  public Optional<VariableElement> field(String name) {
    for (TypeElement type : enclosing()) {
      Optional<VariableElement> member = fieldIn(type, name);
      if (member.isPresent()) {
        return member;
      }
    }
    return staticImports(name, this::fieldIn);
  }

  @Override
  public Optional<VariableElement> fieldIn(TypeElement type, String name) {
    return members.field(type, name);
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

  /** A member of an enclosing class of any arity hides every import. */
  @Override
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

  @Override
  public List<ExecutableElement> methodsIn(TypeElement type, String name) {
    return members.methods(type, name);
  }

  @Override
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

  @Override
  public Optional<TypeElement> typeIn(TypeElement type, String name) {
    return members.type(type, name);
  }

  @Override
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
}
