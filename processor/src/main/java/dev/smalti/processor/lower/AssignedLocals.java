package dev.smalti.processor.lower;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which locals and parameters of a method are assigned after their declaration. */
final class AssignedLocals {
  /** With the target of the first assignment. */
  private final IdentityHashMap<VariableTree, ExpressionTree> assigned = new IdentityHashMap<>();

  AssignedLocals(MethodTree method) {
    new Scanner().scan(method, null);
  }

  /** Whether the variable gets a value other than its first one, or is declared without one. */
  boolean contains(VariableTree variable) {
    return assigned.containsKey(variable);
  }

  /** Where the variable is assigned first; where it is declared if it never is. */
  Tree first(VariableTree variable) {
    Tree target = assigned.get(variable);
    return target == null ? variable : target;
  }

  /** Whether a name is assigned anywhere in a tree. */
  static boolean assigns(Tree tree, String name) {
    boolean[] found = {false};
    new TreeScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitAssignment(AssignmentTree node, @Nullable Void unused) {
        found[0] |= isName(node.getVariable(), name);
        return super.visitAssignment(node, unused);
      }

      @Override
      public @Nullable Void visitCompoundAssignment(
          CompoundAssignmentTree node, @Nullable Void unused) {
        found[0] |= isName(node.getVariable(), name);
        return super.visitCompoundAssignment(node, unused);
      }

      @Override
      public @Nullable Void visitUnary(UnaryTree node, @Nullable Void unused) {
        found[0] |= isStep(node) && isName(node.getExpression(), name);
        return super.visitUnary(node, unused);
      }
    }.scan(tree, null);
    return found[0];
  }

  static boolean isStep(UnaryTree node) {
    return switch (node.getKind()) {
      case PREFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_INCREMENT, POSTFIX_DECREMENT -> true;
      default -> false;
    };
  }

  private static boolean isName(ExpressionTree tree, String name) {
    return strip(tree) instanceof IdentifierTree id && id.getName().contentEquals(name);
  }

  static ExpressionTree strip(ExpressionTree tree) {
    ExpressionTree inner = tree;
    while (inner instanceof ParenthesizedTree parentheses) {
      inner = parentheses.getExpression();
    }
    return inner;
  }

  private final class Scanner extends TreeScanner<@Nullable Void, @Nullable Void> {
    private final Deque<Map<String, VariableTree>> scopes = new ArrayDeque<>();

    private @Nullable Void scoped(Runnable inside) {
      scopes.push(new HashMap<>());
      inside.run();
      scopes.pop();
      return null;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree node, @Nullable Void unused) {
      return scoped(() -> super.visitMethod(node, null));
    }

    @Override
    public @Nullable Void visitBlock(BlockTree node, @Nullable Void unused) {
      return scoped(() -> super.visitBlock(node, null));
    }

    @Override
    public @Nullable Void visitForLoop(ForLoopTree node, @Nullable Void unused) {
      return scoped(() -> super.visitForLoop(node, null));
    }

    @Override
    public @Nullable Void visitEnhancedForLoop(EnhancedForLoopTree node, @Nullable Void unused) {
      return scoped(() -> super.visitEnhancedForLoop(node, null));
    }

    @Override
    public @Nullable Void visitLambdaExpression(LambdaExpressionTree node, @Nullable Void unused) {
      return scoped(() -> super.visitLambdaExpression(node, null));
    }

    @Override
    public @Nullable Void visitVariable(VariableTree node, @Nullable Void unused) {
      Map<String, VariableTree> scope = scopes.peek();
      if (scope != null) {
        scope.put(node.getName().toString(), node);
      }
      return super.visitVariable(node, unused);
    }

    @Override
    public @Nullable Void visitAssignment(AssignmentTree node, @Nullable Void unused) {
      mark(node.getVariable());
      return super.visitAssignment(node, unused);
    }

    @Override
    public @Nullable Void visitCompoundAssignment(
        CompoundAssignmentTree node, @Nullable Void unused) {
      mark(node.getVariable());
      return super.visitCompoundAssignment(node, unused);
    }

    @Override
    public @Nullable Void visitUnary(UnaryTree node, @Nullable Void unused) {
      if (isStep(node)) {
        mark(node.getExpression());
      }
      return super.visitUnary(node, unused);
    }

    private void mark(ExpressionTree target) {
      if (strip(target) instanceof IdentifierTree id) {
        for (Map<String, VariableTree> scope : scopes) {
          VariableTree variable = scope.get(id.getName().toString());
          if (variable != null) {
            assigned.putIfAbsent(variable, target);
            return;
          }
        }
      }
    }
  }
}
