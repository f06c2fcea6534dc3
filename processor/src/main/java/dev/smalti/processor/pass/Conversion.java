package dev.smalti.processor.pass;

import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Tile;

/**
 * Conversions as chains of those that generated code has: between the types that are computed in,
 * from a narrow type to the one that it is computed in, to {@code F16} and {@code BF16} from {@code
 * F32}, {@code F64} and {@code I64}, and to narrow integers from {@code I32}. None rounds twice.
 */
final class Conversion {
  private Conversion() {}

  static Tile of(Tile.Cast cast) {
    if (!(cast.operand().type().element() instanceof Element from)
        || !(cast.type().element() instanceof Element to)
        || !from.isNarrow() && !to.isNarrow()) {
      return cast;
    }
    if (from == to) {
      return cast.operand();
    }
    Tile wide = to(cast.operand(), from.wide());
    return switch (to) {
      case F16, BF16 -> half(wide, to);
      case I8, I16, U8 -> integer(wide, to);
      case F32, F64, I32, I64, BOOL -> to(wide, to);
    };
  }

  private static Tile to(Tile tile, Element element) {
    return tile.type().element() == element
        ? tile
        : new Tile.Cast(tile, tile.type().withElement(element));
  }

  private static Tile half(Tile tile, Element to) {
    return switch ((Element) tile.type().element()) {
      case BOOL -> to(to(tile, Element.F32), to);
      case I32 -> to(to(tile, Element.F64), to); // Which holds every int.
      default -> to(tile, to);
    };
  }

  private static Tile integer(Tile tile, Element to) {
    Tile whole = to(tile, Element.I32);
    boolean saturates = ((Element) tile.type().element()).isFloating();
    return to(saturates ? clamped(whole, to) : whole, to);
  }

  private static Tile clamped(Tile tile, Element to) {
    Tile below = new Tile.Binary(BinaryOp.MIN, tile, splat(to.greatest()), tile.type());
    return new Tile.Binary(BinaryOp.MAX, below, splat(to.least()), tile.type());
  }

  private static Tile splat(long value) {
    return new Tile.Splat(Element.I32, Scalar.Constant.of((int) value));
  }
}
