package dev.smalti.processor.lower;

import com.sun.source.tree.Tree;
import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Relation;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.UnaryOp;
import dev.smalti.processor.message.Code;

/**
 * Casts with a rounding, as operations that there are anyway. To integers, the tile is rounded to
 * whole numbers first. To narrower floats, the cast finds the nearest number; where the rounding
 * asks for the other one of the two around an element, that is the nearest one to a place beyond
 * the element: less than three halves of the distance of two floats away, more than a half.
 */
final class RoundedCasts {
  private final Frame frame;
  private final Tree tree;

  RoundedCasts(Frame frame, Tree tree) {
    this.frame = frame;
    this.tree = tree;
  }

  /** What is known of floats that numbers are rounded to. */
  private record Format(double step, double least, double greatest) {
    /**
     * A type of floats.
     *
     * @throws IllegalArgumentException for other types
     */
    static Format of(Element element) {
      return switch (element) {
        case F16 -> new Format(step(11), 0x1p-24, 65504);
        case BF16 -> new Format(step(8), 0x1p-133, 0x1.FEp127);
        case F32 -> new Format(step(24), 0x1p-149, 0x1.FFFFFEp127);
        default -> throw new IllegalArgumentException("nothing is rounded to " + element);
      };
    }

    /** Of a number with so many bits, a little more than a half of the last one. */
    private static double step(int bits) {
      double unit = Math.scalb(1.0, -bits);
      return unit * (1 + 2 * unit);
    }
  }

  /** The cast; refused where nothing is rounded. */
  Tile cast(Tile tile, Element to, Value argument) {
    if (!(argument instanceof Value.OfEnum given) || !given.type().equals("Rounding")) {
      throw frame.error(Code.EXPRESSION, tree, "cast takes a rounding, this is " + argument.noun());
    }
    Element from = element(tile);
    if (!from.isFloating() || to == Element.BOOL || to.isFloating() && holds(to, from)) {
      throw frame.error(
          Code.ROUNDED_CAST, tree, "a cast from %s to %s rounds nothing".formatted(from, to));
    }
    String rounding = given.constant();
    return to.isFloating() ? narrower(tile, to, rounding) : integer(tile, to, rounding);
  }

  /** Whether every float of one type is one of the other. */
  private static boolean holds(Element to, Element from) {
    return to == from || to == Element.F64 || to == Element.F32 && from != Element.F64;
  }

  private static Element element(Tile tile) {
    return (Element) tile.type().element();
  }

  // ---- to integers

  private Tile integer(Tile tile, Element to, String rounding) {
    Tile x = held(tile);
    Tile whole =
        switch (rounding) {
          case "NEAREST_EVEN" -> unary(UnaryOp.RINT, x);
          case "HALF_AWAY" -> unary(UnaryOp.ROUND, x);
          case "FLOOR" -> unary(UnaryOp.FLOOR, x);
          case "CEIL" -> unary(UnaryOp.CEIL, x);
          case "TRUNCATE" -> x;
          default -> oddWhole(x);
        };
    return converted(whole, to);
  }

  private Tile oddWhole(Tile x) {
    Tile below = unary(UnaryOp.FLOOR, x);
    Tile half = binary(BinaryOp.MUL, below, splat(x, 0.5));
    Tile odd = compare(Relation.NE, unary(UnaryOp.FLOOR, half), half);
    Tile stays = binary(BinaryOp.OR, odd, compare(Relation.EQ, below, x));
    return select(stays, below, binary(BinaryOp.ADD, below, splat(x, 1)));
  }

  // ---- to narrower floats

  private Tile narrower(Tile tile, Element to, String rounding) {
    if (rounding.equals("NEAREST_EVEN")) {
      return converted(tile, to);
    }
    if (to == Element.F32) {
      return converted(rounded(held(tile), to, rounding), to);
    }
    boolean nearest = rounding.equals("HALF_AWAY");
    Tile single =
        switch (element(tile)) {
          case F64 -> narrower(tile, Element.F32, nearest ? "ODD" : rounding);
          case F16, BF16 -> converted(tile, Element.F32);
          default -> tile;
        };
    return converted(rounded(held(single), to, rounding), to);
  }

  /** The float of the narrower type, still in the wider one. */
  private Tile rounded(Tile x, Element to, String rounding) {
    Tile near = near(x, to);
    Tile other = other(x, near, to);
    Tile chosen =
        switch (rounding) {
          case "FLOOR" -> compare(Relation.GT, near, x);
          case "CEIL" -> compare(Relation.LT, near, x);
          case "TRUNCATE" -> compare(Relation.GT, abs(near), abs(x));
          case "HALF_AWAY" ->
              binary(
                  BinaryOp.AND,
                  compare(Relation.LT, abs(near), abs(x)),
                  compare(
                      Relation.EQ, binary(BinaryOp.SUB, x, near), binary(BinaryOp.SUB, other, x)));
          default ->
              binary(
                  BinaryOp.AND,
                  compare(Relation.NE, near, x),
                  compare(Relation.EQ, near(middle(near, other), to), near));
        };
    return select(chosen, other, near);
  }

  /** The nearest number; of two equally near the even one. */
  private Tile near(Tile x, Element to) {
    return converted(converted(x, to), element(x));
  }

  private Tile middle(Tile a, Tile b) {
    return binary(
        BinaryOp.ADD,
        binary(BinaryOp.MUL, a, splat(a, 0.5)),
        binary(BinaryOp.MUL, b, splat(b, 0.5)));
  }

  /** The number of the narrower type on the other side of an element. */
  private Tile other(Tile x, Tile near, Element to) {
    Format format = Format.of(to);
    Tile half =
        binary(
            BinaryOp.MAX,
            binary(BinaryOp.MUL, abs(near), splat(x, format.step())),
            splat(x, 0.75 * format.least()));
    Tile step = binary(BinaryOp.MIN, half, splat(x, format.greatest())); // Finite at infinity too.
    Tile above = near(binary(BinaryOp.ADD, near, step), to);
    Tile below = near(binary(BinaryOp.SUB, near, step), to);
    return select(
        compare(Relation.LT, near, x),
        binary(BinaryOp.MAX, above, splat(x, -format.greatest())),
        binary(BinaryOp.MIN, below, splat(x, format.greatest())));
  }

  // ---- operations

  private Tile held(Tile tile) {
    return frame.operand(tile, tree);
  }

  private Tile converted(Tile tile, Element to) {
    return held(new Tile.Cast(held(tile), tile.type().withElement(to)));
  }

  private Tile unary(UnaryOp op, Tile tile) {
    return held(new Tile.Unary(op, tile));
  }

  private Tile abs(Tile tile) {
    return unary(UnaryOp.ABS, tile);
  }

  private Tile binary(BinaryOp op, Tile left, Tile right) {
    return held(new Tile.Binary(op, left, right, left.type()));
  }

  private Tile compare(Relation relation, Tile left, Tile right) {
    TileType type = left.type().withElement(Element.BOOL);
    return held(new Tile.Compare(relation, left, right, type));
  }

  private Tile select(Tile mask, Tile yes, Tile no) {
    return held(new Tile.Select(mask, yes, no, yes.type()));
  }

  private static Tile splat(Tile like, double value) {
    return new Tile.Splat(like.type().element(), Scalar.Constant.of(value));
  }
}
