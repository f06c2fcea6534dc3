package dev.smalti.processor.emit;

import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import java.util.ArrayList;
import java.util.List;

/** Scalar expressions in Java: the user's own, with the user's names. */
final class ScalarCode {
  private final Context context;

  ScalarCode(Context context) {
    this.context = context;
  }

  /**
   * The expression.
   *
   * @param line where it stands, for what it checks
   */
  Java of(Scalar scalar, int line) {
    return switch (scalar) {
      case Scalar.Constant c -> Literals.of(c);
      case Scalar.Read r -> Java.primary(context.names.of(r.variable()));
      case Scalar.Extent e -> context.dims.asInt(e.dim());
      case Scalar.Unary u ->
          new Java(u.operator().symbol() + of(u.operand(), line).in(Java.UNARY, true), Java.UNARY);
      case Scalar.Binary b -> binary(b, line);
      case Scalar.Conditional c ->
          new Java(
              of(c.condition(), line).in(1)
                  + " ? "
                  + of(c.yes(), line).in(1)
                  + " : "
                  + of(c.no(), line).in(Java.CONDITIONAL),
              Java.CONDITIONAL);
      case Scalar.Cast c -> cast(c.type(), c.operand().type(), of(c.operand(), line));
      case Scalar.Call c -> call(c, line);
      case Scalar.Rank _ -> Java.primary(context.core + ".rank()");
      case Scalar.ReadElement e -> element(e, line);
      case Scalar.ReadCell c -> {
        SignalPlace signal = context.signal(c.signal());
        yield Java.primary(
            "%s.read(%s, %s, %d)"
                .formatted(context.core, signal.signal(), cell(signal, c.indices(), line), line));
      }
    };
  }

  private Java binary(Scalar.Binary b, int line) {
    boolean divides = b.operator() == BinaryScalar.DIVIDE || b.operator() == BinaryScalar.REMAINDER;
    return Java.binary(
        of(b.left(), line),
        b.operator().symbol(),
        b.operator().precedence(),
        divides ? divisor(b.right(), line) : of(b.right(), line));
  }

  private Java call(Scalar.Call c, int line) {
    List<Java> arguments = new ArrayList<>();
    for (Scalar argument : c.arguments()) {
      boolean divides =
          switch (c.function()) {
            case FLOOR_DIV, FLOOR_MOD, CEIL_DIV -> arguments.size() == 1;
            case MIN, MAX, ABS, FMA, SQRT -> false;
          };
      arguments.add(divides ? divisor(argument, line) : of(argument, line));
    }
    return Java.call(Api.MATH + "." + c.function().method(), arguments);
  }

  /** What an integer is divided by, checked where it may be zero: Java itself names no line. */
  private Java divisor(Scalar divisor, int line) {
    Java java = of(divisor, line);
    boolean reported = context.purpose == Context.Purpose.TRACE; // By who runs the skeleton.
    return !divisor.type().isInteger() || isNotZero(divisor) || reported
        ? java
        : Java.primary("%s.divisor(KERNEL, %d, %s)".formatted(Api.CHECKS, line, java.text()));
  }

  private boolean isNotZero(Scalar divisor) {
    return divisor instanceof Scalar.Constant(var _, Object value)
        ? ((Number) value).longValue() != 0
        : context.bounds.dimOf(divisor).filter(context.bounds::isPositive).isPresent();
  }

  /** A conversion; none where the type is the same. */
  static Java cast(ScalarType to, ScalarType from, Java value) {
    return to == from ? value : Java.cast(to.keyword(), value);
  }

  private Java element(Scalar.ReadElement e, int line) {
    if (context.isObject(e.tensor())) {
      return elementOfObject(e, line);
    }
    Memory memory = context.memory(e.tensor());
    Java value = memory.read(indices(memory, e.indices(), line));
    if (memory.element() == Element.BOOL && e.type() != ScalarType.BOOLEAN) {
      return new Java(
          value.in(1) + (e.type() == ScalarType.DOUBLE ? " ? 1.0 : 0.0" : " ? 1 : 0"),
          Java.CONDITIONAL);
    }
    return cast(e.type(), memory.element().scalar(), Primitives.widened(memory.element(), value));
  }

  /** In task graphs, which hold tensors as the user does. */
  private Java elementOfObject(Scalar.ReadElement e, int line) {
    String at =
        Java.call(Api.SMALTI + ".at", e.indices().stream().map(i -> of(i, line)).toList()).text();
    String method =
        switch (e.type()) {
          case INT -> "readInt";
          case LONG -> "readLong";
          default -> "read";
        };
    Java value = Java.primary(context.names.of(e.tensor()) + "." + method + "(" + at + ")");
    return switch (e.type()) {
      case FLOAT -> cast(ScalarType.FLOAT, ScalarType.DOUBLE, value);
      case BOOLEAN -> Java.binary(value, "!=", 6, Java.primary("0"));
      default -> value;
    };
  }

  /** Coordinates of one element, each checked where it is not proved. */
  List<Java> indices(Memory memory, List<Scalar> indices, int line) {
    List<Java> checked = new ArrayList<>();
    for (int axis = 0; axis < indices.size(); axis++) {
      Scalar index = indices.get(axis);
      Dim bound = memory.shape().get(axis);
      checked.add(
          memory.isArray()
              ? element(memory, index, bound, line)
              : index(memory.name(), index, bound, axis, line));
    }
    return checked;
  }

  private Java element(Memory array, Scalar index, Dim length, int line) {
    Java java = of(index, line);
    return context.bounds.isInside(index, Dim.ONE, length)
        ? java
        : Java.primary(
            "%s.element(KERNEL, %d, %s, %s, %s)"
                .formatted(
                    Api.CHECKS,
                    line,
                    Literals.quoted(array.name()),
                    java.text(),
                    context.dims.asInt(length).text()));
  }

  private Java index(String name, Scalar index, Dim bound, int axis, int line) {
    Java java = of(index, line);
    if (context.bounds.isInside(index, Dim.ONE, bound)) {
      return java;
    }
    return Java.primary(
        "%s.index(KERNEL, %d, %s, %s, %s, %d)"
            .formatted(
                Api.CHECKS,
                line,
                Literals.quoted(name),
                java.text(),
                context.dims.asLong(bound).text(),
                axis));
  }

  /** The flat cell of a signal, checked by the core, and first against the view that was used. */
  String cell(SignalPlace signal, List<Scalar> indices, int line) {
    List<Java> coordinates = new ArrayList<>();
    for (int axis = 0; axis < indices.size(); axis++) {
      coordinates.add(
          signal.isWhole()
              ? of(indices.get(axis), line)
              : index(signal.name(), indices.get(axis), signal.shape().get(axis), axis, line));
    }
    StringBuilder call =
        new StringBuilder("%s.cell(%s, %d".formatted(context.core, signal.signal(), line));
    signal.coordinates(coordinates).forEach(c -> call.append(", ").append(c.text()));
    return call.append(')').toString();
  }

  /** A scalar operand of a tile, converted to the element type. */
  Java operand(Element element, Scalar scalar, int line) {
    if (scalar instanceof Scalar.Constant constant && fits(element, constant)) {
      return Literals.operand(element, constant);
    }
    Java value = of(scalar, line);
    return switch (element) {
      case F16, BF16 -> Primitives.narrowed(element, scalar.type(), value);
      case F32, F64 -> cast(element.scalar(), scalar.type(), value);
      case I8, I16, U8 -> checked("scalar" + element, value, line);
      case I32 -> scalar.type() == ScalarType.LONG ? checked("scalar", value, line) : value;
      case I64 -> value;
      case BOOL ->
          scalar.type() == ScalarType.BOOLEAN
              ? value
              : Java.binary(value, "!=", 6, Java.primary("0"));
    };
  }

  /** A scalar that is no element if it is out of the type's range. */
  private static Java checked(String method, Java value, int line) {
    return Java.primary("%s.%s(KERNEL, %d, %s)".formatted(Api.CHECKS, method, line, value.text()));
  }

  private static boolean fits(Element element, Scalar.Constant constant) {
    return !element.isInteger()
        || constant.value() instanceof Number n
            && n.longValue() >= element.least()
            && n.longValue() <= element.greatest();
  }
}
