package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.CallbackType;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.SymbolBinding;
import dev.smalti.processor.ir.TaskType;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Type;
import dev.smalti.processor.ir.WorldType;
import dev.smalti.runtime.protocol.DeviceSet;
import dev.smalti.runtime.protocol.FaultText;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Gives the parameters and symbols of a function their values, and checks the arguments' shapes.
 */
final class Binding {
  private final Function function;
  private final SymbolBinding symbols;

  Binding(Function function) {
    this.function = function;
    this.symbols = SymbolBinding.of(function);
  }

  Function function() {
    return function;
  }

  /** The declared extents of memory. */
  static List<Dim> shape(Type type) {
    return SymbolBinding.shapeOf(type);
  }

  /** The element type of memory; cells are {@code I32}. */
  static Element element(Type type) {
    return type instanceof TensorType tensor ? ElementMath.fixed(tensor.element()) : Element.I32;
  }

  /** A frame at the start of the body; arguments are scalars, tiles or memory, one a parameter. */
  Frame bind(int rank, int ranks, List<Object> arguments) {
    return bind(rank, DeviceSet.all(ranks), arguments);
  }

  /** A frame of a rank of a domain. */
  Frame bind(int rank, DeviceSet domain, List<Object> arguments) {
    List<Parameter> parameters = function.parameters();
    if (parameters.size() != arguments.size()) {
      throw new Violation(
          "%s has %d parameters, %d arguments were passed"
              .formatted(function.id().display(), parameters.size(), arguments.size()));
    }
    Frame frame = Frame.of(rank, domain);
    for (int i = 0; i < arguments.size(); i++) {
      checkKind(parameters.get(i), arguments.get(i));
      frame.set(parameters.get(i).variable(), arguments.get(i));
    }
    symbols(frame);
    for (Parameter parameter : parameters) {
      checkShape(frame, parameter);
    }
    return frame;
  }

  private void checkKind(Parameter parameter, Object argument) {
    boolean fits =
        switch (parameter.type()) {
          case ScalarType type -> argument instanceof Unknown || type == typeOf(argument);
          case TensorType type ->
              argument instanceof Memory memory
                  && (memory.isWindow()
                      || !type.isWindow() && memory.kind() == Allocation.Kind.TENSOR);
          case SignalType _ ->
              argument instanceof Memory memory && memory.kind() == Allocation.Kind.SIGNAL;
          case TileType _, TaskType _ -> true;
          case WorldType _ -> argument instanceof WorldType;
          case CallbackType _ -> argument instanceof Argument.OfCallback;
        };
    if (!fits) {
      throw new Violation(
          "%s of %s is %s, it cannot be %s"
              .formatted(
                  parameter.name(),
                  function.id().display(),
                  parameter.type(),
                  argument instanceof Memory memory ? memory.kind() : argument));
    }
  }

  private static ScalarType typeOf(Object argument) {
    return switch (argument) {
      case Boolean _ -> ScalarType.BOOLEAN;
      case Integer _ -> ScalarType.INT;
      case Long _ -> ScalarType.LONG;
      case Float _ -> ScalarType.FLOAT;
      case Double _ -> ScalarType.DOUBLE;
      default -> throw new Violation("a scalar is needed, not " + argument);
    };
  }

  private void symbols(Frame frame) {
    for (SymbolBinding.Source source : symbols.sources()) {
      Memory memory = frame.memory(source.parameter().variable());
      checkAxes(source.parameter(), memory);
      long left = memory.extent(source.axis()) - frame.extent(source.offset());
      long factor = frame.extent(source.factor());
      if (factor == 0 || left % factor != 0) {
        throw new Violation(
            FaultText.noSymbol(
                source.parameter().name(),
                source.symbol(),
                source.axis(),
                shape(source.parameter().type()).get(source.axis()).toString(),
                memory.extent(source.axis())));
      }
      frame.set(source.symbol(), left / factor);
    }
    symbols.unbound().forEach(symbol -> fromTiles(frame, symbol));
  }

  /** A symbol of a helper that only its tile parameters name. */
  private void fromTiles(Frame frame, String symbol) {
    for (Parameter parameter : function.parameters()) {
      if (parameter.type() instanceof TileType type) {
        TileBox box = TileBox.of(frame.get(parameter.name()));
        bindIfNamed(frame, symbol, type.rows(), box, TileBox::rows);
        bindIfNamed(frame, symbol, type.columns(), box, TileBox::columns);
        bindIfNamed(frame, symbol, type.validRows(), box, TileBox::validRows);
        bindIfNamed(frame, symbol, type.validColumns(), box, TileBox::validColumns);
      }
    }
    if (!frame.has(symbol)) {
      throw new Violation(
          "the arguments of %s do not determine %s".formatted(function.id().display(), symbol));
    }
  }

  private static void bindIfNamed(
      Frame frame, String symbol, Dim dim, TileBox box, ToLongFunction<TileBox> extent) {
    if (!frame.has(symbol) && dim.equals(Dim.named(symbol))) {
      frame.set(symbol, extent.applyAsLong(box));
    }
  }

  private static void checkAxes(Parameter parameter, Memory memory) {
    int declared = shape(parameter.type()).size();
    if (declared != memory.axes()) {
      throw new Violation(
          "%s is declared %s, the argument is %s"
              .formatted(parameter.name(), shape(parameter.type()), memory.shape()));
    }
  }

  private void checkShape(Frame frame, Parameter parameter) {
    switch (parameter.type()) {
      case TensorType type -> {
        Memory memory = frame.memory(parameter.variable());
        checkExtents(frame, parameter, memory, type.shape());
        if (ElementMath.fixed(type.element()) != memory.element()) {
          throw new Violation(
              "%s is declared %s, the argument is of %s"
                  .formatted(parameter.name(), type.element(), memory.element()));
        }
      }
      case SignalType type ->
          checkExtents(frame, parameter, frame.memory(parameter.variable()), type.shape());
      case TileType type -> {
        TileBox box = TileBox.of(frame.get(parameter.name()));
        if (!box.equals(frame.box(type))) {
          throw new Violation(
              "%s is declared %s, the argument is %s"
                  .formatted(parameter.name(), frame.box(type), box));
        }
      }
      case ScalarType _, TaskType _, WorldType _, CallbackType _ -> {}
    }
  }

  private static void checkExtents(
      Frame frame, Parameter parameter, Memory memory, List<Dim> declared) {
    checkAxes(parameter, memory);
    for (int axis = 0; axis < declared.size(); axis++) {
      long wanted = frame.extent(declared.get(axis));
      if (memory.extent(axis) != wanted) {
        throw new Violation(
            FaultText.otherExtent(
                parameter.name(),
                axis,
                declared.get(axis).toString(),
                wanted,
                memory.extent(axis)));
      }
    }
  }
}
