package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Reach;
import dev.smalti.processor.ir.Reaches;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Variable;
import dev.smalti.runtime.protocol.FaultText;
import java.util.List;
import java.util.Optional;

/**
 * Evaluates scalars, left to right. What is computed from an {@link Unknown} is unknown; whoever
 * needs the value asks {@link #known}.
 */
final class ScalarEvaluator {
  /** Scalars that come from memory. */
  interface Reads {
    Object element(Frame frame, Scalar.ReadElement read);

    Object cell(Frame frame, Scalar.ReadCell read);
  }

  /** Scalars have no calls. */
  private static final Reaches REACHES = new Reaches(_ -> Optional.empty());

  private final Reads reads;

  ScalarEvaluator(Reads reads) {
    this.reads = reads;
  }

  Object scalar(Frame frame, Scalar scalar) {
    return switch (scalar) {
      case Scalar.Constant s -> s.value();
      case Scalar.Read s -> frame.get(s.variable().name());
      case Scalar.Extent s -> extent(frame.extent(s.dim()), s);
      case Scalar.Unary s -> unary(s, scalar(frame, s.operand()));
      case Scalar.Binary s ->
          s.operator().isLogical()
              ? logical(frame, s)
              : binary(s, scalar(frame, s.left()), scalar(frame, s.right()));
      case Scalar.Conditional s -> conditional(frame, s);
      case Scalar.Cast s -> cast(s, scalar(frame, s.operand()));
      case Scalar.Call s -> call(frame, s);
      case Scalar.Rank _ -> frame.ownRank();
      case Scalar.ReadElement s -> reads.element(frame, s);
      case Scalar.ReadCell s -> reads.cell(frame, s);
    };
  }

  private static Object extent(long value, Scalar.Extent scalar) {
    if (value != (int) value) {
      throw new Violation("the extent %s is %d, no int".formatted(scalar.dim(), value));
    }
    return (int) value;
  }

  private static Object unary(Scalar.Unary scalar, Object operand) {
    return operand instanceof Unknown ? operand : ScalarMath.unary(scalar.operator(), operand);
  }

  private static Object binary(Scalar.Binary scalar, Object left, Object right) {
    if (left instanceof Unknown) {
      return left;
    }
    return right instanceof Unknown ? right : ScalarMath.binary(scalar.operator(), left, right);
  }

  private static Object cast(Scalar.Cast scalar, Object operand) {
    return operand instanceof Unknown ? operand : ScalarMath.cast(scalar.type(), operand);
  }

  private Object logical(Frame frame, Scalar.Binary scalar) {
    Object left = scalar(frame, scalar.left());
    if (left instanceof Unknown unknown) {
      return passedOver(frame, unknown, scalar.right());
    }
    boolean decided = scalar.operator() == BinaryScalar.LOGICAL_OR;
    return left.equals(decided) ? left : scalar(frame, scalar.right());
  }

  private Object conditional(Frame frame, Scalar.Conditional scalar) {
    Object condition = scalar(frame, scalar.condition());
    if (condition instanceof Unknown unknown) {
      passedOver(frame, unknown, scalar.yes());
      return passedOver(frame, unknown, scalar.no());
    }
    return scalar(frame, (Boolean) condition ? scalar.yes() : scalar.no());
  }

  /** Of a part that may or may not be evaluated: fine unless it reads a window. */
  private static Object passedOver(Frame frame, Unknown unknown, Scalar part) {
    if (REACHES.of(part, frame::isWindow) != Reach.OWN) {
      throw new DataDependence(unknown);
    }
    return unknown;
  }

  private Object call(Frame frame, Scalar.Call scalar) {
    Object[] arguments = new Object[scalar.arguments().size()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = scalar(frame, scalar.arguments().get(i));
    }
    for (Object argument : arguments) {
      if (argument instanceof Unknown) {
        return argument;
      }
    }
    return ScalarMath.call(scalar.function(), arguments);
  }

  /** A value that decides what happens next. */
  Object known(Frame frame, Scalar scalar) {
    Object value = scalar(frame, scalar);
    if (value instanceof Unknown unknown) {
      throw new DataDependence(unknown);
    }
    return value;
  }

  boolean condition(Frame frame, Scalar scalar) {
    return (Boolean) known(frame, scalar);
  }

  long integer(Frame frame, Scalar scalar) {
    return switch (known(frame, scalar)) {
      case Integer value -> value;
      case Long value -> value;
      case Object value -> throw new Violation("an integer is needed, not " + value);
    };
  }

  /** The value of a cell, which is an {@code int}. */
  int cellValue(Frame frame, Scalar scalar) {
    long value = integer(frame, scalar);
    if (value != (int) value) {
      throw new Violation("a cell is an int, %d does not fit".formatted(value));
    }
    return (int) value;
  }

  /** Pieces of a transfer have elements. */
  void checkChunk(Frame frame, Stmt.Transfer transfer) {
    for (long extent : integers(frame, transfer.chunk())) {
      if (extent < 1) {
        throw new Violation(FaultText.emptyChunk(extent));
      }
    }
  }

  /** A rank that is addressed; messages name the variable, or the memory behind it. */
  int peer(Frame frame, Variable memory, Scalar scalar) {
    long peer = integer(frame, scalar);
    if (peer < 0 || peer >= frame.ranks()) {
      throw Violation.of(
          memory.name(),
          frame.memory(memory).name(),
          name -> FaultText.noPeer(name, peer, frame.ranks()));
    }
    return (int) peer;
  }

  long[] integers(Frame frame, List<Scalar> list) {
    long[] values = new long[list.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = integer(frame, list.get(i));
    }
    return values;
  }

  /** Evaluates for the reads alone. */
  void ignore(Frame frame, List<Scalar> list) {
    list.forEach(scalar -> scalar(frame, scalar));
  }
}
