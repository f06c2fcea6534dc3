package dev.smalti.processor.lower;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.message.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Operations of the world of a program. */
final class WorldCalls {
  private final Frame frame;
  private final Expressions expressions;

  WorldCalls(Frame frame, Expressions expressions) {
    this.frame = frame;
    this.expressions = expressions;
  }

  Value call(MethodInvocationTree tree, Value.OfWorld world, String name, List<Value> arguments) {
    return switch (name) {
      case "size" -> new Value.OfScalar(new Scalar.Extent(Dim.named(Function.RANKS)));
      case "device" -> new Value.OfScalar(expressions.integer(arguments.getFirst(), tree));
      case "devices" -> range(tree, world.world(), arguments);
      case "pick" -> pick(tree, world.world(), arguments);
      case "window" -> window(tree, arguments, Optional.empty());
      case "signal" -> signal(tree, arguments, Optional.empty());
      case "signalFor" -> signalFor(Optional.empty());
      default ->
          throw frame.error(
              Code.WRONG_PLANE,
              tree,
              world.world().name() + "." + name + " cannot be called in a program",
              "A program asks size(), allocates with window and signal, makes domains with devices"
                  + " and pick, and dispatches with forEachRank.");
    };
  }

  Value call(
      MethodInvocationTree tree, Value.OfNamedDomain domain, String name, List<Value> arguments) {
    Optional<Variable> variable = Optional.of(domain.variable());
    return switch (name) {
      case "size" -> new Value.OfScalar(new Scalar.Extent(domain.size()));
      case "device" ->
          new Value.OfScalar(
              device(domain.place(), expressions.integer(arguments.getFirst(), tree), tree));
      case "window" -> window(tree, arguments, variable);
      case "signal" -> signal(tree, arguments, variable);
      case "signalFor" -> signalFor(variable);
      default ->
          throw frame.error(
              Code.WRONG_PLANE,
              tree,
              domain.variable().name() + "." + name + " cannot be called in a program",
              "A domain asks size() and device(r), allocates with window and signal, and"
                  + " dispatches with forEachRank.");
    };
  }

  // ---- domains

  /** The domain, held by a variable. */
  Value.OfNamedDomain named(String name, Value.OfDomain domain, Tree at) {
    if (frame.lowering.builder.isInner()) {
      throw frame.error(
          Code.ALLOCATION_PLACE,
          at,
          name + " is made in a loop, a branch or a dispatch",
          "Make it first in the program: its windows live as long as the program runs.");
    }
    Variable variable = frame.let(name, domain.place(), at);
    frame.lowering.domainSizes.put(variable, domain.size());
    return new Value.OfNamedDomain(variable, domain.place(), domain.size());
  }

  private Value range(MethodInvocationTree tree, Variable world, List<Value> arguments) {
    List<Scalar> ends = devices(tree, arguments);
    if (dimOf(ends.getFirst()).stream().anyMatch(d -> d.constant().orElse(0) < 0)) {
      throw frame.error(
          Code.PEER_RANGE,
          tree.getArguments().getFirst(),
          "the first device is negative, devices are counted from 0");
    }
    Dim size = frame.extent(ends.get(1), tree).minus(frame.extent(ends.get(0), tree));
    Shapes.checkPositive(frame, List.of(size), 1, tree);
    return new Value.OfDomain(new Place.Devices(world, true, ends), size);
  }

  private Value pick(MethodInvocationTree tree, Variable world, List<Value> arguments) {
    List<Scalar> devices = devices(tree, arguments);
    for (int i = 0; i < devices.size(); i++) {
      Optional<Dim> before = i == 0 ? Optional.of(Dim.of(-1)) : dimOf(devices.get(i - 1));
      Optional<Dim> gap = dimOf(devices.get(i)).flatMap(d -> before.map(d::minus));
      if (gap.isPresent() && gap.get().constant().stream().anyMatch(g -> g < 1)) {
        throw frame.error(
            Code.PEER_RANGE,
            tree.getArguments().get(i),
            "the devices of a set ascend from 0 at least",
            "Write each device once, in ascending order: world.pick(0, 2, 5).");
      }
    }
    Dim size = Dim.of(devices.size());
    Shapes.checkPositive(frame, List.of(size), 1, tree);
    return new Value.OfDomain(new Place.Devices(world, false, devices), size);
  }

  private Optional<Dim> dimOf(Scalar scalar) {
    return frame.lowering.dimOf(scalar);
  }

  private List<Scalar> devices(MethodInvocationTree tree, List<Value> arguments) {
    List<Scalar> devices = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      Tree at = tree.getArguments().get(i);
      devices.add(frame.captured(expressions.integer(arguments.get(i), at), "device", at));
    }
    return devices;
  }

  /** The first one and some more, or one of several; there is no array of scalars. */
  private Scalar device(Place.Devices place, Scalar rank, Tree tree) {
    List<Scalar> devices = place.devices();
    if (place.range()) {
      return devices.getFirst() instanceof Scalar.Constant constant && constant.isInt(0)
          ? rank
          : new Scalar.Binary(BinaryScalar.ADD, devices.getFirst(), rank);
    }
    Scalar held = frame.captured(rank, "rank", tree);
    Scalar device = devices.getLast();
    for (int i = devices.size() - 2; i >= 0; i--) {
      Scalar here = new Scalar.Binary(BinaryScalar.EQUAL, held, Scalar.Constant.of(i));
      device = new Scalar.Conditional(here, devices.get(i), device);
    }
    return device;
  }

  // ---- memory

  private Value signal(
      MethodInvocationTree tree, List<Value> arguments, Optional<Variable> domain) {
    List<Dim> shape = extent(arguments.getFirst(), tree);
    Shapes.checkPositive(frame, shape, 0, tree);
    return new Value.OfPlace(new Place.NewSignal(new SignalType(shape), domain));
  }

  private Value signalFor(Optional<Variable> domain) {
    SignalType type = new SignalType(List.of(frame.lowering.ranksOf(domain)));
    return new Value.OfPlace(new Place.NewSignal(type, domain));
  }

  private Value window(
      MethodInvocationTree tree, List<Value> arguments, Optional<Variable> domain) {
    return new Value.OfPlace(
        new Place.NewWindow(
            memory(
                tree,
                arguments,
                TensorType.Kind.WINDOW,
                "a window",
                "Write world.window(F32, shape(...))."),
            domain));
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
