package dev.smalti.processor;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.message.Diagnostics;
import dev.smalti.processor.resolve.Names;
import java.util.Optional;
import javax.annotation.processing.RoundEnvironment;
import javax.inject.Inject;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/**
 * Finds annotated methods in local and anonymous classes. Processing does not see such classes, so
 * nothing would be generated for them, silently.
 */
final class LocalKernels {
  private final Trees trees;
  private final Elements elements;
  private final Diagnostics diagnostics;

  @Inject
  LocalKernels(Trees trees, Elements elements, Diagnostics diagnostics) {
    this.trees = trees;
    this.elements = elements;
    this.diagnostics = diagnostics;
  }

  /** Reports those in the source files of this round. */
  void report(RoundEnvironment round) {
    for (Element root : round.getRootElements()) {
      if (root instanceof TypeElement type) {
        TreePath path = trees.getPath(type);
        if (path != null) {
          CompilationUnitTree unit = path.getCompilationUnit();
          new Scanner(unit, new Names(elements, unit, type)).scan(path, null);
        }
      }
    }
  }

  private final class Scanner extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final CompilationUnitTree unit;
    private final Names names;

    Scanner(CompilationUnitTree unit, Names names) {
      this.unit = unit;
      this.names = names;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void none) {
      if (isInLocalClass()) {
        method.getModifiers().getAnnotations().stream()
            .filter(this::isPlane)
            .findFirst()
            .ifPresent(plane -> report(method, plane));
      }
      return super.visitMethod(method, null);
    }

    private void report(MethodTree method, AnnotationTree plane) {
      diagnostics.error(
          Code.LOCAL_CLASS,
          unit,
          method,
          "%s has %s, but its class is local or anonymous"
              .formatted(method.getName(), plane.toString().replace("()", "")),
          Code.LOCAL_CLASS.help());
    }

    /** The class around the method is itself inside a body or an initializer. */
    private boolean isInLocalClass() {
      TreePath around = getCurrentPath().getParentPath();
      while (around != null && around.getLeaf() instanceof ClassTree) {
        around = around.getParentPath();
      }
      return around != null && !(around.getLeaf() instanceof CompilationUnitTree);
    }

    private boolean isPlane(AnnotationTree annotation) {
      Tree type = annotation.getAnnotationType();
      Optional<TypeElement> element = names.typeNamed(type.toString());
      return element
          .map(found -> Annotations.NAMES.contains(found.getQualifiedName().toString()))
          .orElse(false);
    }
  }
}
