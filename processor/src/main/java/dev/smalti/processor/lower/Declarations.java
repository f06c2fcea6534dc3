package dev.smalti.processor.lower;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.message.Report;
import dev.smalti.processor.model.AnnotatedMethod;
import dev.smalti.processor.model.Components;
import dev.smalti.processor.model.Components.Component;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/**
 * The parameters of a method as the rest of the compiler sees them: a record is taken apart into
 * its components, {@code weights.gain}.
 *
 * <p>The symbols of the shapes in a record are those of the method, unless it takes several records
 * of that type: then each has its own.
 */
final class Declarations {
  private final Source source;
  private final Sources sources;
  private final Elements elements;
  private final Types types;
  private final Report report;
  private final Map<Element, Integer> counts = new HashMap<>();
  private final Map<String, String> scopes = new HashMap<>();
  private final List<Declared> all = new ArrayList<>();
  private boolean right = true;

  /**
   * Of one method.
   *
   * @param report takes what is wrong with the records
   */
  Declarations(Source source, Sources sources, Elements elements, Types types, Report report) {
    this.source = source;
    this.sources = sources;
    this.elements = elements;
    this.types = types;
    this.report = report;
    List<? extends VariableElement> parameters = source.element().getParameters();
    parameters.forEach(parameter -> count(parameter.asType(), Set.of()));
    for (int i = 0; i < parameters.size(); i++) {
      add(parameters.get(i), i);
    }
  }

  /** In order, without records. */
  List<Declared> all() {
    return List.copyOf(all);
  }

  /** Whether every record can be taken apart. */
  boolean isRight() {
    return right;
  }

  /**
   * What an extent {@code weights.n} of a record is called: {@code n}, or {@code weights.n} if it
   * is of that record alone.
   *
   * @return empty if it names no record
   */
  Optional<String> extentOf(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0
        ? Optional.empty()
        : Optional.ofNullable(scopes.get(name.substring(0, dot)))
            .map(scope -> scope + name.substring(dot + 1));
  }

  private void count(TypeMirror type, Set<Element> around) {
    if (!Components.isRecord(type) || around.contains(((DeclaredType) type).asElement())) {
      return;
    }
    DeclaredType record = (DeclaredType) type;
    counts.merge(record.asElement(), 1, Integer::sum);
    Set<Element> inside = with(around, record.asElement());
    Components.of(record, types).forEach(component -> count(component.type(), inside));
  }

  private static Set<Element> with(Set<Element> some, Element one) {
    Set<Element> all = new HashSet<>(some);
    all.add(one);
    return all;
  }

  private void add(VariableElement parameter, int position) {
    VariableTree tree = source.tree().getParameters().get(position);
    Declared declared =
        new Declared(
            source.parameter(position),
            parameter.asType(),
            parameter,
            source.unit(),
            tree,
            tree.getModifiers().getAnnotations(),
            source.names(),
            position,
            "",
            "",
            Set.of());
    try {
      add(declared, Set.of());
    } catch (Rejected rejected) {
      right = false;
    }
  }

  private void add(Declared declared, Set<Element> around) {
    if (!Components.isRecord(declared.type())) {
      all.add(declared);
      return;
    }
    DeclaredType record = (DeclaredType) declared.type();
    TypeElement type = (TypeElement) record.asElement();
    check(declared, type, around);
    String scope = counts.getOrDefault(type, 0) > 1 ? declared.name() + "." : declared.scope();
    scopes.put(declared.name(), scope);
    List<Component> components = Components.of(record, types);
    Set<String> ints =
        components.stream()
            .filter(component -> component.type().getKind() == TypeKind.INT)
            .map(Component::name)
            .collect(Collectors.toSet());
    for (Component component : components) {
      add(component(declared, component, scope, ints), with(around, type));
    }
  }

  private Declared component(Declared record, Component component, String scope, Set<String> ints) {
    Optional<Sources.Located> at = sources.declaration(component.element());
    CompilationUnitTree unit = at.map(Sources.Located::unit).orElse(record.unit());
    Tree tree = at.map(Sources.Located::tree).orElse(record.tree());
    return new Declared(
        record.name() + "." + component.name(),
        component.type(),
        component.element(),
        unit,
        tree,
        sources.annotations(component.element()),
        sources.names(component.element()),
        record.position(),
        record.name(),
        scope,
        ints);
  }

  private void check(Declared declared, TypeElement type, Set<Element> around) {
    String name = type.getSimpleName().toString();
    if (around.contains(type)) {
      throw error(
          declared,
          declared.simpleName() + " of " + name + " is a " + name + " again: it has no end",
          "Pass a fixed number of records, or one tensor with an axis more.");
    }
    if (AnnotatedMethod.isPrivate(type)) {
      throw error(
          declared,
          name + " is private, and generated code takes it apart",
          "Make it, and the classes around it, at least package-private.");
    }
    Optional<String> own = new PlainRecords(elements, sources).ownAccessor(type);
    if (own.isPresent()) {
      throw error(
          declared,
          name + " declares " + own.get() + ": a record that is a parameter is plain",
          "Leave the accessors to the compiler; its constructor may check what it is given.");
    }
    for (String annotation : List.of("Shape", "In", "Out", "InOut", "Const")) {
      if (AnnotatedMethod.annotation(declared.element(), annotation).isPresent()) {
        throw error(
            declared,
            "@" + annotation + " says nothing of the record " + declared.name(),
            "Annotate the components of " + name + ".");
      }
    }
  }

  private Rejected error(Declared at, String text, String help) {
    right = false;
    report.error(Code.RECORD_FORM, at.unit(), at.tree(), text, help);
    return new Rejected();
  }
}
