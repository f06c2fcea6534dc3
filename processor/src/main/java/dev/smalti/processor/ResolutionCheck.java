package dev.smalti.processor;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.message.Diagnostics;
import dev.smalti.processor.resolve.Resolutions.Resolution;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import javax.inject.Inject;
import javax.inject.Singleton;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.tools.JavaFileObject;
import org.jspecify.annotations.Nullable;

/**
 * Compares what our resolver took a name to mean with what javac says, once javac has attributed
 * the class. A difference is a fault of ours: code was generated for something the user did not
 * write.
 */
@Singleton
final class ResolutionCheck {
  private final Trees trees;
  private final Diagnostics diagnostics;

  /** By source file: most classes that javac analyses are generated, and have none. */
  private final Map<JavaFileObject, List<Resolution>> open = new HashMap<>();

  @Inject
  ResolutionCheck(Trees trees, Diagnostics diagnostics) {
    this.trees = trees;
    this.diagnostics = diagnostics;
  }

  /** Keeps answers until their class has been attributed. */
  void add(List<Resolution> resolutions) {
    for (Resolution each : resolutions) {
      open.computeIfAbsent(each.unit().getSourceFile(), _ -> new ArrayList<>()).add(each);
    }
  }

  /** Compares every answer inside a class that javac has attributed. */
  void check(CompilationUnitTree unit, ClassTree type) {
    List<Resolution> inFile = open.getOrDefault(unit.getSourceFile(), List.of());
    if (inFile.isEmpty()) {
      return;
    }
    Predicate<Resolution> inside = inside(unit, type);
    List<Resolution> here = inFile.stream().filter(inside).toList();
    inFile.removeIf(inside);
    IdentityHashMap<Tree, TreePath> paths = paths(unit, type, here);
    for (Resolution each : here) {
      TreePath path = paths.get(each.tree());
      if (path != null) {
        compare(each, trees.getElement(path));
      }
    }
  }

  private void compare(Resolution ours, @Nullable Element javac) {
    if (javac == null || javac.asType().getKind() == TypeKind.ERROR) {
      return; // Rejected by javac, which says so itself.
    }
    String taken = describe(ours.element());
    String meant = describe(javac);
    if (!taken.equals(meant) && !isOverridden(javac, ours.element())) {
      diagnostics.error(
          Code.INTERNAL,
          ours.unit(),
          ours.tree(),
          "the name was read as " + taken + ", javac reads it as " + meant,
          Code.INTERNAL.help());
    }
  }

  /** In a helper for tensors, a window that is passed has the methods of a window. */
  private static boolean isOverridden(Element method, Element by) {
    return method.toString().equals(by.toString())
        && by.getEnclosingElement() instanceof TypeElement type
        && type.getSuperclass() instanceof DeclaredType base
        && method.getEnclosingElement() instanceof TypeElement declaring
        && base.asElement() instanceof TypeElement above
        && above.getQualifiedName().contentEquals(declaring.getQualifiedName());
  }

  /** The same text for the same element, also when a later round has made it anew. */
  private static String describe(Element element) {
    return "%s %s.%s".formatted(element.getKind(), element.getEnclosingElement(), element);
  }

  private Predicate<Resolution> inside(CompilationUnitTree unit, ClassTree type) {
    SourcePositions positions = trees.getSourcePositions();
    long start = positions.getStartPosition(unit, type);
    long end = positions.getEndPosition(unit, type);
    return each -> {
      long at = positions.getStartPosition(each.unit(), each.tree());
      return at >= start && at <= end;
    };
  }

  private static IdentityHashMap<Tree, TreePath> paths(
      CompilationUnitTree unit, ClassTree type, List<Resolution> wanted) {
    IdentityHashMap<Tree, TreePath> paths = new IdentityHashMap<>();
    IdentityHashMap<Tree, Boolean> trees = new IdentityHashMap<>();
    wanted.forEach(each -> trees.put(each.tree(), true));
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void scan(@Nullable Tree tree, @Nullable Void none) {
        if (tree != null && trees.containsKey(tree)) {
          paths.put(tree, new TreePath(getCurrentPath(), tree));
        }
        return super.scan(tree, null);
      }
    }.scan(new TreePath(new TreePath(unit), type), null);
    return paths;
  }
}
