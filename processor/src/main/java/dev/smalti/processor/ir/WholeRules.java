package dev.smalti.processor.ir;

import dev.smalti.processor.ir.Violation.Rule;
import java.util.List;

/** What functions of whole tiles keep, beyond the type that their operands give. */
final class WholeRules {
  private final Scope scope;
  private final ScalarRules scalars;

  WholeRules(Scope scope, ScalarRules scalars) {
    this.scope = scope;
    this.scalars = scalars;
  }

  /** With operands that are in order themselves, as many as the function takes. */
  boolean holds(Tile.Whole t, List<TileType> operands) {
    return elements(t, operands) && boxes(t, operands) && scalars(t);
  }

  private boolean elements(Tile.Whole t, List<TileType> operands) {
    ElementType first = operands.isEmpty() ? t.type().element() : operands.getFirst().element();
    boolean legal =
        switch (t.function()) {
          case ROW_ARG_MAX, ROW_ARG_MIN, COL_ARG_MAX, COL_ARG_MIN, ROW_ARG_TOP ->
              first != Element.BOOL;
          case IOTA -> !(first instanceof Element known) || known.isInteger() && !known.isNarrow();
          case RANDOM -> first == Element.I32;
          case TRANSPOSE, RESHAPE, SLICE, PAD, NARROW -> true;
          case CONCAT, ASSEMBLE -> operands.get(1).element().equals(first);
          case GATHER, GATHER_ROWS -> operands.get(1).element() == Element.I32;
          case SCATTER, SCATTER_ROWS ->
              operands.get(1).element() == Element.I32 && operands.get(2).element().equals(first);
        };
    return scope.require(
        legal,
        Rule.NO_OPERATION,
        () -> Printer.describe(t) + " is not defined for " + Words.element(first));
  }

  private boolean boxes(Tile.Whole t, List<TileType> operands) {
    TileType type = t.type();
    boolean fits =
        switch (t.function()) {
          case ROW_ARG_MAX, ROW_ARG_MIN, COL_ARG_MAX, COL_ARG_MIN ->
              !operands.getFirst().validRows().isConstant(0)
                  && !operands.getFirst().validColumns().isConstant(0);
          case ROW_ARG_TOP ->
              rows(type, operands.getFirst()) && type.columns().equals(type.validColumns());
          case TRANSPOSE -> true;
          case RESHAPE ->
              type.isFullyValid()
                  && operands.getFirst().isFullyValid()
                  && count(type).equals(count(operands.getFirst()));
          case SLICE, PAD, IOTA, RANDOM -> type.isFullyValid();
          case CONCAT ->
              rows(operands.get(0), operands.get(1))
                  && operands.get(0).columns().equals(operands.get(0).validColumns());
          case ASSEMBLE -> true;
          case NARROW ->
              type.rows().equals(operands.getFirst().rows())
                  && type.columns().equals(operands.getFirst().columns());
          case GATHER -> rows(operands.get(0), operands.get(1));
          case GATHER_ROWS -> isColumn(operands.get(1));
          case SCATTER ->
              rows(operands.get(0), operands.get(1)) && operands.get(1).sameBox(operands.get(2));
          case SCATTER_ROWS ->
              isColumn(operands.get(1))
                  && rows(operands.get(1), operands.get(2))
                  && columns(operands.get(0), operands.get(2));
        };
    return scope.require(
        fits,
        Rule.SHAPE,
        () ->
            Printer.describe(t)
                + " has operands "
                + operands.stream().map(Printer::describe).toList());
  }

  private static boolean rows(TileType a, TileType b) {
    return a.rows().equals(b.rows()) && a.validRows().equals(b.validRows());
  }

  private static boolean columns(TileType a, TileType b) {
    return a.columns().equals(b.columns()) && a.validColumns().equals(b.validColumns());
  }

  private static boolean isColumn(TileType type) {
    return type.columns().isConstant(1) && type.validColumns().isConstant(1);
  }

  private static Dim count(TileType type) {
    return type.rows().times(type.columns());
  }

  private boolean scalars(Tile.Whole t) {
    boolean right = true;
    for (Scalar scalar : t.scalars()) {
      right &=
          switch (t.function()) {
            case PAD -> scalars.scalar(scalar).isPresent();
            default -> scalars.scalar(scalar).filter(ScalarType::isInteger).isPresent();
          };
    }
    return right;
  }
}
