package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrRewriter;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Puts a tile that one statement uses into it, so that a chain of element-wise operations is one
 * tree, computed element by element without a temporary. What a statement uses several times stands
 * in the tree several times, the same each time; it is computed once for each element.
 *
 * <p>Needs one operation a statement. A definition moves to a consumer later in the same block,
 * never into a branch or loop, and only if nothing in between changes what it reads or would be
 * overtaken: no store to memory that it loads, no assignment to a variable in it, for loads no
 * communication, and no way out of the block past something that may fail. A tile that a consumer
 * stretches stays, so that nothing is computed twice; a fill is cheap and goes to every use. A load
 * moves into a store to the same memory only if each element is read where it is written, or never
 * written.
 *
 * <p>Guarantees: the same values and the same communication in the same order; a reduction and a
 * function of whole tiles stand only at the root of a definition or assignment; every tile variable
 * that is left is materialised. The place of a definition joins those of its consumer.
 */
public final class FuseElementwise implements Pass {
  /** Trees do not grow heavier than this: HotSpot gives up on huge methods. */
  static final int MAX_WEIGHT = 64;

  /** Nor do they have more nodes than this, counted as often as they stand there. */
  static final int MAX_SIZE = 128;

  @Override
  public String name() {
    return "fuse-elementwise";
  }

  @Override
  public Function apply(Function function) {
    VariableFacts facts = new VariableFacts(function);
    Function spread = new CheapValues(facts, new ExtentBounds(function, facts)).function(function);
    return new Fuser(new VariableFacts(spread)).function(spread);
  }

  /** Replaces variables that hold one scalar everywhere, or the value of another variable. */
  private static final class CheapValues extends IrRewriter {
    private final VariableFacts facts;
    private final ExtentBounds bounds;
    private final Map<String, Tile> values = new HashMap<>();
    private final Map<String, Origin> origins = new HashMap<>();

    CheapValues(VariableFacts facts, ExtentBounds bounds) {
      this.facts = facts;
      this.bounds = bounds;
    }

    @Override
    public List<Stmt> expand(Stmt stmt) {
      Stmt rewritten = stmt(stmt);
      if (rewritten instanceof Stmt.Let(Variable variable, Expr value, Origin origin)
          && value instanceof Tile tile
          && !facts.isAssigned(variable)
          && facts.uses(variable) > 0
          && isCheap(tile)) {
        values.put(variable.name(), tile);
        origins.put(variable.name(), origin);
        return List.of();
      }
      return List.of(rewritten);
    }

    private boolean isCheap(Tile tile) {
      return switch (tile) {
        case Tile.Ref ref -> !facts.isAssigned(ref.variable());
        case Tile.Fill fill ->
            isStable(fill.value())
                && fill.type().isFullyValid()
                && Totality.isTotal(new Tile.Splat(fill.type().element(), fill.value()))
                && bounds.isPositive(fill.type().rows())
                && bounds.isPositive(fill.type().columns());
        default -> false;
      };
    }

    private boolean isStable(Scalar scalar) {
      return switch (scalar) {
        case Scalar.Constant _, Scalar.Extent _ -> true;
        case Scalar.Read(Variable variable) -> !facts.isAssigned(variable);
        default -> false;
      };
    }

    @Override
    public Stmt stmt(Stmt stmt) {
      Stmt rewritten = super.stmt(stmt);
      return rewritten == stmt ? stmt : Origins.merge(rewritten, used(stmt));
    }

    private List<Origin> used(Stmt stmt) {
      return Consumer.tile(stmt).stream()
          .flatMap(tile -> TileTrees.refs(tile).stream())
          .map(variable -> origins.get(variable.name()))
          .filter(java.util.Objects::nonNull)
          .toList();
    }

    @Override
    public Tile tile(Tile tile) {
      return tile instanceof Tile.Ref(Variable variable) && values.containsKey(variable.name())
          ? values.get(variable.name())
          : super.tile(tile);
    }
  }

  private static final class Fuser extends IrRewriter {
    private final VariableFacts facts;

    /** Uses that came about since, as a tree was put into another one several times. */
    private final Map<String, Integer> more = new HashMap<>();

    Fuser(VariableFacts facts) {
      this.facts = facts;
    }

    @Override
    public Block block(Block block) {
      Block inner = super.block(block);
      List<Stmt> statements = new ArrayList<>(inner.statements());
      while (fuse(statements)) {
        // Uses that stood in several statements may stand in one now, and what was read from a peer
        // may move where another such has moved before.
      }
      return statements.size() < inner.statements().size() ? new Block(statements) : inner;
    }

    /** Goes through the block once. */
    private boolean fuse(List<Stmt> statements) {
      boolean changed = false;
      for (int i = 0; i < statements.size(); ) {
        if (statements.get(i) instanceof Stmt.Let let
            && let.value() instanceof Tile tile
            && fuse(statements, i, let, tile)) {
          statements.remove(i);
          changed = true;
        } else {
          i++;
        }
      }
      return changed;
    }

    /** Moves the tile of statement {@code at} into its only consumer, if that may be. */
    private boolean fuse(List<Stmt> statements, int at, Stmt.Let let, Tile tile) {
      Variable variable = let.variable();
      boolean alone = tile instanceof Tile.Reduce || tile instanceof Tile.Whole;
      Move move = new Move(variable, tile, facts);
      int uses = facts.uses(variable) + more.getOrDefault(variable.name(), 0);
      if (alone || facts.isAssigned(variable) || uses == 0) {
        return false;
      }
      if (uses > 1 && !move.mayRepeat()) {
        return false;
      }
      for (int i = at + 1; i < statements.size(); i++) {
        Stmt stmt = statements.get(i);
        if (Effects.of(stmt, facts).variables().contains(variable.name())) {
          Optional<Stmt> fused = uses(stmt, variable) == uses ? move.into(stmt) : Optional.empty();
          if (fused.isPresent()) {
            statements.set(i, Origins.merge(fused.get(), List.of(let.origin())));
            TileTrees.refs(tile).forEach(read -> more.merge(read.name(), uses - 1, Integer::sum));
          }
          return fused.isPresent();
        }
        if (!move.passes(stmt)) {
          return false;
        }
      }
      return false;
    }

    private static long uses(Stmt stmt, Variable variable) {
      return Consumer.tile(stmt).stream()
          .flatMap(tile -> TileTrees.refs(tile).stream())
          .filter(read -> read.name().equals(variable.name()))
          .count();
    }
  }
}
