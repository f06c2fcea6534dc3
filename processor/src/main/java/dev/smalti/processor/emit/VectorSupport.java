package dev.smalti.processor.emit;

import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Tile;
import java.util.HashSet;
import java.util.Set;

/**
 * Which trees of operations the vector tier computes: those whose lanes all have one width and
 * whose operations HotSpot has instructions for. What it does not, the plain loops do.
 */
final class VectorSupport {
  private VectorSupport() {}

  /** Whether the value can be computed in vectors. */
  static boolean isSupported(Tile value) {
    Element root = Api.concrete(value.type().element());
    return root != Element.BOOL && !root.isNarrow() && isSupported(value, root.bytes());
  }

  private static boolean isSupported(Tile value, int bytes) {
    Element element = Api.concrete(value.type().element());
    boolean fits =
        switch (value) {
          case Tile.Ref _,
              Tile.Load _,
              Tile.RemoteLoad _,
              Tile.Splat _,
              Tile.Fill _,
              Tile.Matmul _ ->
              element.bytes() == bytes && element != Element.BOOL && !element.isNarrow();
          case Tile.Unary u ->
              switch (u.op()) {
                case NEG, ABS, SIGN, NOT -> true;
                default -> element.isFloating();
              };
          case Tile.Binary b ->
              switch ((BinaryOp) b.op()) {
                case REM, MOD -> false;
                case DIV -> element.isFloating();
                default -> true;
              };
          case Tile.Fma _, Tile.Compare _ -> true;
          case Tile.Select _ -> element != Element.BOOL && !element.isNarrow();
          case Tile.Cast c -> isSupportedCast(Api.concrete(c.operand().type().element()), element);
          case Tile.Reduce _, Tile.Whole _ -> false;
        };
    return fits && Operands.of(value).stream().allMatch(operand -> isSupported(operand, bytes));
  }

  /** Conversions between 64-bit integers and floating point have no instruction below AVX-512. */
  private static boolean isSupportedCast(Element from, Element to) {
    return from == to
        || from == Element.BOOL
        || to == Element.BOOL
        || from == Element.F32 && to == Element.I32
        || from == Element.I32 && to == Element.F32;
  }

  /** About how many instructions an element takes; what stands there twice is computed once. */
  static int weight(Tile value) {
    return weight(value, new HashSet<>());
  }

  private static int weight(Tile value, Set<Tile> counted) {
    if (!counted.add(value)) {
      return 0;
    }
    int own =
        switch (value) {
          case Tile.Splat _, Tile.Fill _, Tile.Matmul _ -> 0;
          case Tile.Unary u ->
              switch (u.op()) {
                case EXP -> 22;
                case LOG -> 28;
                case SIN, COS -> 30;
                case SIGMOID -> 26;
                case TANH -> 40;
                case ERF -> 48;
                case GELU, GELU_TANH -> 54;
                case FLOOR, CEIL, ROUND -> 12;
                case TRUNC -> 9;
                case RINT -> 7;
                case SIGN -> 4;
                case RSQRT -> 2;
                case NEG, ABS, SQRT, RECIP, NOT -> 1;
              };
          default -> 1;
        };
    return own + Operands.of(value).stream().mapToInt(e -> weight(e, counted)).sum();
  }
}
