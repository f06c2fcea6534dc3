package dev.smalti.processor.emit;

import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.UnaryOp;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Which trees of operations the vector tier computes: those that are computed in one width and
 * whose operations HotSpot has instructions for. What it does not, the plain loops do.
 */
final class VectorSupport {
  /** What plain loops call a method for. */
  private static final Set<UnaryOp> FUNCTIONS =
      EnumSet.of(
          UnaryOp.EXP,
          UnaryOp.LOG,
          UnaryOp.SIN,
          UnaryOp.COS,
          UnaryOp.TANH,
          UnaryOp.SIGMOID,
          UnaryOp.ERF,
          UnaryOp.GELU,
          UnaryOp.GELU_TANH);

  private VectorSupport() {}

  /** What in a value vectors cannot do, in words; empty if it can be computed in vectors. */
  static Optional<String> obstacle(Tile value) {
    Element root = Api.concrete(value.type().element());
    Optional<String> held = held(root);
    return held.isPresent() ? held : obstacle(value, root);
  }

  /** Why vectors do not have elements of a type. */
  private static Optional<String> held(Element element) {
    return element == Element.BOOL
        ? Optional.of("a mask that is kept has a byte an element, vectors have a bit a lane")
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
    return element.wide().bytes() == root.wide().bytes()
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
        : Optional.of("%s is converted to %s one by one".formatted(from, to));
  }

  /**
   * Why plain loops are the faster way to what is supported. HotSpot has instructions that convert
   * F16, and uses them in plain loops alone: vectors, which convert in many steps, pay off where
   * there is an elementary function besides.
   */
  static Optional<String> slower(Tile value) {
    return !hasF16(value) || hasFunction(value)
        ? Optional.empty()
        : Optional.of("plain loops have an instruction that converts F16, vectors have none");
  }

  private static boolean hasF16(Tile value) {
    return Api.concrete(value.type().element()) == Element.F16
        || Operands.of(value).stream().anyMatch(VectorSupport::hasF16);
  }

  private static boolean hasFunction(Tile value) {
    return value instanceof Tile.Unary u && FUNCTIONS.contains(u.op())
        || Operands.of(value).stream().anyMatch(VectorSupport::hasFunction);
  }

  /** Conversions between 64-bit integers and floating point have no instruction below AVX-512. */
  private static boolean isSupportedCast(Element from, Element to) {
    return from == to
        || from == Element.BOOL
        || to == Element.BOOL
        || from.wide() == to
        || to.wide() == from
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
          case Tile.Load _, Tile.RemoteLoad _, Tile.Ref _ ->
              switch (Api.concrete(value.type().element())) {
                case F16 -> 13;
                case BF16 -> 3;
                case I8, I16, U8 -> 2;
                case F32, F64, I32, I64, BOOL -> 1;
              };
          case Tile.Cast c ->
              switch (Api.concrete(c.type().element())) {
                case F16 -> 16;
                case BF16 -> 8;
                case I8, I16, U8 -> 2;
                case F32, F64, I32, I64, BOOL -> 1;
              };
          case Tile.Unary u ->
              switch (u.op()) {
                case EXP -> 20;
                case LOG -> 28;
                case SIN, COS -> 30;
                case SIGMOID -> 24;
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
