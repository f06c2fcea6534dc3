package dev.smalti.processor.pass;

import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.ElementType;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Tasks;
import dev.smalti.processor.ir.Tile;

/** Whether evaluating an expression can neither fail nor be seen: it may be left out. */
final class Totality {
  private Totality() {}

  static boolean isTotal(Expr expr) {
    return switch (expr) {
      case Scalar e -> isTotal(e);
      case Tile e -> isTotal(e);
      case Place.Named _, Tasks.Ref _ -> true;
      case Place _, Tasks _ -> false;
    };
  }

  private static boolean isTotal(Scalar scalar) {
    return switch (scalar) {
      case Scalar.Constant _, Scalar.Read _, Scalar.Rank _ -> true;
      case Scalar.Extent(Dim dim) -> isTotal(dim);
      case Scalar.Unary e -> isTotal(e.operand());
      case Scalar.Binary e ->
          isTotal(e.left())
              && isTotal(e.right())
              && (!divides(e.operator()) || !e.left().type().isInteger() || isNonZero(e.right()));
      case Scalar.Conditional e -> isTotal(e.condition()) && isTotal(e.yes()) && isTotal(e.no());
      case Scalar.Cast e -> isTotal(e.operand());
      case Scalar.Call e ->
          e.arguments().stream().allMatch(Totality::isTotal)
              && switch (e.function()) {
                case MIN, MAX, ABS, FMA, SQRT -> true;
                case FLOOR_DIV, FLOOR_MOD, CEIL_DIV -> isNonZero(e.arguments().getLast());
              };
      case Scalar.ReadElement _, Scalar.ReadCell _ -> false;
    };
  }

  private static boolean divides(BinaryScalar operator) {
    return operator == BinaryScalar.DIVIDE || operator == BinaryScalar.REMAINDER;
  }

  private static boolean isNonZero(Scalar scalar) {
    return scalar instanceof Scalar.Constant c
        && c.value() instanceof Number n
        && n.longValue() != 0;
  }

  private static boolean isTotal(Dim dim) {
    return dim.terms().keySet().stream()
        .flatMap(java.util.List::stream)
        .allMatch(
            atom ->
                switch (atom) {
                  case Dim.Name _ -> true;
                  case Dim.Composite c ->
                      isTotal(c.left())
                          && isTotal(c.right())
                          && switch (c.operator()) {
                            case MIN, MAX -> true;
                            case QUOTIENT, REMAINDER ->
                                c.right().constant().isPresent() && !c.right().isConstant(0);
                          };
                });
  }

  private static boolean isTotal(Tile tile) {
    return switch (tile) {
      case Tile.Ref _ -> true;
      case Tile.Splat e -> isTotal(e.value()) && fits(e.element(), e.value().type());
      case Tile.Fill e ->
          isTotal(e.value()) && fits(e.type().element(), e.value().type()) && isBox(e);
      case Tile.Load _, Tile.RemoteLoad _, Tile.Reduce _, Tile.Matmul _, Tile.Whole _ -> false;
      case Tile.Unary e -> isTotal(e.operand());
      case Tile.Binary e ->
          isTotal(e.left())
              && isTotal(e.right())
              && e.op() instanceof BinaryOp op
              && !(op.divides() && mayBeInteger(e.type().element()));
      case Tile.Fma e -> isTotal(e.a()) && isTotal(e.b()) && isTotal(e.c());
      case Tile.Compare e -> isTotal(e.left()) && isTotal(e.right());
      case Tile.Select e -> isTotal(e.mask()) && isTotal(e.yes()) && isTotal(e.no());
      case Tile.Cast e -> isTotal(e.operand());
    };
  }

  private static boolean isBox(Tile.Fill fill) {
    return fill.type().isFullyValid()
        && fill.type().rows().constant().isPresent()
        && fill.type().columns().constant().isPresent();
  }

  /** An integer that is too large for a narrower element is an error. */
  private static boolean fits(ElementType element, ScalarType scalar) {
    return element instanceof Element known
        && (known.isFloating()
            || known == Element.I64
            || known == Element.I32 && scalar != ScalarType.LONG);
  }

  private static boolean mayBeInteger(ElementType element) {
    return !(element instanceof Element known) || known.isInteger();
  }
}
