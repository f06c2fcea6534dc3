package dev.smalti.processor.pass;

import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.ElementType;
import dev.smalti.processor.ir.FreshNames;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrRewriter;
import dev.smalti.processor.ir.NarrowConstants;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileFunction;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Computes types of 8 and 16 bits in {@code F32} and {@code I32}: operands are converted before an
 * operation, and its result behind it.
 *
 * <p>Needs one operation a statement, and known element types.
 *
 * <p>Guarantees: the same values. Elements of a narrow type are loaded, stored, moved, selected and
 * converted, nothing else, and conversions are those of {@link Conversion} alone.
 */
public final class Widen implements Pass {
  @Override
  public String name() {
    return "widen";
  }

  @Override
  public Function apply(Function function) {
    return new Widener(new FreshNames(function)).function(function);
  }

  private static final class Widener extends IrRewriter {
    private final FreshNames names;

    /** What the statement that is rewritten needs before it. */
    private List<Stmt> before = new ArrayList<>();

    private @Nullable Origin origin;

    Widener(FreshNames names) {
      this.names = names;
    }

    @Override
    public List<Stmt> expand(Stmt stmt) {
      List<Stmt> outer = before;
      @Nullable Origin around = origin;
      before = new ArrayList<>();
      origin = stmt.origin();
      Stmt rewritten = stmt(stmt);
      List<Stmt> statements = before;
      statements.add(rewritten);
      before = outer;
      origin = around;
      return statements;
    }

    /** A variable in front of the statement: some operations stand alone. */
    private Tile held(String name, Tile tile) {
      Variable variable = names.variable(name, tile.type());
      before.add(new Stmt.Let(variable, tile, Objects.requireNonNull(origin)));
      return new Tile.Ref(variable);
    }

    @Override
    public Tile tile(Tile tile) {
      Tile inner = super.tile(tile);
      return switch (inner) {
        case Tile.Unary e when isNarrow(e.type()) ->
            narrow(new Tile.Unary(e.op(), wide(e.operand())), e.type());
        case Tile.Binary e when isNarrow(e.type()) -> narrow(binary(e), e.type());
        case Tile.Fma e when isNarrow(e.type()) ->
            narrow(new Tile.Fma(wide(e.a()), wide(e.b()), wide(e.c()), wide(e.type())), e.type());
        case Tile.Compare e when isNarrow(e.left().type()) ->
            new Tile.Compare(e.relation(), wide(e.left()), wide(e.right()), e.type());
        case Tile.Reduce e when isNarrow(e.type()) ->
            narrow(
                held(
                    "folded", new Tile.Reduce(e.op(), e.axis(), wide(e.operand()), wide(e.type()))),
                e.type());
        case Tile.Whole e when ranks(e.function()) && isNarrow(e.operands().getFirst().type()) ->
            new Tile.Whole(
                e.function(),
                List.of(held("wide", wide(e.operands().getFirst()))),
                e.scalars(),
                e.type());
        case Tile.Cast e -> Conversion.of(e);
        default -> inner;
      };
    }

    private static boolean ranks(TileFunction function) {
      return switch (function) {
        case ROW_ARG_MAX, ROW_ARG_MIN, COL_ARG_MAX, COL_ARG_MIN, ROW_ARG_TOP -> true;
        default -> false;
      };
    }

    /** In {@code int} the distance of a shift has more bits, and what is shifted in is the sign. */
    private static Tile binary(Tile.Binary e) {
      Element element = (Element) e.type().element();
      Tile left = wide(e.left());
      Tile right = wide(e.right());
      boolean shifts = e.op() == BinaryOp.SHL || e.op() == BinaryOp.SHR || e.op() == BinaryOp.USHR;
      if (shifts) {
        right = masked(right, 8 * element.bytes() - 1);
      }
      if (e.op() == BinaryOp.USHR) {
        left = masked(left, (1 << 8 * element.bytes()) - 1);
      }
      return new Tile.Binary(e.op(), left, right, wide(e.type()));
    }

    private static Tile masked(Tile tile, int mask) {
      if (tile instanceof Tile.Splat(ElementType type, Scalar.Constant(var _, Integer value))) {
        return new Tile.Splat(type, Scalar.Constant.of(value & mask));
      }
      Tile bits = new Tile.Splat(tile.type().element(), Scalar.Constant.of(mask));
      return new Tile.Binary(BinaryOp.AND, tile, bits, tile.type());
    }

    private static boolean isNarrow(TileType type) {
      return type.element() instanceof Element element && element.isNarrow();
    }

    private static TileType wide(TileType type) {
      return type.withElement(((Element) type.element()).wide());
    }

    /** The elements as they are computed with; a constant is one at once. */
    private static Tile wide(Tile tile) {
      Element element = (Element) tile.type().element();
      return switch (tile) {
        case Tile.Splat(var _, Scalar.Constant constant) ->
            new Tile.Splat(element.wide(), NarrowConstants.wide(element, constant));
        case Tile.Fill(TileType type, Scalar.Constant constant) ->
            new Tile.Fill(wide(type), NarrowConstants.wide(element, constant));
        default -> new Tile.Cast(tile, wide(tile.type()));
      };
    }

    private static Tile narrow(Tile tile, TileType type) {
      return new Tile.Cast(tile, type);
    }
  }
}
