package dev.smalti.processor;

import com.sun.source.tree.CatchTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Scope;
import com.sun.source.tree.Tree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.model.AnnotatedMethod;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ErrorType;
import javax.lang.model.type.TypeMirror;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/** The trees of a compilation, as if every helper were a class file. */
final class WithoutHelpers extends Trees {
  private final Trees trees;

  WithoutHelpers(Trees trees) {
    this.trees = trees;
  }

  @Override
  public @Nullable TreePath getPath(Element element) {
    return travels(element) ? null : trees.getPath(element);
  }

  private static boolean travels(@Nullable Element element) {
    return element instanceof ExecutableElement method
        && (AnnotatedMethod.planes(method).contains(FunctionKind.INLINE)
            || AnnotatedMethod.isGeneric(method));
  }

  @Override
  public SourcePositions getSourcePositions() {
    return trees.getSourcePositions();
  }

  @Override
  public Tree getTree(Element element) {
    return trees.getTree(element);
  }

  @Override
  public ClassTree getTree(TypeElement element) {
    return trees.getTree(element);
  }

  @Override
  public MethodTree getTree(ExecutableElement method) {
    return trees.getTree(method);
  }

  @Override
  public Tree getTree(Element element, AnnotationMirror annotation) {
    return trees.getTree(element, annotation);
  }

  @Override
  public Tree getTree(Element element, AnnotationMirror annotation, AnnotationValue value) {
    return trees.getTree(element, annotation, value);
  }

  @Override
  public TreePath getPath(CompilationUnitTree unit, Tree node) {
    return trees.getPath(unit, node);
  }

  @Override
  public TreePath getPath(Element element, AnnotationMirror annotation) {
    return trees.getPath(element, annotation);
  }

  @Override
  public TreePath getPath(Element element, AnnotationMirror annotation, AnnotationValue value) {
    return trees.getPath(element, annotation, value);
  }

  @Override
  public @Nullable Element getElement(TreePath path) {
    @Nullable Element element = trees.getElement(path);
    return travels(element) ? null : element;
  }

  @Override
  public TypeMirror getTypeMirror(TreePath path) {
    return trees.getTypeMirror(path);
  }

  @Override
  public Scope getScope(TreePath path) {
    return trees.getScope(path);
  }

  @Override
  public String getDocComment(TreePath path) {
    return trees.getDocComment(path);
  }

  @Override
  public boolean isAccessible(Scope scope, TypeElement type) {
    return trees.isAccessible(scope, type);
  }

  @Override
  public boolean isAccessible(Scope scope, Element member, DeclaredType type) {
    return trees.isAccessible(scope, member, type);
  }

  @Override
  public TypeMirror getOriginalType(ErrorType type) {
    return trees.getOriginalType(type);
  }

  @Override
  public void printMessage(
      Diagnostic.Kind kind, CharSequence message, Tree tree, CompilationUnitTree unit) {
    trees.printMessage(kind, message, tree, unit);
  }

  @Override
  public TypeMirror getLub(CatchTree tree) {
    return trees.getLub(tree);
  }
}
