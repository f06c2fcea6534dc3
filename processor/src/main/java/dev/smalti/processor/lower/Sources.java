package dev.smalti.processor.lower;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import dev.smalti.processor.ir.Span;
import dev.smalti.processor.model.AnnotatedMethod;
import dev.smalti.processor.resolve.Names;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import org.jspecify.annotations.Nullable;

/** Parsed methods, and places in their files. */
final class Sources {
  private final Trees trees;
  private final Elements elements;
  private final Map<CompilationUnitTree, CharSequence> texts = new HashMap<>();
  private final Map<Span, Located> located = new HashMap<>();

  /** A tree in its file. */
  record Located(CompilationUnitTree unit, Tree tree) {}

  Sources(Trees trees, Elements elements) {
    this.trees = trees;
    this.elements = elements;
  }

  /** The parsed form, if the method comes from a source file of this compilation. */
  Optional<Source> of(ExecutableElement method) {
    @Nullable TreePath path = trees.getPath(method);
    if (path == null || !(path.getLeaf() instanceof MethodTree tree)) {
      return Optional.empty();
    }
    CompilationUnitTree unit = path.getCompilationUnit();
    TypeElement owner = AnnotatedMethod.owner(method);
    return Optional.of(new Source(unit, tree, method, new Names(elements, unit, owner)));
  }

  /** Whether a method is written out in a source file; an accessor of a record may not be. */
  boolean hasBody(ExecutableElement method) {
    return of(method).map(source -> source.tree().getBody() != null).orElse(false);
  }

  /** Where a caret would stand for a tree; {@link #locate} finds the tree again. */
  Span span(CompilationUnitTree unit, Tree tree) {
    long position = Math.max(0, preferredPosition(unit, tree));
    String path = unit.getSourceFile().getName();
    String file = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    Span span =
        new Span(
            file,
            (int) unit.getLineMap().getLineNumber(position),
            (int) unit.getLineMap().getColumnNumber(position));
    located.putIfAbsent(span, new Located(unit, tree));
    return span;
  }

  /** The tree at a place that {@link #span} gave. */
  Optional<Located> locate(Span span) {
    return Optional.ofNullable(located.get(span));
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
