package dev.smalti.processor.lower;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.SymbolBinding;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Type;
import dev.smalti.processor.ir.Update;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.message.Article;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.model.AnnotatedMethod;
import java.util.ArrayList;
import java.util.List;

/** Operations of tensors and windows. */
final class MemoryCalls {
  private final Frame frame;
  private final Expressions expressions;

  MemoryCalls(Frame frame, Expressions expressions) {
    this.frame = frame;
    this.expressions = expressions;
  }

  Value call(
      MethodInvocationTree tree, Place place, TensorType type, String name, List<Value> arguments) {
    return switch (name) {
      case "dim" ->
          new Value.OfScalar(
              new Scalar.Extent(
                  type.shape()
                      .get(expressions.axis(arguments.getFirst(), type.shape().size(), tree))));
      case "dtype" -> new Value.OfElement((Element) type.element());
      case "ranks" -> ranks(frame, tree, place);
      case "rank" -> rank(frame, tree, place);
      case "at" -> new Value.OfPlace(at(frame, expressions, tree, place, type.shape(), arguments));
      case "slice" ->
          slice(tree, place, type, index(arguments.get(0), tree), extent(arguments.get(1), tree));
      case "row" -> rows(tree, place, type, arguments.get(0), Dim.ONE);
      case "rows" ->
          rows(
              tree,
              place,
              type,
              arguments.get(0),
              frame.extent(expressions.integer(arguments.get(1), tree), tree));
      case "flat" -> flat(tree, place, type);
      case "as" -> new TypedViews(frame).as(tree, place, type, arguments);
      case "load" -> load(tree, place, type, arguments);
      case "store" -> store(tree, place, type, arguments);
      case "read" -> read(tree, place, type, arguments, ScalarType.DOUBLE);
      case "readInt" -> read(tree, place, type, arguments, ScalarType.INT);
      case "readLong" -> read(tree, place, type, arguments, ScalarType.LONG);
      case "write" -> write(tree, place, type, arguments);
      case "put", "get" -> transfer(tree, place, type, name, arguments);
      case "remoteLoad" -> remoteLoad(tree, place, type, arguments);
      case "remoteStore" -> remoteStore(tree, place, type, arguments);
      default ->
          throw frame.error(Code.EXPRESSION, tree, name + " cannot be called in " + frame.here());
    };
  }

  static void requireKernel(Frame frame, Tree tree, String operation) {
    if (frame.lowering.plane != FunctionKind.INCORE
        && frame.lowering.plane != FunctionKind.INLINE) {
      throw frame.error(
          Code.WRONG_PLANE,
          tree,
          operation
              + " belongs in an @InCore method, this is "
              + Article.with(AnnotatedMethod.annotation(frame.lowering.plane))
              + " method",
          "Move it into a kernel and call the kernel here.");
    }
  }

  /** In a program as many as the domain has that made it. */
  static Value ranks(Frame frame, Tree tree, Place place) {
    Dim ranks = frame.lowering.ranksOf(frame.lowering.domainOf(frame.memory(place, tree)));
    return new Value.OfScalar(new Scalar.Extent(ranks));
  }

  static Value rank(Frame frame, Tree tree, Place place) {
    if (frame.lowering.plane == FunctionKind.HOST) {
      throw frame.error(
          Code.WRONG_PLANE,
          tree,
          "a program runs for all ranks, it has no rank of its own",
          "Use the parameter of forEachRank's lambda.");
    }
    return new Value.OfScalar(new Scalar.Rank(frame.memory(place, tree)));
  }

  // ---- views

  static Place at(
      Frame frame,
      Expressions expressions,
      MethodInvocationTree tree,
      Place place,
      List<Dim> shape,
      List<Value> arguments) {
    int dropped = arguments.size();
    if (dropped == 0 || dropped >= shape.size()) {
      throw frame.error(
          Code.AXES_DIFFER,
          tree,
          "at(...) fixes " + dropped + " of " + Shapes.axes(shape.size()),
          "Fix at least one leading axis and leave at least one.");
    }
    Variable base = frame.memory(place, tree);
    List<Scalar> offsets = new ArrayList<>();
    List<Dim> extents = new ArrayList<>();
    for (int axis = 0; axis < shape.size(); axis++) {
      offsets.add(
          axis < dropped
              ? frame.captured(expressions.integer(arguments.get(axis), tree), "index", tree)
              : Scalar.Constant.of(0));
      extents.add(axis < dropped ? Dim.ONE : shape.get(axis));
    }
    Shapes.checkInside(frame, base.name(), shape, offsets, extents, tree);
    List<Dim> rest = shape.subList(dropped, shape.size());
    Type type =
        switch (base.type()) {
          case TensorType tensor -> tensor.withShape(rest);
          default -> new SignalType(rest);
        };
    return new Place.View(base, offsets, extents, dropped, type);
  }

  private Value slice(
      MethodInvocationTree tree, Place place, TensorType type, List<Scalar> at, List<Dim> shape) {
    Variable base = frame.memory(place, tree);
    Shapes.checkPositive(frame, shape, 1, tree);
    Shapes.checkInside(frame, base.name(), type.shape(), at, shape, tree);
    List<Scalar> held = at.stream().map(s -> frame.captured(s, "index", tree)).toList();
    return new Value.OfPlace(new Place.View(base, held, shape, 0, type.withShape(shape)));
  }

  private Value rows(
      MethodInvocationTree tree, Place place, TensorType type, Value from, Dim count) {
    if (type.shape().size() != 2) {
      throw frame.error(
          Code.AXES_DIFFER,
          tree,
          "rows are of memory with 2 axes, this has " + type.shape().size(),
          "Use slice(at(...), shape(...)), or at(...) first.");
    }
    return slice(
        tree,
        place,
        type,
        List.of(expressions.integer(from, tree), Scalar.Constant.of(0)),
        List.of(count, type.shape().getLast()));
  }

  Value flat(Tree tree, Place place, TensorType type) {
    Variable base = frame.memory(place, tree);
    requireDense(frame, tree, base, type);
    Dim count =
        TensorType.count(type.shape())
            .orElseThrow(
                () ->
                    frame.error(
                        Code.EXTENT_NOT_POSITIVE,
                        tree,
                        base.name() + " has more elements than a long counts"));
    List<Dim> flat = List.of(count);
    Shapes.checkPositive(frame, flat, 1, tree);
    return new Value.OfPlace(new Place.Reshaped(base, type.withShape(flat)));
  }

  /** Refuses a view that leaves a gap between neighbours of the outer axes, where that is known. */
  static void requireDense(Frame frame, Tree tree, Variable memory, TensorType type) {
    for (int axis = 1; axis < type.shape().size(); axis++) {
      requireDense(frame, tree, memory, type, axis);
    }
  }

  private static void requireDense(
      Frame frame, Tree tree, Variable memory, TensorType type, int axis) {
    Place.View view = frame.lowering.views.get(memory);
    if (view == null) {
      return;
    }
    List<Dim> base = SymbolBinding.shapeOf(view.base().type());
    Dim gap = base.get(view.dropped() + axis).minus(type.shape().get(axis));
    boolean several =
        type.shape().subList(0, axis).stream()
            .anyMatch(e -> e.constant().isPresent() && e.constant().getAsLong() > 1);
    if (several && gap.constant().isPresent() && gap.constant().getAsLong() > 0) {
      throw frame.error(
          Code.SHAPES_DIFFER,
          tree,
          memory.name()
              + " is "
              + Shapes.text(type.shape())
              + " of "
              + view.base().name()
              + " "
              + Shapes.text(base)
              + ": its elements do not lie one behind the other",
          "Take whole rows, or all of " + view.base().name() + ".");
    }
  }

  // ---- elements

  private Value read(
      MethodInvocationTree tree,
      Place place,
      TensorType type,
      List<Value> arguments,
      ScalarType as) {
    if (frame.lowering.plane == FunctionKind.HOST) {
      throw frame.error(
          Code.WRONG_PLANE,
          tree,
          "a program does not read elements",
          "Read them in the @Jit or @InCore method, or pass the value as a parameter.");
    }
    Element element = (Element) type.element();
    boolean legal =
        switch (as) {
          case INT -> element.isInteger() && element != Element.I64;
          case LONG -> element.isInteger();
          default -> element != Element.I64;
        };
    if (!legal) {
      throw frame.error(
          Code.NO_OPERATION,
          tree,
          "an element of " + element + " cannot be read as " + as.keyword(),
          "Use read for floats, readInt for integers of up to 32 bits, readLong for I64.");
    }
    Variable memory = frame.memory(place, tree);
    List<Scalar> at = element(memory, type, arguments.getFirst(), tree);
    frame.reads(memory, tree);
    return new Value.OfScalar(new Scalar.ReadElement(memory, at, as));
  }

  private List<Scalar> element(Variable memory, TensorType type, Value at, Tree tree) {
    List<Scalar> indices = index(at, tree);
    Shapes.checkInside(
        frame,
        memory.name(),
        type.shape(),
        indices,
        indices.stream().map(_ -> Dim.ONE).toList(),
        tree);
    return indices;
  }

  private Value write(
      MethodInvocationTree tree, Place place, TensorType type, List<Value> arguments) {
    requireKernel(frame, tree, "write");
    Variable memory = frame.memory(place, tree);
    List<Scalar> at = element(memory, type, arguments.get(0), tree);
    Scalar value = expressions.scalar(arguments.get(1), tree);
    Element element = (Element) type.element();
    if (element.isInteger() && !value.type().isInteger() || value.type() == ScalarType.BOOLEAN) {
      throw frame.error(
          Code.SCALAR_KIND,
          tree,
          Article.with(value.type().keyword()) + " cannot be written to memory of " + element,
          "Cast the value first.");
    }
    TileCalls.requireInRange(frame, element, value, tree);
    frame.writes(memory, tree);
    frame.emit(new Stmt.WriteElement(memory, at, value, frame.origin(tree)), tree);
    return new Value.Nothing();
  }

  // ---- tiles

  private Value load(
      MethodInvocationTree tree, Place place, TensorType type, List<Value> arguments) {
    requireKernel(frame, tree, "load");
    Variable memory = frame.memory(place, tree);
    Region region = region(memory, type, arguments, tree);
    List<Dim> valid = arguments.size() < 3 ? region.shape() : extent(arguments.get(2), tree);
    if (arguments.size() == 3) {
      checkValid(tree, memory, type, region, valid);
    } else {
      Shapes.checkInside(frame, memory.name(), type.shape(), region.at(), region.shape(), tree);
    }
    frame.reads(memory, tree);
    TileType tile = Shapes.tile(frame, type.element(), region.shape(), valid, tree);
    return new Value.OfTile(new Tile.Load(memory, region.at(), region.shape(), valid, tile), false);
  }

  private void checkValid(
      Tree tree, Variable memory, TensorType type, Region region, List<Dim> valid) {
    Shapes.checkPositive(frame, valid, 0, tree);
    Shapes.checkInside(frame, memory.name(), type.shape(), region.at(), valid, tree);
    int axes = valid.size();
    for (int axis = 0; axis + 2 < axes; axis++) {
      if (!valid.get(axis).equals(region.shape().get(axis))
          || !valid.get(axes - 2).equals(region.shape().get(axes - 2))
              && !valid.get(axis).isConstant(1)) {
        throw frame.error(
            Code.BOXES_DIFFER,
            tree,
            "the valid part "
                + Shapes.text(valid)
                + " of "
                + Shapes.text(region.shape())
                + " is no box once the leading axes are rows",
            "Fix the leading axes with at(...) first.");
      }
    }
    for (int axis = 0; axis < axes; axis++) {
      Dim rest = region.shape().get(axis).minus(valid.get(axis));
      if (rest.constant().isPresent() && rest.constant().getAsLong() < 0) {
        throw frame.error(
            Code.OUT_OF_BOUNDS,
            tree,
            "the valid extent "
                + valid.get(axis)
                + " exceeds the extent "
                + region.shape().get(axis));
      }
    }
  }

  private record Region(List<Scalar> at, List<Dim> shape) {}

  private Region region(
      Variable memory, TensorType type, List<Value> arguments, MethodInvocationTree tree) {
    if (arguments.isEmpty()) {
      return new Region(origin(type), type.shape());
    }
    List<Dim> shape = extent(arguments.get(1), tree);
    Shapes.checkPositive(frame, shape, 1, tree);
    List<Scalar> at = index(arguments.get(0), tree);
    if (at.size() != type.shape().size() || shape.size() != type.shape().size()) {
      Shapes.checkInside(frame, memory.name(), type.shape(), at, shape, tree);
    }
    return new Region(at.stream().map(s -> frame.captured(s, "index", tree)).toList(), shape);
  }

  private static List<Scalar> origin(TensorType type) {
    return type.shape().stream().<Scalar>map(_ -> Scalar.Constant.of(0)).toList();
  }

  private Value store(
      MethodInvocationTree tree, Place place, TensorType type, List<Value> arguments) {
    requireKernel(frame, tree, "store");
    Variable memory = frame.memory(place, tree);
    Tile tile = tile(arguments.get(0), tree);
    List<Scalar> at =
        arguments.size() > 1 ? captured(index(arguments.get(1), tree), tree) : origin(type);
    Update update = arguments.size() > 2 ? update(arguments.get(2), tree) : Update.SET;
    checkFits(tree, memory, type, at, tile);
    frame.writes(memory, tree);
    if (update == Update.ADD) {
      requireAddition(tree, type);
      frame.reads(memory, tree);
    }
    frame.emit(new Stmt.Store(memory, at, tile, update, frame.origin(tree)), tree);
    return new Value.Nothing();
  }

  private List<Scalar> captured(List<Scalar> at, Tree tree) {
    return at.stream().map(s -> frame.captured(s, "index", tree)).toList();
  }

  private void requireAddition(Tree tree, TensorType type) {
    if (type.element() == Element.BOOL) {
      throw frame.error(
          Code.NO_OPERATION, tree, "ADD is not defined for BOOL", "Use SET, or cast to I32.");
    }
  }

  /** A stored tile covers the last two axes; on memory of one axis it is one row. */
  private void checkFits(Tree tree, Variable memory, TensorType type, List<Scalar> at, Tile tile) {
    List<Dim> bounds = type.shape();
    int axes = bounds.size();
    if (axes > 2 && !bounds.subList(0, axes - 2).stream().allMatch(d -> d.isConstant(1))) {
      throw frame.error(
          Code.AXES_DIFFER,
          tree,
          "a tile has rows and columns, " + memory.name() + " is " + Shapes.text(bounds),
          "Fix the leading axes: " + memory.name() + ".at(...).store(tile).");
    }
    if (axes == 1 && !tile.type().rows().isConstant(1)) {
      throw frame.error(
          Code.DOES_NOT_FIT,
          tree,
          "a tile of " + Shapes.text(tile.type()) + " is stored to " + memory.name() + ", one row",
          "Store a tile of one row.");
    }
    List<Dim> box = new ArrayList<>();
    for (int axis = 0; axis < axes - 2; axis++) {
      box.add(Dim.ONE);
    }
    if (axes > 1) {
      box.add(tile.type().validRows());
    }
    box.add(tile.type().validColumns());
    if (at.size() == axes) {
      refuseTooLarge(tree, memory, type, at, tile, box);
    }
    Shapes.checkInside(frame, memory.name(), bounds, at, box, tree);
  }

  private void refuseTooLarge(
      Tree tree, Variable memory, TensorType type, List<Scalar> at, Tile tile, List<Dim> box) {
    boolean origin =
        at.stream().allMatch(s -> s instanceof Scalar.Constant constant && constant.isInt(0));
    for (int axis = 0; axis < box.size() && origin; axis++) {
      Dim rest = type.shape().get(axis).minus(box.get(axis));
      if (rest.constant().isPresent() && rest.constant().getAsLong() < 0) {
        throw frame.error(
            Code.DOES_NOT_FIT,
            tree,
            "the tile is "
                + Shapes.text(tile.type())
                + ", "
                + memory.name()
                + " is "
                + Shapes.text(type.shape()),
            "Store to memory that is large enough.");
      }
    }
  }

  private Value remoteLoad(
      MethodInvocationTree tree, Place place, TensorType type, List<Value> arguments) {
    requireKernel(frame, tree, "remoteLoad");
    Variable memory = frame.memory(place, tree);
    Scalar peer = peer(arguments.getFirst(), memory, tree);
    Region region = region(memory, type, arguments.subList(1, arguments.size()), tree);
    Shapes.checkInside(frame, memory.name(), type.shape(), region.at(), region.shape(), tree);
    TileType tile = Shapes.tile(frame, type.element(), region.shape(), region.shape(), tree);
    return new Value.OfTile(
        new Tile.RemoteLoad(memory, peer, region.at(), region.shape(), tile), false);
  }

  private Value remoteStore(
      MethodInvocationTree tree, Place place, TensorType type, List<Value> arguments) {
    requireKernel(frame, tree, "remoteStore");
    Variable memory = frame.memory(place, tree);
    Scalar peer = peer(arguments.get(0), memory, tree);
    Tile tile = tile(arguments.get(1), tree);
    List<Scalar> at =
        arguments.size() > 2 ? captured(index(arguments.get(2), tree), tree) : origin(type);
    Update update = arguments.size() > 3 ? update(arguments.get(3), tree) : Update.SET;
    checkFits(tree, memory, type, at, tile);
    if (update == Update.ADD) {
      requireAddition(tree, type);
    }
    frame.emit(new Stmt.RemoteStore(memory, peer, at, tile, update, frame.origin(tree)), tree);
    return new Value.Nothing();
  }

  private Value transfer(
      MethodInvocationTree tree, Place place, TensorType type, String name, List<Value> arguments) {
    requireKernel(frame, tree, name);
    Variable window = frame.memory(place, tree);
    Scalar peer = frame.captured(peer(arguments.get(0), window, tree), "peer", tree);
    Tree second = tree.getArguments().get(1);
    if (!(arguments.get(1) instanceof Value.OfPlace(Place other))) {
      throw frame.error(
          Code.EXPRESSION,
          second,
          "memory is needed here, this is " + arguments.get(1).noun(),
          "Write " + window.name() + ".remoteStore(peer, tile) for what was computed.");
    }
    Variable local = frame.memory(other, second);
    checkSameShape(second, window, type, local);
    Stmt.Way way = name.equals("get") ? Stmt.Way.GET : Stmt.Way.PUT;
    List<Scalar> chunk = List.of();
    boolean pipelined = false;
    for (Value option : arguments.subList(2, arguments.size())) {
      if (option instanceof Value.OfChunk c) {
        chunk = List.of(c.rows(), c.columns());
        pipelined = c.pipelined();
      } else if (update(option, tree) == Update.ADD) {
        requireAddition(tree, type);
        way = Stmt.Way.ADD;
      }
    }
    if (way == Stmt.Way.GET) {
      frame.writes(local, second);
    } else {
      frame.reads(local, second);
    }
    frame.emit(
        new Stmt.Transfer(window, peer, local, way, chunk, pipelined, frame.origin(tree)), tree);
    return new Value.Nothing();
  }

  /** Refuses shapes that differ whatever the run-time values are; equal elements are javac's. */
  private void checkSameShape(Tree at, Variable window, TensorType type, Variable local) {
    List<Dim> mine = type.shape();
    List<Dim> other = SymbolBinding.shapeOf(local.type());
    boolean differ = mine.size() != other.size();
    for (int axis = 0; axis < mine.size() && !differ; axis++) {
      differ = mine.get(axis).minus(other.get(axis)).constant().stream().anyMatch(gap -> gap != 0);
    }
    if (differ) {
      throw frame.error(
          Code.SHAPES_DIFFER,
          at,
          window.name()
              + " is "
              + Shapes.text(mine)
              + ", "
              + local.name()
              + " is "
              + Shapes.text(other)
              + ": a transfer moves every element to its own place",
          "Take a view of the larger with rows, slice or at, or flat() of both.");
    }
  }

  private Scalar peer(Value value, Variable window, Tree tree) {
    Dim ranks = frame.lowering.ranksOf(frame.lowering.domainOf(window));
    return SignalCalls.peer(frame, expressions, value, ranks, tree);
  }

  // ---- arguments

  private Tile tile(Value value, Tree at) {
    if (value instanceof Value.OfTile(Tile tile, boolean _)) {
      return tile;
    }
    throw frame.error(Code.EXPRESSION, at, "a tile is needed here, this is " + value.noun());
  }

  private List<Scalar> index(Value value, Tree at) {
    return index(frame, value, at);
  }

  static List<Scalar> index(Frame frame, Value value, Tree at) {
    if (value instanceof Value.OfIndex(List<Scalar> axes)) {
      return axes;
    }
    throw frame.error(
        Code.EXPRESSION,
        at,
        "a position is needed here, this is " + value.noun(),
        "Write at(...).");
  }

  private List<Dim> extent(Value value, Tree at) {
    if (value instanceof Value.OfExtent(List<Dim> axes)) {
      return axes;
    }
    throw frame.error(
        Code.EXPRESSION,
        at,
        "an extent is needed here, this is " + value.noun(),
        "Write shape(...).");
  }

  private Update update(Value value, Tree at) {
    return SignalCalls.update(frame, value, at);
  }
}
