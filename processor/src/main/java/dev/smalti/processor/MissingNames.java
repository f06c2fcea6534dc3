package dev.smalti.processor;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import dev.smalti.processor.model.AnnotatedMethod;
import dev.smalti.processor.resolve.Names;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.inject.Inject;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
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
          declared.getTypeArguments().stream().anyMatch(MissingNames::isMissing);
      default -> false;
    };
  }

  /** Whether a shape, a body, or a constant of the class names what does not exist. */
  boolean inClass(TypeElement owner, List<ExecutableElement> methods) {
    TreePath path = trees.getPath(owner);
    if (path == null || !(path.getLeaf() instanceof ClassTree type)) {
      return false;
    }
    CompilationUnitTree unit = path.getCompilationUnit();
    Names names = new Names(elements, unit, owner);
    return methods.stream().anyMatch(method -> inShapes(names, method) || inBody(names, method))
        || type.getMembers().stream()
            .filter(VariableTree.class::isInstance)
            .anyMatch(field -> isMissingIn(field, names, List.of()));
  }

  private static boolean inShapes(Names names, ExecutableElement method) {
    return method.getParameters().stream()
        .flatMap(parameter -> AnnotatedMethod.annotation(parameter, "Shape").stream())
        .flatMap(shape -> shape.getElementValues().values().stream())
        .flatMap(value -> QUALIFIER.matcher(value.toString()).results())
        .anyMatch(qualifier -> names.type(qualifier.group(1)).isEmpty());
  }

  private boolean inBody(Names names, ExecutableElement method) {
    MethodTree tree = trees.getTree(method);
    List<String> typeParameters =
        method.getTypeParameters().stream()
            .map(TypeParameterElement::getSimpleName)
            .map(Object::toString)
            .toList();
    return tree != null && isMissingIn(tree, names, typeParameters);
  }

  private static boolean isMissingIn(Tree tree, Names names, List<String> typeParameters) {
    Scanner scanner = new Scanner(names, typeParameters);
    return Boolean.TRUE.equals(scanner.scan(tree, null));
  }

  /** Looks at names in upper case: locals and methods are not looked up. */
  private static final class Scanner extends TreeScanner<Boolean, @Nullable Void> {
    private final Names names;
    private final List<String> typeParameters;

    Scanner(Names names, List<String> typeParameters) {
      this.names = names;
      this.typeParameters = typeParameters;
    }

    @Override
    public Boolean visitIdentifier(IdentifierTree identifier, @Nullable Void none) {
      String name = identifier.getName().toString();
      return !name.isEmpty()
          && Character.isUpperCase(name.codePointAt(0))
          && !typeParameters.contains(name)
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
