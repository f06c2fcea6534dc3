package dev.smalti.processor.lower;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.Span;
import dev.smalti.processor.model.AnnotatedMethod;
import dev.smalti.processor.resolve.CarriedNames;
import dev.smalti.processor.resolve.Members;
import dev.smalti.processor.resolve.Names;
import dev.smalti.processor.resolve.SourceNames;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/** Parsed methods, and places in their files. */
final class Sources {
  private final Trees trees;
  private final Elements elements;
  private final Members members;
  private final HelperTable helpers;
  private final Map<String, HelperTrees> carried = new HashMap<>();
  private final Map<CompilationUnitTree, CharSequence> texts = new HashMap<>();
  private final Map<Span, Located> located = new HashMap<>();
  private final Map<TypeElement, Map<Element, TreePath>> paths = new HashMap<>();

  /** By caller: one place in a helper that travelled is reported at the call of each. */
  private final Map<FunctionId, Map<Span, Located>> calls = new LinkedHashMap<>();

  /**
   * A tree in its file.
   *
   * @param within where the place itself is, if its file is not part of this compilation
   */
  record Located(CompilationUnitTree unit, Tree tree, Optional<String> within) {}

  Sources(Trees trees, Elements elements, HelperTable helpers) {
    this.trees = trees;
    this.elements = elements;
    this.members = new Members(elements);
    this.helpers = helpers;
  }

  /**
   * The parsed form, if the method comes from a source file of this compilation, or is a helper
   * that its class carries.
   */
  Optional<Source> of(ExecutableElement method) {
    @Nullable TreePath path = path(method);
    if (path == null) {
      return AnnotatedMethod.of(method, elements)
          .filter(annotated -> annotated.kind() == FunctionKind.INLINE || annotated.isGeneric())
          .flatMap(this::carried);
    }
    if (!(path.getLeaf() instanceof MethodTree tree)) {
      return Optional.empty();
    }
    CompilationUnitTree unit = path.getCompilationUnit();
    TypeElement owner = AnnotatedMethod.owner(method);
    return Optional.of(
        new Source(unit, tree, method, new SourceNames(elements, members, unit, owner), false));
  }

  private Optional<Source> carried(AnnotatedMethod helper) {
    TypeElement owner = AnnotatedMethod.owner(helper.element());
    Optional<HelperForm> form = helpers.find(owner);
    Optional<HelperForm.Method> method =
        form.flatMap(found -> found.method(helper.id().method(), helper.id().tag()));
    if (form.isEmpty() || method.isEmpty()) {
      return Optional.empty();
    }
    HelperTrees trees =
        carried.computeIfAbsent(helper.id().owner(), _ -> new HelperTrees(form.get()));
    if (trees.unit().isEmpty()) {
      helpers.refuse(owner);
    }
    return trees
        .method(method.get())
        .map(
            tree ->
                new Source(
                    trees.unit().orElseThrow(),
                    tree,
                    helper.element(),
                    new CarriedNames(elements, members, form.get().names()),
                    true));
  }

  /** Where a component of a record is declared; empty if its record is a class file. */
  Optional<Located> declaration(RecordComponentElement component) {
    @Nullable TreePath path = trees.getPath(recordOf(component));
    return members(path)
        .filter(member -> member instanceof VariableTree field && isNamed(field, component))
        .findFirst()
        .map(
            tree ->
                new Located(
                    Objects.requireNonNull(path).getCompilationUnit(), tree, Optional.empty()));
  }

  /**
   * The annotations of a component as they are written. Javac takes those that fields cannot have
   * from the field, and gives them to the parameter of the constructor.
   */
  List<? extends AnnotationTree> annotations(RecordComponentElement component) {
    int size = recordOf(component).getRecordComponents().size();
    return members(trees.getPath(recordOf(component)))
        .flatMap(
            member ->
                member instanceof MethodTree method
                        && method.getReturnType() == null
                        && method.getParameters().size() == size
                    ? method.getParameters().stream()
                    : Stream.empty())
        .filter(parameter -> isNamed(parameter, component))
        .map(parameter -> parameter.getModifiers().getAnnotations())
        .findFirst()
        .orElse(List.of());
  }

  private static Stream<? extends Tree> members(@Nullable TreePath type) {
    return type != null && type.getLeaf() instanceof ClassTree tree
        ? tree.getMembers().stream()
        : Stream.empty();
  }

  private static boolean isNamed(VariableTree variable, RecordComponentElement component) {
    return variable.getName().equals(component.getSimpleName());
  }

  /** What names mean in a record; without its source, as they do without imports. */
  Names names(RecordComponentElement component) {
    TypeElement record = recordOf(component);
    return declaration(component)
        .map(at -> new SourceNames(elements, members, at.unit(), record))
        .orElseGet(() -> new SourceNames(elements, members, record));
  }

  private static TypeElement recordOf(RecordComponentElement component) {
    return (TypeElement) Objects.requireNonNull(component.getEnclosingElement());
  }

  /** Whether a class comes from a source file of this compilation. */
  boolean hasSource(TypeElement type) {
    return trees.getPath(type) != null;
  }

  /** Whether a method is written out in a source file of this compilation. */
  boolean hasSource(ExecutableElement method) {
    return path(method) != null;
  }

  private @Nullable TreePath path(ExecutableElement method) {
    return paths.computeIfAbsent(AnnotatedMethod.owner(method), this::pathsIn).get(method);
  }

  /**
   * The methods of a class that are written out. javac looks through the whole class for the tree
   * of one; the element of a declaration it knows. (Of a tree inside a body it must not be asked.)
   */
  private Map<Element, TreePath> pathsIn(TypeElement owner) {
    @Nullable TreePath type = trees.getPath(owner);
    Map<Element, TreePath> methods = new HashMap<>();
    if (type != null && type.getLeaf() instanceof ClassTree tree) {
      for (Tree member : tree.getMembers()) {
        TreePath path = new TreePath(type, member);
        @Nullable Element element = member instanceof MethodTree ? trees.getElement(path) : null;
        if (element != null) {
          methods.put(element, path);
        }
      }
    }
    return methods;
  }

  /** Whether a method is written out in a source file; an accessor of a record may not be. */
  boolean hasBody(ExecutableElement method) {
    return of(method).map(source -> source.tree().getBody() != null).orElse(false);
  }

  /** Where a caret would stand for a tree of the user's; {@link #locate} finds the tree again. */
  Span span(CompilationUnitTree unit, Tree tree) {
    Span span = position(unit, tree);
    located.putIfAbsent(span, new Located(unit, tree, Optional.empty()));
    return span;
  }

  /** Where a caret would stand for a tree. */
  Span position(CompilationUnitTree unit, Tree tree) {
    long position = Math.max(0, preferredPosition(unit, tree));
    String path = unit.getSourceFile().getName();
    String file = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    return new Span(
        file,
        (int) unit.getLineMap().getLineNumber(position),
        (int) unit.getLineMap().getColumnNumber(position));
  }

  /** Notes where reports about a place that a function came from stand. */
  void locate(FunctionId caller, Span span, Located at) {
    if (at.within().isPresent()) {
      calls.computeIfAbsent(caller, _ -> new HashMap<>()).putIfAbsent(span, at);
    } else {
      located.putIfAbsent(span, at);
    }
  }

  /**
   * Where reports about a place stand.
   *
   * @param function what the report is about; its own call is chosen before those of others
   */
  Optional<Located> locate(FunctionId function, Span span) {
    return Optional.ofNullable(located.get(span))
        .or(() -> Optional.ofNullable(calls.getOrDefault(function, Map.of()).get(span)))
        .or(
            () ->
                calls.values().stream().flatMap(of -> Stream.ofNullable(of.get(span))).findFirst());
  }

  private long preferredPosition(CompilationUnitTree unit, Tree tree) {
    if (tree instanceof MethodInvocationTree call
        && call.getMethodSelect() instanceof MemberSelectTree select) {
      long end = trees.getSourcePositions().getEndPosition(unit, select.getExpression());
      CharSequence text = text(unit);
      for (long at = end; at >= 0 && at < text.length(); at++) {
        if (text.charAt((int) at) == '.') {
          return at;
        }
      }
    }
    return trees.getSourcePositions().getStartPosition(unit, tree);
  }

  private CharSequence text(CompilationUnitTree unit) {
    return texts.computeIfAbsent(
        unit,
        u -> {
          try {
            return u.getSourceFile().getCharContent(true);
          } catch (IOException e) {
            return "";
          }
        });
  }
}
