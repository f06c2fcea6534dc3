package dev.smalti.processor;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConstantCaseLabelTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeParameterTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import dev.smalti.processor.model.AnnotatedMethod;
import dev.smalti.processor.model.Components;
import dev.smalti.processor.resolve.Members;
import dev.smalti.processor.resolve.Names;
import dev.smalti.processor.resolve.SourceNames;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.inject.Inject;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Parameterizable;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/**
 * Whether annotated methods name classes or constants that do not exist: perhaps another processor
 * still generates them, so that the methods have to wait for the next round.
 */
final class MissingNames {
  private static final Pattern QUALIFIER = Pattern.compile("\\b(\\p{Lu}\\w*)\\.");

  private final Trees trees;
  private final Elements elements;

  @Inject
  MissingNames(Trees trees, Elements elements) {
    this.trees = trees;
    this.elements = elements;
  }

  /** Whether a type in the signature does not exist. */
  boolean inSignature(ExecutableElement method) {
    return isMissing(method.getReturnType())
        || method.getParameters().stream().anyMatch(parameter -> isMissing(parameter.asType()));
  }

  private static boolean isMissing(TypeMirror type) {
    if (type.getKind() == TypeKind.ERROR) {
      return true;
    }
    return switch (type) {
      case ArrayType array -> isMissing(array.getComponentType());
      case DeclaredType declared ->
          declared.getTypeArguments().stream().anyMatch(MissingNames::isMissing)
              || isComponentMissing(declared);
      default -> false;
    };
  }

  /** A record that is a parameter is taken apart; those inside of it may contain it again. */
  private static boolean isComponentMissing(DeclaredType type) {
    return Components.isRecord(type)
        && ((TypeElement) type.asElement())
            .getRecordComponents().stream()
                .map(Element::asType)
                .anyMatch(component -> component.getKind() == TypeKind.ERROR);
  }

  /** Whether a shape, a body, or a constant of the class names what does not exist. */
  boolean inClass(TypeElement owner, List<ExecutableElement> methods) {
    TreePath path = trees.getPath(owner);
    if (path == null || !(path.getLeaf() instanceof ClassTree type)) {
      return false;
    }
    CompilationUnitTree unit = path.getCompilationUnit();
    Names names = new SourceNames(elements, new Members(elements), unit, owner);
    Set<String> variables = typeVariables(owner);
    return methods.stream()
            .anyMatch(method -> inShapes(names, method) || inBody(names, method, variables))
        || type.getMembers().stream()
            .filter(VariableTree.class::isInstance)
            .anyMatch(field -> isMissingIn(field, names, variables));
  }

  /** Of the class and those around it. */
  private static Set<String> typeVariables(TypeElement owner) {
    Set<String> variables = new HashSet<>();
    Element element = owner;
    while (element instanceof Parameterizable generic) {
      generic.getTypeParameters().forEach(each -> variables.add(each.getSimpleName().toString()));
      element = element.getEnclosingElement();
    }
    return variables;
  }

  private static boolean inShapes(Names names, ExecutableElement method) {
    return method.getParameters().stream()
        .flatMap(MissingNames::withComponents)
        .flatMap(declared -> AnnotatedMethod.annotation(declared, "Shape").stream())
        .flatMap(shape -> shape.getElementValues().values().stream())
        .flatMap(value -> QUALIFIER.matcher(value.toString()).results())
        .anyMatch(qualifier -> names.type(qualifier.group(1)).isEmpty());
  }

  /** A parameter, and the components of its record. */
  private static Stream<Element> withComponents(Element parameter) {
    return Components.isRecord(parameter.asType())
        ? Stream.concat(
            Stream.of(parameter),
            ((TypeElement) ((DeclaredType) parameter.asType()).asElement())
                .getRecordComponents().stream())
        : Stream.of(parameter);
  }

  private boolean inBody(Names names, ExecutableElement method, Set<String> known) {
    MethodTree tree = trees.getTree(method);
    return tree != null && isMissingIn(tree, names, known);
  }

  private static boolean isMissingIn(Tree tree, Names names, Set<String> known) {
    Set<String> declared = new HashSet<>(known);
    new Declarations(declared).scan(tree, null);
    return Boolean.TRUE.equals(new Scanner(names, declared).scan(tree, null));
  }

  /** Collects what is declared inside: locals, local classes, type parameters. */
  private static final class Declarations extends TreeScanner<@Nullable Void, @Nullable Void> {
    private final Set<String> found;

    Declarations(Set<String> found) {
      this.found = found;
    }

    @Override
    public @Nullable Void visitVariable(VariableTree variable, @Nullable Void none) {
      found.add(variable.getName().toString());
      return super.visitVariable(variable, null);
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, @Nullable Void none) {
      found.add(type.getSimpleName().toString());
      return super.visitClass(type, null);
    }

    @Override
    public @Nullable Void visitTypeParameter(TypeParameterTree parameter, @Nullable Void none) {
      found.add(parameter.getName().toString());
      return super.visitTypeParameter(parameter, null);
    }

    /** The labels of a switch over an enum are looked up in the enum. */
    @Override
    public @Nullable Void visitConstantCaseLabel(ConstantCaseLabelTree label, @Nullable Void none) {
      found.add(label.getConstantExpression().toString());
      return super.visitConstantCaseLabel(label, null);
    }
  }

  /** Looks at names in upper case: methods are not looked up, nor what is declared inside. */
  private static final class Scanner extends TreeScanner<Boolean, @Nullable Void> {
    private final Names names;
    private final Set<String> declared;

    Scanner(Names names, Set<String> declared) {
      this.names = names;
      this.declared = declared;
    }

    @Override
    public Boolean visitIdentifier(IdentifierTree identifier, @Nullable Void none) {
      String name = identifier.getName().toString();
      return !name.isEmpty()
          && Character.isUpperCase(name.codePointAt(0))
          && !declared.contains(name)
          && Optional.<Object>empty()
              .or(() -> names.type(name))
              .or(() -> names.field(name))
              .isEmpty();
    }

    @Override
    public Boolean reduce(Boolean left, Boolean right) {
      return Boolean.TRUE.equals(left) || Boolean.TRUE.equals(right);
    }
  }
}
