package dev.smalti.processor.lower;

import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.message.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Views of the bytes of a window as elements of another type and in another shape. */
final class TypedViews {
  private final Frame frame;

  TypedViews(Frame frame) {
    this.frame = frame;
  }

  /** {@code data.as(I32, shape(...))}. */
  Value as(Tree tree, Place place, TensorType type, List<Value> arguments) {
    if (!type.isWindow()
        || !(arguments.get(0) instanceof Value.OfElement(Element element))
        || !(arguments.get(1) instanceof Value.OfExtent(List<Dim> shape))) {
      throw frame.error(
          Code.EXPRESSION,
          tree,
          "a window is seen as an element type and a shape",
          "Write data.as(I32, shape(...)), data a window.");
    }
    Variable base = frame.memory(place, tree);
    MemoryCalls.requireDense(frame, tree, base, type);
    Shapes.checkPositive(frame, shape, 1, tree);
    TensorType seen = new TensorType(TensorType.Kind.WINDOW, element, shape);
    Place.Reshaped view = new Place.Reshaped(base, seen);
    checkSize(tree, view, type);
    checkStart(tree, base, element);
    return new Value.OfPlace(view);
  }

  /** Refuses a view with more bytes than the window has, whatever the run-time values are. */
  private void checkSize(Tree tree, Place.Reshaped view, TensorType type) {
    OptionalLong spare = view.spare().map(Dim::constant).orElseGet(OptionalLong::empty);
    if (view.spare().isEmpty() || spare.isPresent() && spare.getAsLong() < 0) {
      throw frame.error(
          Code.TYPED_VIEW,
          tree,
          "a view "
              + text(view.type())
              + " needs more bytes than "
              + view.base().name()
              + " has, which is "
              + text(type)
              + bytes(type, view.type()));
    }
  }

  private static String text(TensorType type) {
    return type.element() + " " + Shapes.text(type.shape());
  }

  /** {@code : 20 and 16}, where both are known. */
  private static String bytes(TensorType given, TensorType needed) {
    OptionalLong all = bytes(given);
    OptionalLong wanted = bytes(needed);
    return all.isPresent() && wanted.isPresent()
        ? ": " + wanted.getAsLong() + " of " + all.getAsLong()
        : "";
  }

  private static OptionalLong bytes(TensorType type) {
    long size = ((Element) type.element()).bytes();
    return TensorType.count(type.shape())
        .map(count -> count.times(Dim.of(size)).constant())
        .orElseGet(OptionalLong::empty);
  }

  // ---- where it starts

  /** Refuses a view that starts within an element, where that is known. */
  private void checkStart(Tree tree, Variable base, Element element) {
    OptionalLong first =
        layout(base).map(layout -> layout.first().constant()).orElseGet(OptionalLong::empty);
    if (first.isPresent() && first.getAsLong() % element.bytes() != 0) {
      throw frame.error(
          Code.TYPED_VIEW,
          tree,
          base.name()
              + " starts at byte "
              + first.getAsLong()
              + " of its allocation, an element of "
              + element
              + " starts at a multiple of "
              + element.bytes());
    }
  }

  /** The first byte of memory in its allocation, and how many bytes neighbours are apart. */
  private record Layout(Dim first, List<Dim> strides) {}

  /** Empty if it is not known: a kernel does not know of what part its parameters are views. */
  private Optional<Layout> layout(Variable memory) {
    Place.View view = frame.lowering.views.get(memory);
    if (view != null) {
      return layout(view.base()).flatMap(base -> part(view, base));
    }
    Place.Reshaped seen = frame.lowering.reshaped.get(memory);
    if (seen != null) {
      return layout(seen.base()).map(base -> dense(base.first(), memory.tensor()));
    }
    return frame.lowering.plane == FunctionKind.HOST
        ? Optional.of(dense(Dim.ZERO, memory.tensor()))
        : Optional.empty();
  }

  private Optional<Layout> part(Place.View view, Layout base) {
    Dim first = base.first();
    for (int axis = 0; axis < view.offsets().size(); axis++) {
      Optional<Dim> offset = frame.lowering.dimOf(view.offsets().get(axis));
      if (offset.isEmpty()) {
        return Optional.empty();
      }
      first = first.plus(offset.get().times(base.strides().get(axis)));
    }
    List<Dim> strides = base.strides();
    return Optional.of(new Layout(first, strides.subList(view.dropped(), strides.size())));
  }

  private static Layout dense(Dim first, TensorType type) {
    List<Dim> strides = new ArrayList<>();
    Dim stride = Dim.of(((Element) type.element()).bytes());
    for (Dim extent : type.shape().reversed()) {
      strides.addFirst(stride);
      stride = stride.times(extent);
    }
    return new Layout(first, strides);
  }
}
