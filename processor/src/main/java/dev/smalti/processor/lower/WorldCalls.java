package dev.smalti.processor.lower;

import com.sun.source.tree.MethodInvocationTree;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.message.Code;
import java.util.List;

/** Operations of the world of a program. */
final class WorldCalls {
  private final Frame frame;

  WorldCalls(Frame frame) {
    this.frame = frame;
  }

  Value call(MethodInvocationTree tree, Value.OfWorld world, String name, List<Value> arguments) {
    return switch (name) {
      case "size" -> new Value.OfScalar(new Scalar.Extent(Dim.named(Function.RANKS)));
      case "window" -> window(tree, arguments);
      case "signal" -> {
        List<Dim> shape = extent(arguments.getFirst(), tree);
        Shapes.checkPositive(frame, shape, 0, tree);
        yield new Value.OfPlace(new Place.NewSignal(new SignalType(shape)));
      }
      default ->
          throw frame.error(
              Code.WRONG_PLANE,
              tree,
              world.world().name() + "." + name + " cannot be called in a program",
              "A program asks size(), allocates with window and signal, and dispatches with"
                  + " forEachRank.");
    };
  }

  private Value window(MethodInvocationTree tree, List<Value> arguments) {
    return new Value.OfPlace(
        new Place.NewWindow(
            memory(
                tree,
                arguments,
                TensorType.Kind.WINDOW,
                "a window",
                "Write world.window(F32, shape(...)).")));
  }

  /** {@code Tensor.zeros(F32, shape(...))} and {@code Tensor.undefined} of a device. */
  Value tensor(MethodInvocationTree tree, List<Value> arguments, boolean zero) {
    return new Value.OfPlace(
        new Place.NewTensor(
            memory(
                tree,
                arguments,
                TensorType.Kind.TENSOR,
                "a tensor",
                "Write Tensor.zeros(F32, shape(...))."),
            zero));
  }

  private TensorType memory(
      MethodInvocationTree tree,
      List<Value> arguments,
      TensorType.Kind kind,
      String what,
      String fix) {
    if (!(arguments.getFirst() instanceof Value.OfElement(Element element))) {
      throw frame.error(
          Code.EXPRESSION,
          tree,
          what + " has an element type, this is " + arguments.getFirst().noun(),
          fix);
    }
    List<Dim> shape = extent(arguments.get(1), tree);
    Shapes.checkPositive(frame, shape, 1, tree);
    return new TensorType(kind, element, shape);
  }

  private List<Dim> extent(Value value, MethodInvocationTree tree) {
    if (value instanceof Value.OfExtent(List<Dim> axes)) {
      return axes;
    }
    throw frame.error(
        Code.EXPRESSION,
        tree,
        "an extent is needed here, this is " + value.noun(),
        "Write shape(...).");
  }
}
