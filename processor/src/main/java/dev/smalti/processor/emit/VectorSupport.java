package dev.smalti.processor.emit;

import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Tile;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Which trees of operations the vector tier computes: those whose lanes all have one width and
 * whose operations HotSpot has instructions for. What it does not, the plain loops do.
 */
final class VectorSupport {
  private VectorSupport() {}

  /** What in a value vectors cannot do, in words; empty if it can be computed in vectors. */
  static Optional<String> obstacle(Tile value) {
    Element root = Api.concrete(value.type().element());
    Optional<String> held = held(root);
    return held.isPresent() ? held : obstacle(value, root);
  }

  /** Elements of less than 32 bits. */
  private static Optional<String> held(Element element) {
    if (element == Element.BOOL) {
      return Optional.of("a mask that is kept has a byte an element, vectors have a bit a lane");
    }
    return element.isNarrow()
        ? Optional.of(
            "elements of %s are converted one by one, only products have vectors of them"
                .formatted(element))
        : Optional.empty();
  }

  private static Optional<String> obstacle(Tile value, Element root) {
    Element element = Api.concrete(value.type().element());
    Optional<String> own =
        switch (value) {
          case Tile.Ref _,
              Tile.Load _,
              Tile.RemoteLoad _,
              Tile.Splat _,
              Tile.Fill _,
              Tile.Matmul _ ->
              held(element).or(() -> width(element, root));
          case Tile.Unary u ->
              switch (u.op()) {
                case NEG, ABS, SIGN, NOT -> Optional.empty();
                default -> without(element.isFloating(), u.op().name(), element);
              };
          case Tile.Binary b ->
              switch ((BinaryOp) b.op()) {
                case REM, MOD -> without(false, "a remainder", element);
                case DIV -> without(element.isFloating(), "a division", element);
                default -> Optional.empty();
              };
          case Tile.Fma _, Tile.Compare _ -> Optional.empty();
          case Tile.Select _ -> held(element);
          case Tile.Cast c -> conversion(Api.concrete(c.operand().type().element()), element);
          case Tile.Reduce _, Tile.Whole _ -> Optional.of("it folds or rearranges elements");
        };
    return own.isPresent()
        ? own
        : Operands.of(value).stream()
            .flatMap(operand -> obstacle(operand, root).stream())
            .findFirst();
  }

  private static Optional<String> width(Element element, Element root) {
    return element.bytes() == root.bytes()
        ? Optional.empty()
        : Optional.of("%s and %s have vectors of different lengths".formatted(element, root));
  }

  private static Optional<String> without(boolean has, String operation, Element element) {
    return has
        ? Optional.empty()
        : Optional.of("processors have no instruction for %s of %s".formatted(operation, element));
  }

  private static Optional<String> conversion(Element from, Element to) {
    return isSupportedCast(from, to)
        ? Optional.empty()
        : held(from)
            .or(() -> held(to))
            .or(() -> Optional.of("%s is converted to %s one by one".formatted(from, to)));
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
