package dev.smalti.processor.lower;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.SymbolBinding;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.message.Code;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.lang.model.element.ExecutableElement;

/** What is done while the method is compiled, and leaves nothing behind. */
final class CompileTimeCalls {
  private final Frame frame;
  private final Expressions expressions;

  CompileTimeCalls(Frame frame, Expressions expressions) {
    this.frame = frame;
    this.expressions = expressions;
  }

  /** {@code staticAssert(condition, text)}. */
  Value require(MethodInvocationTree tree, ExecutableElement method) {
    List<? extends ExpressionTree> arguments = tree.getArguments();
    if (arguments.size() != 2) {
      frame.lowering.report.leaveToJavac();
      throw new Rejected();
    }
    resolved(tree, method);
    String text =
        text(arguments.get(1))
            .orElseThrow(
                () ->
                    frame.error(
                        Code.STATIC_CONSTANT,
                        arguments.get(1),
                        "the text of a staticAssert is a literal"));
    Scalar condition = expressions.bool(arguments.getFirst());
    boolean holds =
        frame
            .lowering
            .constant(condition)
            .map(Boolean.class::cast)
            .orElseThrow(() -> notConstant(arguments.getFirst()));
    if (!holds && frame.lowering.isReached()) {
      throw frame.error(Code.STATIC_ASSERT, tree, text, arguments.getFirst() + " does not hold.");
    }
    return new Value.Nothing();
  }

  /** {@code staticPrint(parts)}. */
  Value print(MethodInvocationTree tree, ExecutableElement method) {
    resolved(tree, method);
    String text = tree.getArguments().stream().map(this::printed).collect(Collectors.joining(" "));
    if (frame.lowering.isReached()) {
      frame.note(Code.STATIC_PRINT, tree, text);
    }
    return new Value.Nothing();
  }

  private void resolved(MethodInvocationTree tree, ExecutableElement method) {
    frame.lowering.resolutions.add(frame.source.unit(), tree.getMethodSelect(), method);
  }

  private String printed(ExpressionTree tree) {
    return text(tree).orElseGet(() -> printed(expressions.lower(tree), tree));
  }

  private String printed(Value value, Tree at) {
    return switch (value) {
      case Value.OfScalar(Scalar scalar) ->
          frame
              .lowering
              .constant(scalar)
              .map(String::valueOf)
              .or(() -> extent(scalar))
              .orElseThrow(() -> notConstant(at));
      case Value.OfTile t ->
          (t.mask() ? "Mask" : "Tile<" + t.tile().type().element() + ">")
              + " "
              + Shapes.text(t.tile().type());
      case Value.OfPlace p -> {
        String kind =
            p.place().type() instanceof TensorType type
                ? (type.isWindow() ? "Window<" : "Tensor<") + type.element() + ">"
                : "Signal";
        yield kind + " " + Shapes.text(SymbolBinding.shapeOf(p.place().type()));
      }
      case Value.OfExtent(List<Dim> axes) -> Shapes.text(axes);
      case Value.OfElement e -> e.element().toString();
      case Value.OfEnum e -> e.constant();
      default -> throw notConstant(at);
    };
  }

  /** An extent that a call determines, as the expression that it is. */
  private static Optional<String> extent(Scalar scalar) {
    return scalar instanceof Scalar.Extent(Dim dim)
        ? Optional.of(dim.toString())
        : Optional.empty();
  }

  private Rejected notConstant(Tree at) {
    return frame.error(
        Code.STATIC_CONSTANT,
        at,
        at + " is known only when the method runs, not while it is compiled");
  }

  /** The text of literals, and of literals joined by {@code +}. */
  private static Optional<String> text(ExpressionTree tree) {
    return switch (AssignedLocals.strip(tree)) {
      case LiteralTree literal when literal.getValue() instanceof String text -> Optional.of(text);
      case BinaryTree joined when joined.getKind() == Tree.Kind.PLUS ->
          text(joined.getLeftOperand())
              .flatMap(left -> text(joined.getRightOperand()).map(right -> left + right));
      default -> Optional.empty();
    };
  }
}
