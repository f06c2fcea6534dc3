package dev.smalti.processor;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.message.Diagnostics;
import dev.smalti.processor.model.AnnotatedMethod;
import java.util.List;
import java.util.Optional;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/**
 * Reports annotations of the language that nothing reads: planes of methods in local and anonymous
 * classes, which processing does not see, and annotations of parameters that no annotated method
 * has. Otherwise nothing would be done for them, silently.
 *
 * <p>Javac does not call a processor if such annotations are all there is, so this looks at every
 * class when javac has analysed it.
 */
final class UnreadAnnotations implements TaskListener {
  private static final List<String> OF_PARAMETERS = List.of("Shape", "In", "Out", "InOut", "Const");

  /** What {@code @Generated} of a class that we have written says. */
  private static final String GENERATED_BY = "\"dev.smalti.processor\"";

  private final Trees trees;
  private final Elements elements;
  private final Diagnostics diagnostics;

  private UnreadAnnotations(ProcessingEnvironment javac) {
    this.trees = Trees.instance(javac);
    this.elements = javac.getElementUtils();
    this.diagnostics = new Diagnostics(trees, javac.getMessager());
  }

  /** Looks from now on. Without the language on the class path there is nothing to look for. */
  static void watch(ProcessingEnvironment javac) {
    if (Annotations.NAMES.stream()
        .noneMatch(name -> javac.getElementUtils().getTypeElement(name) != null)) {
      return;
    }
    try {
      JavacTask.instance(javac).addTaskListener(new UnreadAnnotations(javac));
    } catch (IllegalArgumentException | IllegalStateException noTask) {
      // Where javac does not call back, what it shows to processors has to be enough.
    }
  }

  @Override
  public void finished(TaskEvent event) {
    CompilationUnitTree unit = event.getCompilationUnit();
    TypeElement element = event.getTypeElement();
    if (event.getKind() != TaskEvent.Kind.ANALYZE || unit == null || element == null) {
      return;
    }
    for (Tree type : unit.getTypeDecls()) {
      if (type instanceof ClassTree tree
          && tree.getSimpleName().equals(element.getSimpleName())
          && !isOurs(tree)) {
        look(unit, tree);
      }
    }
  }

  /** Most classes that javac analyses are generated, and have none of these annotations. */
  private static boolean isOurs(ClassTree type) {
    return type.getModifiers().getAnnotations().stream()
        .anyMatch(
            annotation ->
                isNamed(annotation, "Generated")
                    && annotation.getArguments().toString().contains(GENERATED_BY));
  }

  private static boolean isNamed(AnnotationTree tree, String annotation) {
    String type = tree.getAnnotationType().toString();
    return type.equals(annotation) || type.endsWith("." + annotation);
  }

  /** Javac ends with a trace of its own when a listener throws. */
  private void look(CompilationUnitTree unit, ClassTree type) {
    try {
      new Scanner(unit).scan(new TreePath(new TreePath(unit), type), null);
    } catch (RuntimeException failure) {
      diagnostics.error(
          Code.INTERNAL,
          unit,
          type,
          Failure.describe("the search for annotations", failure),
          Code.INTERNAL.help());
    }
    diagnostics.printClass(unit, type);
  }

  private final class Scanner extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final CompilationUnitTree unit;

    Scanner(CompilationUnitTree unit) {
      this.unit = unit;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void none) {
      Optional<AnnotatedMethod> annotated =
          isInLocalClass() ? annotated(getCurrentPath()) : Optional.empty();
      if (annotated.isPresent()) {
        diagnostics.error(
            Code.LOCAL_CLASS,
            unit,
            method,
            "%s has %s, but its class is local or anonymous"
                .formatted(method.getName(), annotated.get().annotation()),
            Code.LOCAL_CLASS.help());
      }
      if (!method.getModifiers().getAnnotations().isEmpty()
          && trees.getElement(getCurrentPath()) instanceof ExecutableElement element
          && AnnotatedMethod.annotation(element, "Specialize").isPresent()
          && AnnotatedMethod.of(element, elements).isEmpty()) {
        diagnostics.error(
            Code.UNREAD_ANNOTATION,
            unit,
            method.getModifiers().getAnnotations().stream()
                .filter(tree -> isNamed(tree, "Specialize"))
                .<Tree>map(tree -> tree)
                .findFirst()
                .orElse(method),
            "@Specialize on %s is read by nothing: the method has no plane"
                .formatted(method.getName()),
            Code.UNREAD_ANNOTATION.help());
      }
      return super.visitMethod(method, null);
    }

    /** Most variables have no annotation: javac is asked about the others only. */
    @Override
    public @Nullable Void visitVariable(VariableTree variable, @Nullable Void none) {
      if (!variable.getModifiers().getAnnotations().isEmpty() && !isParameterOfAnnotated()) {
        Element element = trees.getElement(getCurrentPath());
        if (element != null) {
          OF_PARAMETERS.stream()
              .filter(name -> AnnotatedMethod.annotation(element, name).isPresent())
              .findFirst()
              .ifPresent(name -> report(variable, name));
        }
      }
      return super.visitVariable(variable, null);
    }

    private boolean isParameterOfAnnotated() {
      TreePath around = getCurrentPath().getParentPath();
      return around.getLeaf() instanceof MethodTree
          && (annotated(around).isPresent() || isOfRecord(around));
    }

    /** Javac gives the parameters of a record's constructor what the components have. */
    private boolean isOfRecord(TreePath method) {
      return trees.getElement(method) instanceof ExecutableElement element
          && element.getKind() == ElementKind.CONSTRUCTOR
          && AnnotatedMethod.owner(element).getKind() == ElementKind.RECORD
          && isCanonical(element, AnnotatedMethod.owner(element))
          && isParameter(AnnotatedMethod.owner(element));
    }

    /** A method of this compilation or of another may take it. */
    private static boolean isParameter(TypeElement record) {
      return AnnotatedMethod.isNamed(record) && !AnnotatedMethod.isPrivate(record);
    }

    private static boolean isCanonical(ExecutableElement constructor, TypeElement record) {
      List<String> given = names(constructor.getParameters());
      return given.equals(names(record.getRecordComponents()));
    }

    private static List<String> names(List<? extends Element> elements) {
      return elements.stream().map(element -> element.getSimpleName().toString()).toList();
    }

    private void report(VariableTree variable, String annotation) {
      Tree at =
          variable.getModifiers().getAnnotations().stream()
              .filter(tree -> isNamed(tree, annotation))
              .<Tree>map(tree -> tree)
              .findFirst()
              .orElse(variable);
      diagnostics.error(
          Code.UNREAD_ANNOTATION,
          unit,
          at,
          "@%s on %s is read by nothing: this is no parameter of a method with a plane"
              .formatted(annotation, variable.getName()),
          Code.UNREAD_ANNOTATION.help());
    }

    private Optional<AnnotatedMethod> annotated(TreePath method) {
      return trees.getElement(method) instanceof ExecutableElement element
          ? AnnotatedMethod.of(element, elements)
          : Optional.empty();
    }

    /** The class around the method is itself inside a body or an initializer. */
    private boolean isInLocalClass() {
      TreePath around = getCurrentPath().getParentPath();
      while (around != null && around.getLeaf() instanceof ClassTree) {
        around = around.getParentPath();
      }
      return around != null && !(around.getLeaf() instanceof CompilationUnitTree);
    }
  }
}
