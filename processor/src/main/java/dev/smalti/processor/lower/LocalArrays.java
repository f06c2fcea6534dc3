package dev.smalti.processor.lower;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.ArrayTypeTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.TaskType;
import dev.smalti.processor.ir.Tasks;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.message.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Arrays that a method has for itself: declared, read and written element by element. */
final class LocalArrays {
  private final Frame frame;
  private final Expressions expressions;

  LocalArrays(Frame frame, Expressions expressions) {
    this.frame = frame;
    this.expressions = expressions;
  }

  /** Whether a declaration makes an array. */
  static boolean isDeclaration(VariableTree tree) {
    return AssignedLocals.strip(tree.getInitializer()) instanceof NewArrayTree;
  }

  /** The element of an array type that is part of the language. */
  static Optional<ScalarType> component(@Nullable Tree type) {
    return type instanceof ArrayTypeTree array
        ? Statements.primitive(array.getType())
        : Optional.empty();
  }

  /** {@code int[] next = new int[LENGTH]}, or with the elements in braces. */
  Value declare(VariableTree tree, boolean assigned) {
    NewArrayTree array = (NewArrayTree) AssignedLocals.strip(tree.getInitializer());
    String name = tree.getName().toString();
    if (frame.lowering.plane == FunctionKind.HOST) {
      throw frame.error(
          Code.WRONG_PLANE,
          tree,
          "a program has no arrays",
          "Use an array in a @Jit or @InCore method, or scalars.");
    }
    Tree componentTree =
        array.getType() == null && Statements.plain(tree.getType()) instanceof ArrayTypeTree type
            ? type.getType()
            : array.getType();
    ScalarType component =
        Statements.primitive(componentTree)
            .filter(_ -> array.getDimensions().size() < 2)
            .orElseThrow(
                () -> form(tree, "an array of " + componentTree + " is not part of the language"));
    if (assigned) {
      throw frame.error(
          Code.TYPE_CHANGES,
          tree,
          name + " is an array and is assigned again",
          "Copy the elements in a loop, or select by an index.");
    }
    long length = length(array);
    TensorType type =
        new TensorType(TensorType.Kind.ARRAY, element(component), List.of(Dim.of(length)));
    Variable variable = frame.let(name, new Place.NewArray(type), tree);
    if (array.getInitializers() != null) {
      for (int i = 0; i < array.getInitializers().size(); i++) {
        ExpressionTree each = array.getInitializers().get(i);
        Scalar value = expressions.convert(expressions.lower(each), component, each);
        write(variable, Scalar.Constant.of(i), value, each);
      }
    }
    return new Value.OfPlace(new Place.Named(variable));
  }

  private long length(NewArrayTree array) {
    if (array.getInitializers() != null) {
      if (array.getInitializers().isEmpty()) {
        throw form(array, "the array has no elements");
      }
      return array.getInitializers().size();
    }
    ExpressionTree tree = array.getDimensions().getFirst();
    long length =
        frame
            .lowering
            .constant(expressions.scalar(tree))
            .filter(Integer.class::isInstance)
            .map(value -> ((Number) value).longValue())
            .orElseThrow(
                () -> form(tree, "the length " + tree + " is known only when the method runs"));
    if (length < 1) {
      throw form(tree, "the length is " + length + ", at least 1 is possible");
    }
    return length;
  }

  private Rejected form(Tree at, String text) {
    return frame.error(Code.ARRAY_FORM, at, text);
  }

  private static Element element(ScalarType component) {
    return switch (component) {
      case BOOLEAN -> Element.BOOL;
      case INT -> Element.I32;
      case LONG -> Element.I64;
      case FLOAT -> Element.F32;
      case DOUBLE -> Element.F64;
    };
  }

  private static ScalarType component(Variable array) {
    return ((Element) array.tensor().element()).scalar();
  }

  // ---- elements

  /** {@code next[i]}. */
  Value read(ArrayAccessTree tree) {
    Optional<Variable> tasks = tasks(tree);
    if (tasks.isPresent()) {
      return new TaskCalls(frame, expressions).read(tasks.get(), tree);
    }
    Variable array = array(tree);
    Scalar index = index(array, tree);
    return new Value.OfScalar(new Scalar.ReadElement(array, List.of(index), component(array)));
  }

  /** {@code next[i] = value}: Java evaluates the index first and checks it last. */
  void assign(ArrayAccessTree target, ExpressionTree value, Tree at) {
    Optional<Variable> tasks = tasks(target);
    if (tasks.isPresent()) {
      new TaskCalls(frame, expressions).assign(tasks.get(), target, value, at);
      return;
    }
    Variable array = array(target);
    List<Value> index = new ArrayList<>();
    index.add(new Value.OfScalar(index(array, target)));
    Scalar converted =
        frame.after(
            index,
            at,
            () -> expressions.convert(expressions.lower(value), component(array), value));
    write(array, expressions.scalar(index.getFirst(), target), converted, at);
  }

  /** {@code next[i] += value} and the like; the index is evaluated once, the element before. */
  void update(ArrayAccessTree target, UnaryOperator<Scalar> operation, Tree at) {
    Variable array = array(target);
    Scalar index = frame.captured(index(array, target), "index", at);
    Scalar old = new Scalar.ReadElement(array, List.of(index), component(array));
    Scalar result = operation.apply(old);
    write(array, index, Expressions.cast(result, component(array)), at);
  }

  private void write(Variable array, Scalar index, Scalar value, Tree at) {
    frame.emit(new Stmt.WriteElement(array, List.of(index), value, frame.origin(at)), at);
  }

  /** The array if it is one of tasks. */
  private Optional<Variable> tasks(ArrayAccessTree tree) {
    return AssignedLocals.strip(tree.getExpression()) instanceof IdentifierTree name
            && frame.environment.find(name.getName().toString()).isPresent()
            && expressions.lower(name) instanceof Value.OfTask(Tasks.Ref(Variable array))
            && array.type().equals(TaskType.ARRAY)
        ? Optional.of(array)
        : Optional.empty();
  }

  private Variable array(ArrayAccessTree tree) {
    Value value = expressions.lower(tree.getExpression());
    if (value instanceof Value.OfPlace(Place.Named(Variable variable))
        && variable.type() instanceof TensorType type
        && type.isArray()) {
      return variable;
    }
    throw frame.error(
        Code.EXPRESSION,
        tree,
        value.noun() + " is no array",
        "Read elements with x.read(at(...)).");
  }

  private Scalar index(Variable array, ArrayAccessTree tree) {
    Scalar index = expressions.integer(expressions.lower(tree.getIndex()), tree.getIndex());
    Dim length = array.tensor().shape().getFirst();
    frame
        .lowering
        .constant(index)
        .map(value -> ((Number) value).longValue())
        .filter(value -> value < 0 || value >= length.constant().orElseThrow())
        .ifPresent(
            value -> {
              throw frame.error(
                  Code.OUT_OF_BOUNDS,
                  tree.getIndex(),
                  "the index " + value + " leaves the array " + array + " of length " + length,
                  "Use an index from 0 to " + length.minus(Dim.ONE) + ".");
            });
    return index;
  }
}
