package dev.smalti.processor.pass;

import dev.smalti.processor.hint.Hints;
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
    return apply(function, Hints.unwanted());
  }

  @Override
  public Function apply(Function function, Hints hints) {
    VariableFacts facts = new VariableFacts(function);
    ExtentBounds bounds = new ExtentBounds(function, facts);
    KeptTiles kept = new KeptTiles(function, bounds, hints);
    Function spread = new CheapValues(facts, bounds).function(function);
    Function fused = new Fuser(new VariableFacts(spread), kept).function(spread);
    kept.report();
    return fused;
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
    private final KeptTiles kept;

    /** Uses that came about since, as a tree was put into another one several times. */
    private final Map<String, Integer> more = new HashMap<>();

    Fuser(VariableFacts facts, KeptTiles kept) {
      this.facts = facts;
      this.kept = kept;
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
      Move move = new Move(variable, tile, facts);
      int uses = facts.uses(variable) + more.getOrDefault(variable.name(), 0);
      if (tile instanceof Tile.Reduce || facts.isAssigned(variable) || uses == 0) {
        return false;
      }
      if (tile instanceof Tile.Whole) {
        kept.leave(variable, Obstacle.WHOLE);
        return false;
      }
      if (uses > 1 && !move.mayRepeat()) {
        kept.leave(variable, Obstacle.PRODUCT);
        return false;
      }
      for (int i = at + 1; i < statements.size(); i++) {
        Stmt stmt = statements.get(i);
        if (Effects.of(stmt, facts).variables().contains(variable.name())) {
          Optional<Obstacle> obstacle = into(stmt, move, variable, uses);
          if (obstacle.isPresent()) {
            return false;
          }
          statements.set(i, Origins.merge(move.into(stmt), List.of(let.origin())));
          TileTrees.refs(tile).forEach(read -> more.merge(read.name(), uses - 1, Integer::sum));
          kept.move(variable);
          return true;
        }
        Optional<Obstacle> between = move.between(stmt);
        if (between.isPresent()) {
          kept.leave(variable, between.get(), stmt);
          return false;
        }
      }
      return false;
    }

    /** What keeps the tile out of a statement that uses it. */
    private Optional<Obstacle> into(Stmt stmt, Move move, Variable variable, int uses) {
      long here = uses(stmt, variable);
      if (here == uses) {
        Optional<Obstacle> obstacle = move.obstacle(stmt);
        obstacle.ifPresent(found -> kept.leave(variable, found, stmt));
        return obstacle;
      }
      if (here == 0) {
        kept.leave(variable, Obstacle.INNER_BLOCK, stmt);
        return Optional.of(Obstacle.INNER_BLOCK);
      }
      kept.leave(variable, Obstacle.SEVERAL_USES);
      return Optional.of(Obstacle.SEVERAL_USES);
    }

    private static long uses(Stmt stmt, Variable variable) {
      return Consumer.tile(stmt).stream()
          .flatMap(tile -> TileTrees.refs(tile).stream())
          .filter(read -> read.name().equals(variable.name()))
          .count();
    }
  }
}
