package dev.smalti.processor.message;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * What javac itself has rejected in a class that it has analysed: expressions and types that it
 * could give no type. Javac's message is there already, so a second one of ours at the same place,
 * which is most often a consequence, would only be noise.
 */
final class Rejections {
  private final Trees trees;

  Rejections(Trees trees) {
    this.trees = trees;
  }

  /**
   * Whether javac has rejected this tree, a part of it (not of statements inside it), or the
   * expression of which it is a direct part (an argument of the wrong type is reported at the
   * call).
   */
  boolean contain(CompilationUnitTree unit, Tree tree) {
    TreePath path = trees.getPath(unit, tree);
    if (path == null) {
      return false;
    }
    return isRejected(path) || isRejectedExpression(path.getParentPath()) || hasRejectedPart(path);
  }

  /** Whether javac has rejected anything inside this tree, statements included. */
  boolean containInside(CompilationUnitTree unit, Tree tree) {
    TreePath path = trees.getPath(unit, tree);
    return path != null && Boolean.TRUE.equals(new PartScanner(path, true).scan(tree, path));
  }

  private boolean isRejectedExpression(@Nullable TreePath path) {
    return path != null
        && path.getLeaf() instanceof ExpressionTree
        && !(path.getLeaf() instanceof LambdaExpressionTree)
        && isRejected(path);
  }

  /** Asks only for types that are there: nothing is attributed by asking. */
  private boolean isRejected(TreePath path) {
    TypeMirror type = trees.getTypeMirror(path);
    return type != null && type.getKind() == TypeKind.ERROR;
  }

  private boolean hasRejectedPart(TreePath root) {
    Tree at = root.getLeaf();
    if (at instanceof MethodTree || at instanceof ClassTree || at instanceof BlockTree) {
      return false;
    }
    return Boolean.TRUE.equals(new PartScanner(root, false).scan(at, root));
  }

  /** Walks expressions; statements inside are places of their own, unless asked for. */
  private final class PartScanner extends TreeScanner<Boolean, TreePath> {
    private final TreePath root;
    private final boolean statements;

    PartScanner(TreePath root, boolean statements) {
      this.root = root;
      this.statements = statements;
    }

    @Override
    public Boolean scan(@Nullable Tree tree, TreePath parent) {
      if (tree == null) {
        return false;
      }
      boolean isRoot = tree == root.getLeaf();
      if (!statements
          && !isRoot
          && tree instanceof StatementTree
          && !(tree instanceof VariableTree)) {
        return false;
      }
      TreePath path = isRoot ? root : new TreePath(parent, tree);
      return isRejected(path) || Boolean.TRUE.equals(tree.accept(this, path));
    }

    @Override
    public Boolean reduce(Boolean left, Boolean right) {
      return Boolean.TRUE.equals(left) || Boolean.TRUE.equals(right);
    }
  }
}
