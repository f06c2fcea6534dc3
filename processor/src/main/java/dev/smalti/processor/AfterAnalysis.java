package dev.smalti.processor;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.message.Diagnostics;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * What is done when javac has analysed a class: our resolver is compared with javac, and what was
 * found in the class is printed. What is left is printed when the compilation ends.
 */
final class AfterAnalysis implements TaskListener {
  private final Diagnostics diagnostics;
  private final ResolutionCheck resolutions;

  private AfterAnalysis(Diagnostics diagnostics, ResolutionCheck resolutions) {
    this.diagnostics = diagnostics;
    this.resolutions = resolutions;
  }

  /** Whether javac will call; if not, findings have to be printed in the round. */
  static boolean listen(
      ProcessingEnvironment javac, Diagnostics diagnostics, ResolutionCheck resolutions) {
    try {
      JavacTask.instance(javac).addTaskListener(new AfterAnalysis(diagnostics, resolutions));
      return true;
    } catch (IllegalArgumentException | IllegalStateException noTask) {
      return false;
    }
  }

  @Override
  public void finished(TaskEvent event) {
    switch (event.getKind()) {
      case ANALYZE -> analysed(event.getCompilationUnit(), event.getTypeElement());
      case COMPILATION -> diagnostics.printRest();
      default -> {}
    }
  }

  private void analysed(@Nullable CompilationUnitTree unit, @Nullable TypeElement element) {
    if (unit == null || element == null) {
      return;
    }
    unit.getTypeDecls().stream()
        .filter(ClassTree.class::isInstance)
        .map(ClassTree.class::cast)
        .filter(type -> type.getSimpleName().equals(element.getSimpleName()))
        .forEach(type -> analysed(unit, type));
  }

  /** Javac ends with a trace of its own when a listener throws. */
  private void analysed(CompilationUnitTree unit, ClassTree type) {
    try {
      resolutions.check(unit, type);
    } catch (RuntimeException failure) {
      diagnostics.error(
          Code.INTERNAL,
          unit,
          type,
          Failure.describe("the comparison with javac", failure),
          Code.INTERNAL.help());
    }
    diagnostics.printClass(unit, type);
  }
}
