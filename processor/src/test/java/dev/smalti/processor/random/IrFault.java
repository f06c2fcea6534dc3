package dev.smalti.processor.random;

import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrRewriter;
import dev.smalti.processor.ir.Relation;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileFunction;
import dev.smalti.processor.ir.UnaryOp;
import dev.smalti.processor.ir.Update;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.pass.Pass;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A pass that is wrong on purpose.
 *
 * @param what it does wrong
 * @param after the pass behind which it stands
 */
record IrFault(String what, String after, UnaryOperator<Function> change) implements Pass {
  private static final String INLINED = "inline-calls";
  private static final String LAST = "fuse-elementwise";

  @Override
  public String name() {
    return what;
  }

  @Override
  public Function apply(Function function) {
    return change.apply(function);
  }

  /** All of them. */
  static List<IrFault> all() {
    return List.of(
        ofTiles("operands of a difference or quotient swapped", IrFault::swapped),
        ofTiles("a product and a sum contracted", IrFault::contracted),
        ofTiles("the mask of a selection dropped", IrFault::unmasked),
        ofTiles("less taken for less or equal", t -> related(t, Relation.LT, Relation.LE)),
        ofTiles("a comparison negated though it may meet NaN", IrFault::negated),
        ofTiles("U8 taken as signed", IrFault::signed),
        ofTiles("a maximum by comparison, which loses NaN", IrFault::compared),
        ofTiles("an absolute value by comparison, which keeps -0", IrFault::absolute),
        ofTiles("the sign shifted in where zeros belong", t -> op(t, BinaryOp.USHR, BinaryOp.SHR)),
        ofTiles(
            "a remainder with the sign of the dividend", t -> op(t, BinaryOp.MOD, BinaryOp.REM)),
        ofTiles("a product with the reciprocal for a quotient", IrFault::reciprocal),
        ofTiles("0 - x for -x", IrFault::fromZero),
        ofTiles("a cast that rounds twice", IrFault::roundedTwice),
        ofTiles("the accumulator of a product lost", IrFault::unaccumulated),
        ofTiles("the start of a count lost", t -> whole(t, TileFunction.IOTA)),
        ofTiles("the position of a slice lost", t -> whole(t, TileFunction.SLICE)),
        ofTiles("the padding lost", t -> whole(t, TileFunction.PAD)),
        ofTiles("the place of the least element for that of the greatest", IrFault::leastFound),
        ofStatements("the last round of a loop lost", IrFault::shortened),
        ofStatements("the other side of a branch lost", IrFault::oneSided),
        ofStatements("a break lost", IrFault::endless),
        ofStatements("an addition to memory that replaces", IrFault::replaced),
        ofStatements("the position of a store lost", IrFault::unplaced),
        ofStatements("the value that a loop carries lost", IrFault::stale),
        new IrFault("the valid rows of a box lost", INLINED, new Boxes()::function),
        new IrFault("a load before the store in front of it", INLINED, new Early()::function),
        new IrFault("a load before the loop that it stands in", INLINED, new Hoisted()::function));
  }

  private static IrFault ofTiles(String what, UnaryOperator<Tile> change) {
    IrRewriter rewriter =
        new IrRewriter() {
          @Override
          public Tile tile(Tile tile) {
            return change.apply(super.tile(tile));
          }
        };
    return new IrFault(what, LAST, rewriter::function);
  }

  private static IrFault ofStatements(String what, UnaryOperator<Stmt> change) {
    IrRewriter rewriter =
        new IrRewriter() {
          @Override
          public Stmt stmt(Stmt stmt) {
            return change.apply(super.stmt(stmt));
          }
        };
    return new IrFault(what, INLINED, rewriter::function);
  }

  private static boolean isFloating(Tile tile) {
    return tile.type().element() instanceof Element element && element.isFloating();
  }

  // ---- tiles

  private static Tile swapped(Tile tile) {
    return tile instanceof Tile.Binary b
            && (b.op() == BinaryOp.SUB || b.op() == BinaryOp.DIV && isFloating(b))
        ? new Tile.Binary(b.op(), b.right(), b.left(), b.type())
        : tile;
  }

  private static Tile contracted(Tile tile) {
    if (tile instanceof Tile.Binary sum && sum.op() == BinaryOp.ADD && isFloating(sum)) {
      if (sum.left() instanceof Tile.Binary product && product.op() == BinaryOp.MUL) {
        return new Tile.Fma(product.left(), product.right(), sum.right(), sum.type());
      }
      if (sum.right() instanceof Tile.Binary product && product.op() == BinaryOp.MUL) {
        return new Tile.Fma(product.left(), product.right(), sum.left(), sum.type());
      }
    }
    return tile;
  }

  private static Tile unmasked(Tile tile) {
    return tile instanceof Tile.Select s && s.yes().type().sameBox(s.type()) ? s.yes() : tile;
  }

  private static Tile related(Tile tile, Relation from, Relation to) {
    return tile instanceof Tile.Compare c && c.relation() == from
        ? new Tile.Compare(to, c.left(), c.right(), c.type())
        : tile;
  }

  private static Tile negated(Tile tile) {
    return tile instanceof Tile.Compare c && c.relation() == Relation.GE
        ? new Tile.Unary(UnaryOp.NOT, new Tile.Compare(Relation.LT, c.left(), c.right(), c.type()))
        : tile;
  }

  private static Tile signed(Tile tile) {
    return tile instanceof Tile.Cast c && c.operand().type().element() == Element.U8
        ? new Tile.Cast(new Tile.Cast(c.operand(), c.type().withElement(Element.I8)), c.type())
        : tile;
  }

  private static Tile compared(Tile tile) {
    if (tile instanceof Tile.Binary b && b.op() == BinaryOp.MAX && isFloating(b)) {
      Tile mask =
          new Tile.Compare(Relation.GT, b.left(), b.right(), b.type().withElement(Element.BOOL));
      return new Tile.Select(mask, b.left(), b.right(), b.type());
    }
    return tile;
  }

  private static Tile absolute(Tile tile) {
    if (tile instanceof Tile.Unary u && u.op() == UnaryOp.ABS && isFloating(u)) {
      Tile zero = new Tile.Splat(u.type().element(), Scalar.Constant.of(0));
      Tile mask =
          new Tile.Compare(Relation.LT, u.operand(), zero, u.type().withElement(Element.BOOL));
      return new Tile.Select(mask, new Tile.Unary(UnaryOp.NEG, u.operand()), u.operand(), u.type());
    }
    return tile;
  }

  private static Tile op(Tile tile, BinaryOp from, BinaryOp to) {
    return tile instanceof Tile.Binary b && b.op() == from
        ? new Tile.Binary(to, b.left(), b.right(), b.type())
        : tile;
  }

  private static Tile reciprocal(Tile tile) {
    return tile instanceof Tile.Binary b && b.op() == BinaryOp.DIV && isFloating(b)
        ? new Tile.Binary(
            BinaryOp.MUL, b.left(), new Tile.Unary(UnaryOp.RECIP, b.right()), b.type())
        : tile;
  }

  private static Tile fromZero(Tile tile) {
    return tile instanceof Tile.Unary u && u.op() == UnaryOp.NEG && isFloating(u)
        ? new Tile.Binary(
            BinaryOp.SUB,
            new Tile.Splat(u.type().element(), Scalar.Constant.of(0)),
            u.operand(),
            u.type())
        : tile;
  }

  private static Tile roundedTwice(Tile tile) {
    return tile instanceof Tile.Cast c
            && c.operand().type().element() == Element.F64
            && c.type().element() instanceof Element to
            && (to == Element.F16 || to == Element.BF16)
        ? new Tile.Cast(new Tile.Cast(c.operand(), c.type().withElement(Element.F32)), c.type())
        : tile;
  }

  private static Tile unaccumulated(Tile tile) {
    return tile instanceof Tile.Matmul m
        ? new Tile.Matmul(
            new Tile.Splat(m.type().element(), Scalar.Constant.of(0)),
            m.left(),
            m.leftTransposed(),
            m.right(),
            m.rightTransposed(),
            m.type())
        : tile;
  }

  /** The scalars of a function become 0. */
  private static Tile whole(Tile tile, TileFunction function) {
    return tile instanceof Tile.Whole w && w.function() == function
        ? new Tile.Whole(
            function,
            w.operands(),
            Collections.nCopies(w.scalars().size(), Scalar.Constant.of(0)),
            w.type())
        : tile;
  }

  private static Tile leastFound(Tile tile) {
    return tile instanceof Tile.Whole w && w.function() == TileFunction.ROW_ARG_MAX
        ? new Tile.Whole(TileFunction.ROW_ARG_MIN, w.operands(), w.scalars(), w.type())
        : tile;
  }

  // ---- statements

  private static Stmt shortened(Stmt stmt) {
    return stmt instanceof Stmt.For f && f.step() instanceof Scalar.Constant step && step.isInt(1)
        ? new Stmt.For(
            f.variable(),
            f.from(),
            new Scalar.Binary(BinaryScalar.SUBTRACT, f.to(), Scalar.Constant.of(1)),
            f.step(),
            f.body(),
            f.rounds(),
            f.origin())
        : stmt;
  }

  private static Stmt oneSided(Stmt stmt) {
    return stmt instanceof Stmt.If i
        ? new Stmt.If(i.condition(), i.then(), Block.of(), i.origin())
        : stmt;
  }

  private static Stmt endless(Stmt stmt) {
    return stmt instanceof Stmt.Break b
        ? new Stmt.If(Scalar.Constant.of(false), Block.of(b), Block.of(), b.origin())
        : stmt;
  }

  private static Stmt replaced(Stmt stmt) {
    return stmt instanceof Stmt.Store s
        ? new Stmt.Store(s.target(), s.offsets(), s.value(), Update.SET, s.origin())
        : stmt;
  }

  private static Stmt unplaced(Stmt stmt) {
    return stmt instanceof Stmt.Store s
        ? new Stmt.Store(
            s.target(),
            Collections.nCopies(s.offsets().size(), Scalar.Constant.of(0)),
            s.value(),
            s.update(),
            s.origin())
        : stmt;
  }

  private static Stmt stale(Stmt stmt) {
    return stmt instanceof Stmt.For f
            && f.body().statements().stream().anyMatch(IrFault::assignsTile)
        ? new Stmt.For(
            f.variable(),
            f.from(),
            f.to(),
            f.step(),
            new Block(f.body().statements().stream().filter(s -> !assignsTile(s)).toList()),
            f.rounds(),
            f.origin())
        : stmt;
  }

  private static boolean assignsTile(Stmt stmt) {
    return stmt instanceof Stmt.Assign a && a.value() instanceof Tile;
  }

  // ---- whole functions

  /** Takes a minimum of an extent and something else for the extent. */
  private static final class Boxes extends IrRewriter {
    @Override
    public Dim dim(Dim dim) {
      for (Map.Entry<List<Dim.Atom>, Long> term : dim.terms().entrySet()) {
        if (term.getKey().size() == 1
            && term.getKey().getFirst() instanceof Dim.Composite(var operator, var left, var right)
            && operator == Dim.Operator.MIN) {
          return left.names().contains("rows") ? left : right;
        }
      }
      return dim;
    }
  }

  /** The memory that a statement writes, if it is that of a parameter. */
  private static boolean writes(Stmt stmt, Variable memory) {
    return switch (stmt) {
      case Stmt.Store s -> s.target().equals(memory);
      case Stmt.WriteElement s -> s.target().equals(memory);
      default -> false;
    };
  }

  private static final class Early extends IrRewriter {
    @Override
    public Block block(Block block) {
      List<Stmt> statements = new ArrayList<>(super.block(block).statements());
      for (int i = 1; i < statements.size(); i++) {
        if (statements.get(i) instanceof Stmt.Let let
            && let.value() instanceof Tile.Load load
            && writes(statements.get(i - 1), load.source())) {
          Collections.swap(statements, i - 1, i);
        }
      }
      return new Block(statements);
    }
  }

  private static final class Hoisted extends IrRewriter {
    @Override
    public List<Stmt> expand(Stmt stmt) {
      Stmt inner = stmt(stmt);
      if (!(inner instanceof Stmt.For f)) {
        return List.of(inner);
      }
      List<Stmt> before = new ArrayList<>();
      List<Stmt> body = new ArrayList<>();
      for (Stmt each : f.body().statements()) {
        boolean moves =
            each instanceof Stmt.Let let
                && let.value() instanceof Tile.Load load
                && load.offsets().stream().allMatch(o -> o instanceof Scalar.Constant)
                && f.body().statements().stream().anyMatch(s -> writes(s, load.source()));
        (moves ? before : body).add(each);
      }
      before.add(
          new Stmt.For(
              f.variable(), f.from(), f.to(), f.step(), new Block(body), f.rounds(), f.origin()));
      return before;
    }
  }
}
