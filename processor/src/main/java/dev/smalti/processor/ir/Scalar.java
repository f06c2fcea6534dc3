package dev.smalti.processor.ir;

import java.util.List;

/** An expression of a primitive type, evaluated left to right with Java's meaning. */
public sealed interface Scalar extends Expr {
  @Override
  ScalarType type();

  /**
   * A constant.
   *
   * @param value a {@link Boolean}, {@link Integer}, {@link Long}, {@link Float} or {@link Double},
   *     as the type says
   */
  record Constant(ScalarType type, Object value) implements Scalar {
    public Constant {
      Class<?> wanted =
          switch (type) {
            case BOOLEAN -> Boolean.class;
            case INT -> Integer.class;
            case LONG -> Long.class;
            case FLOAT -> Float.class;
            case DOUBLE -> Double.class;
          };
      if (value.getClass() != wanted) {
        throw new IllegalArgumentException(type + " constant of " + value.getClass());
      }
    }

    public static Constant of(int value) {
      return new Constant(ScalarType.INT, value);
    }

    public static Constant of(long value) {
      return new Constant(ScalarType.LONG, value);
    }

    public static Constant of(double value) {
      return new Constant(ScalarType.DOUBLE, value);
    }

    public static Constant of(boolean value) {
      return new Constant(ScalarType.BOOLEAN, value);
    }

    public boolean isInt(int wanted) {
      return value.equals(wanted);
    }
  }

  /** The value of a scalar variable. */
  record Read(Variable variable) implements Scalar {
    @Override
    public ScalarType type() {
      return variable.scalar();
    }
  }

  /** The value of an extent, an {@code int}. */
  record Extent(Dim dim) implements Scalar {
    @Override
    public ScalarType type() {
      return ScalarType.INT;
    }
  }

  /** {@code -x}, {@code !x} or {@code ~x}; the operand is already promoted. */
  record Unary(UnaryScalar operator, Scalar operand) implements Scalar {
    @Override
    public ScalarType type() {
      return operand.type();
    }
  }

  /**
   * A binary operation. Arithmetic and comparison operands have one promoted type (a {@link Cast}
   * stands where Java promotes); a shift's operands keep their own. {@code &&} and {@code ||} do
   * not evaluate the right side in vain.
   */
  record Binary(BinaryScalar operator, Scalar left, Scalar right) implements Scalar {
    @Override
    public ScalarType type() {
      return operator.isComparison() ? ScalarType.BOOLEAN : left.type();
    }
  }

  /** {@code condition ? yes : no}; only the chosen side is evaluated. */
  record Conditional(Scalar condition, Scalar yes, Scalar no) implements Scalar {
    @Override
    public ScalarType type() {
      return yes.type();
    }
  }

  /** Java's primitive conversion between numeric types. */
  record Cast(ScalarType type, Scalar operand) implements Scalar {}

  /** One of the accepted static methods of {@link Math}; arguments have one type. */
  record Call(MathFunction function, List<Scalar> arguments, ScalarType type) implements Scalar {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /** This rank in the domain of a window or signal, an {@code int}. */
  record Rank(Variable of) implements Scalar {
    @Override
    public ScalarType type() {
      return ScalarType.INT;
    }
  }

  /** One element of a tensor or of the own instance of a window, converted to {@code type}. */
  record ReadElement(Variable tensor, List<Scalar> indices, ScalarType type) implements Scalar {
    public ReadElement {
      indices = List.copyOf(indices);
    }
  }

  /** The own cell of a signal, now, with acquire order; an {@code int}. */
  record ReadCell(Variable signal, List<Scalar> indices) implements Scalar {
    public ReadCell {
      indices = List.copyOf(indices);
    }

    @Override
    public ScalarType type() {
      return ScalarType.INT;
    }
  }
}
