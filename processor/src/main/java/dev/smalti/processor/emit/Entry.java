package dev.smalti.processor.emit;

import dev.smalti.processor.ir.CallbackType;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Direction;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.SpecialCase;
import dev.smalti.processor.ir.SymbolBinding;
import dev.smalti.processor.ir.TensorType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The start of every generated method that users' arguments reach: what is declared is checked. */
final class Entry {
  private final Function function;
  private final JavaNames names;
  private final Dims dims;
  private final SymbolBinding binding;

  Entry(Function function, JavaNames names) {
    this.function = function;
    this.names = names;
    this.dims = new Dims(names);
    this.binding = SymbolBinding.of(function);
  }

  /**
   * Axes, symbols, extents.
   *
   * @param ranks how the size of the world is asked for
   */
  void check(String ranks, Lines out) {
    if (!binding.unbound().isEmpty()) {
      throw new IllegalArgumentException(
          "no shape gives " + String.join(", ", binding.unbound()) + " of " + function.id());
    }
    checkArguments(out);
    for (Parameter parameter : function.parameters()) {
      int axes = SymbolBinding.shapeOf(parameter.type()).size();
      if (axes > 0) {
        String name = names.of(parameter.variable());
        out.line(
            "%s.axes(KERNEL, %s, %d, %s.axes());"
                .formatted(Api.CHECKS, Literals.quoted(parameter.name()), axes, name));
      }
    }
    if (function.symbols().contains(Function.RANKS)) {
      out.line("int " + names.of(Function.RANKS) + " = " + ranks + ";");
    }
    bind(out);
    checkExtents(out);
  }

  /**
   * Runs another function in the place of this one where a call has its values.
   *
   * @param core the local that is passed on
   */
  void choose(List<SpecialCase> cases, String core, Lines out) {
    for (SpecialCase fixed : cases) {
      List<String> conditions = new ArrayList<>();
      fixed.values().forEach((name, value) -> conditions.add(condition(name, value)));
      List<String> arguments = new ArrayList<>(List.of(core));
      function.parameters().forEach(p -> arguments.add(names.of(p.variable())));
      out.open("if (" + String.join(" && ", conditions) + ")");
      String special = Api.markOf(ClassFile.implementation(fixed.id(), ""));
      out.line(special + ".run(" + String.join(", ", arguments) + ");");
      out.line(core + ".leave();");
      out.line("return;");
      out.close();
    }
  }

  private String condition(String name, Scalar.Constant value) {
    String local =
        function.parameters().stream()
            .filter(parameter -> parameter.name().equals(name))
            .map(parameter -> names.of(parameter.variable()))
            .findFirst()
            .orElseGet(() -> names.of(name));
    return switch (value.value()) {
      case Boolean truth -> truth ? local : "!" + local;
      case Long number -> local + " == " + number + "L";
      default -> local + " == " + value.value();
    };
  }

  /** Null, and memory that cannot be used: told by the name of the parameter, first of all. */
  private void checkArguments(Lines out) {
    String check = function.kind() == FunctionKind.HOST ? "sharedArgument" : "argument";
    for (Parameter parameter : function.parameters()) {
      if (parameter.type() instanceof CallbackType) {
        out.line(
            "%s.callback(KERNEL, %s, %s);"
                .formatted(
                    Api.CHECKS, Literals.quoted(parameter.name()), names.of(parameter.variable())));
      }
      if (parameter.type() instanceof TensorType) {
        out.line(
            "%s.%s(KERNEL, %s, %s, %b);"
                .formatted(
                    Api.CHECKS,
                    check,
                    Literals.quoted(parameter.name()),
                    names.of(parameter.variable()),
                    parameter.direction() != Direction.IN));
      }
    }
  }

  private void bind(Lines out) {
    binding.sources().forEach(source -> out.line(bound(source)));
  }

  /**
   * The same in a skeleton, where a trace is told.
   *
   * @param tracer the trace of the rank, or the world
   * @param ranks how the size of the world is asked for
   */
  void checkTraced(String tracer, String ranks, Lines out) {
    for (Parameter parameter : function.parameters()) {
      int axes = SymbolBinding.shapeOf(parameter.type()).size();
      if (axes > 0 && function.kind() == FunctionKind.HOST) {
        String name = names.of(parameter.variable());
        out.line(
            "%s.axes(%s, %d, %s);"
                .formatted(tracer, Literals.quoted(parameter.name()), axes, name));
      }
    }
    if (function.symbols().contains(Function.RANKS)) {
      out.line("int " + names.of(Function.RANKS) + " = " + ranks + ";");
    }
    for (SymbolBinding.Source source : binding.sources()) {
      out.line(
          "int %s = %s.toIntExact(%s.symbol(%s, %s, %d, %s, %s, %s, %s));"
              .formatted(
                  names.of(source.symbol()),
                  Api.MATH,
                  tracer,
                  Literals.quoted(source.parameter().name()),
                  Literals.quoted(source.symbol()),
                  source.axis(),
                  Literals.quoted(
                      SymbolBinding.shapeOf(source.parameter().type())
                          .get(source.axis())
                          .toString()),
                  names.of(source.parameter().variable()),
                  dims.asLong(source.offset()).text(),
                  dims.asLong(source.factor()).text()));
    }
    declared(
        (parameter, axis, extent) ->
            out.line(
                "%s.extent(%s, %d, %s, %s, %s);"
                    .formatted(
                        tracer,
                        Literals.quoted(parameter.name()),
                        axis,
                        Literals.quoted(extent.toString()),
                        names.of(parameter.variable()),
                        dims.asLong(extent).text())));
  }

  /** An extent that does not hold by itself. */
  private interface Declared {
    void check(Parameter parameter, int axis, Dim extent);
  }

  private void declared(Declared each) {
    for (Parameter parameter : function.parameters()) {
      List<Dim> shape = SymbolBinding.shapeOf(parameter.type());
      for (int axis = 0; axis < shape.size(); axis++) {
        if (!isSource(parameter, axis, shape.get(axis))) {
          each.check(parameter, axis, shape.get(axis));
        }
      }
    }
  }

  private String bound(SymbolBinding.Source source) {
    Java extent =
        Java.primary(names.of(source.parameter().variable()) + ".extent(" + source.axis() + ")");
    Java value = extent;
    if (!source.offset().isConstant(0)) {
      value = Java.binary(value, "-", Java.ADDITIVE, dims.asLong(source.offset()));
    }
    if (!source.factor().isConstant(1)) {
      value = Java.binary(value, "/", Java.MULTIPLICATIVE, dims.asLong(source.factor()));
    }
    return "int %s = %s.toInt(KERNEL, 0, %s, %s);"
        .formatted(
            names.of(source.symbol()),
            Api.CHECKS,
            Literals.quoted(
                "%s (extent %d of %s)"
                    .formatted(source.symbol(), source.axis(), source.parameter().name())),
            value.text());
  }

  private void checkExtents(Lines out) {
    declared(
        (parameter, axis, extent) ->
            out.line(
                "%s.extent(KERNEL, %s, %d, %s, %s, %s.extent(%d));"
                    .formatted(
                        Api.CHECKS,
                        Literals.quoted(parameter.name()),
                        axis,
                        Literals.quoted(extent.toString()),
                        dims.asLong(extent).text(),
                        names.of(parameter.variable()),
                        axis)));
  }

  /** An extent that is a symbol read from here holds by itself. */
  private boolean isSource(Parameter parameter, int axis, Dim extent) {
    return binding.sources().stream()
        .anyMatch(
            s ->
                s.parameter().equals(parameter)
                    && s.axis() == axis
                    && extent.equals(Dim.named(s.symbol())));
  }

  /** The locals that {@link #check} makes. */
  List<Local> symbols() {
    List<Local> symbols = new ArrayList<>();
    if (function.symbols().contains(Function.RANKS)) {
      symbols.add(new Local("int", names.of(Function.RANKS)));
    }
    binding.sources().forEach(s -> symbols.add(new Local("int", names.of(s.symbol()))));
    return symbols;
  }

  /** One line a parameter: shape, element type, direction. */
  static String describe(Function function) {
    return function.parameters().stream()
        .map(Entry::describe)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  /** Shape, element type and direction; nothing of what has no memory. */
  static String describe(Parameter parameter) {
    return switch (parameter.type()) {
      case TensorType t ->
          parameter.name()
              + " "
              + extents(t.shape())
              + " "
              + t.element()
              + (t.isWindow() ? " window " : " ")
              + direction(parameter.direction());
      case SignalType t -> parameter.name() + " " + extents(t.shape()) + " signal";
      case ScalarType t -> parameter.name() + " " + t.keyword();
      case CallbackType _ -> parameter.name() + " callback";
      default -> "";
    };
  }

  private static String extents(List<Dim> shape) {
    return shape.stream().map(Dim::toString).collect(Collectors.joining(", ", "[", "]"));
  }

  private static String direction(Direction direction) {
    return switch (direction) {
      case IN -> "in";
      case OUT -> "out";
      case INOUT -> "inout";
    };
  }
}
