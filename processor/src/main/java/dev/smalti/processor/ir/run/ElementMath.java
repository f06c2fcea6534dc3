package dev.smalti.processor.ir.run;

import dev.smalti.lang.reference.Arithmetic;
import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.BinaryOperator;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.ElementParameter;
import dev.smalti.processor.ir.ElementType;
import dev.smalti.processor.ir.OperatorParameter;
import dev.smalti.processor.ir.Relation;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.UnaryOp;

/** Binds the operations of the representation to the reference arithmetic of their elements. */
final class ElementMath {
  private static final int STRANDS = 32;

  private ElementMath() {}

  /** The type, which an instance must have fixed. */
  static Element fixed(ElementType type) {
    return switch (type) {
      case Element element -> element;
      case ElementParameter parameter ->
          throw new Violation("the element type " + parameter + " is not fixed");
    };
  }

  private static BinaryOp fixed(BinaryOperator operator) {
    return switch (operator) {
      case BinaryOp op -> op;
      case OperatorParameter parameter ->
          throw new Violation("the operator " + parameter + " is not fixed");
    };
  }

  @SuppressWarnings("unchecked") // an arithmetic meets elements of its own type only
  private static Arithmetic<Object> of(Element element) {
    Arithmetic<?> arithmetic =
        switch (element) {
          case F16 -> Arithmetic.f16();
          case BF16 -> Arithmetic.bf16();
          case F32 -> Arithmetic.f32();
          case F64 -> Arithmetic.f64();
          case I8 -> Arithmetic.i8();
          case I16 -> Arithmetic.i16();
          case I32 -> Arithmetic.i32();
          case I64 -> Arithmetic.i64();
          case U8 -> Arithmetic.u8();
          case BOOL -> Arithmetic.bool();
        };
    return (Arithmetic<Object>) arithmetic;
  }

  static Object unary(UnaryOp op, Element element, Object a) {
    Arithmetic<Object> math = of(element);
    return switch (op) {
      case NEG -> math.neg(a);
      case ABS -> math.abs(a);
      case SIGN -> math.sign(a);
      case EXP -> math.exp(a);
      case LOG -> math.log(a);
      case SQRT -> math.sqrt(a);
      case RSQRT -> math.rsqrt(a);
      case RECIP -> math.recip(a);
      case SIN -> math.sin(a);
      case COS -> math.cos(a);
      case TANH -> math.tanh(a);
      case SIGMOID -> math.sigmoid(a);
      case ERF -> math.erf(a);
      case GELU -> math.gelu(a);
      case GELU_TANH -> math.geluTanh(a);
      case FLOOR -> math.floor(a);
      case CEIL -> math.ceil(a);
      case RINT -> math.rint(a);
      case ROUND -> math.round(a);
      case TRUNC -> math.trunc(a);
      case NOT -> math.not(a);
    };
  }

  static Object binary(BinaryOperator operator, Element element, Object a, Object b) {
    Arithmetic<Object> math = of(element);
    return switch (fixed(operator)) {
      case ADD -> math.add(a, b);
      case SUB -> math.sub(a, b);
      case MUL -> math.mul(a, b);
      case DIV -> math.div(a, b);
      case MAX -> math.max(a, b);
      case MIN -> math.min(a, b);
      case REM -> math.rem(a, b);
      case MOD -> math.mod(a, b);
      case AND -> math.and(a, b);
      case OR -> math.or(a, b);
      case XOR -> math.xor(a, b);
      case SHL -> math.shl(a, b);
      case SHR -> math.shr(a, b);
      case USHR -> math.ushr(a, b);
    };
  }

  static Object fma(Element element, Object a, Object b, Object c) {
    return of(element).fma(a, b, c);
  }

  /** One product more in a sum, of factors that become elements of the sum's type first. */
  static Object multiplyAdd(Element sum, Element factor, Object a, Object b, Object c) {
    Arithmetic<Object> math = of(sum);
    boolean same = sum == factor;
    return math.multiplyAdd(same ? a : math.cast(a), same ? b : math.cast(b), c);
  }

  static boolean compare(Relation relation, Element element, Object a, Object b) {
    Arithmetic<Object> math = of(element);
    return switch (relation) {
      case EQ -> math.eq(a, b);
      case NE -> math.ne(a, b);
      case LT -> math.lt(a, b);
      case LE -> math.le(a, b);
      case GT -> math.gt(a, b);
      case GE -> math.ge(a, b);
    };
  }

  static Object cast(Element to, Object a) {
    return of(to).cast(a);
  }

  /** A scalar operand, converted to the element type. */
  static Object operand(Element element, Object scalar) {
    try {
      return switch (scalar) {
        case Integer i -> of(element).scalar(i.longValue());
        case Long l -> of(element).scalar(l.longValue());
        case Float f -> of(element).scalar(f.doubleValue());
        case Double d -> of(element).scalar(d.doubleValue());
        case Boolean b -> of(element).scalar(b ? 1L : 0L);
        default -> throw new Violation("no scalar: " + scalar);
      };
    } catch (ArithmeticException | IllegalArgumentException e) {
      throw new Violation(
          "the scalar %s is no operand of %s: %s".formatted(scalar, element, e.getMessage()));
    }
  }

  /** An element that is read as a scalar. */
  static Object scalar(ScalarType type, Object element) {
    Object number =
        element instanceof Boolean b && type != ScalarType.BOOLEAN ? (b ? 1 : 0) : element;
    return ScalarMath.cast(type, number);
  }

  /** Folds a row; of halves as floats, and the result is rounded. */
  static Object row(BinaryOperator op, Operand operand, int row) {
    return cast(operand.element(), foldedRow(op, operand, row, foldedAs(operand.element())));
  }

  /** Folds a row in 32 strands: element i to strand i mod 32, then strand k with strand k + w. */
  private static Object foldedRow(BinaryOperator op, Operand operand, int row, Element as) {
    int count = (int) operand.box().validColumns();
    int used = Math.min(count, STRANDS);
    Object[] strand = new Object[used];
    for (int i = 0; i < count; i++) {
      Object next = operand.elements().at(row, i);
      int k = i % STRANDS;
      strand[k] = i < STRANDS ? next : binary(op, as, strand[k], next);
    }
    for (int width = STRANDS / 2; width > 0; width /= 2) {
      for (int k = 0; k + width < used && k < width; k++) {
        strand[k] = binary(op, as, strand[k], strand[k + width]);
      }
    }
    return strand[0];
  }

  private static Element foldedAs(Element element) {
    return element.isFloating() ? element.wide() : element;
  }

  /** Folds a column from its first row on; of halves as floats, and the result is rounded. */
  static Object column(BinaryOperator op, Operand operand, int column) {
    Element as = foldedAs(operand.element());
    Object folded = operand.elements().at(0, column);
    for (int row = 1; row < operand.box().validRows(); row++) {
      folded = binary(op, as, folded, operand.elements().at(row, column));
    }
    return cast(operand.element(), folded);
  }
}
