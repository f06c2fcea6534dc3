package dev.smalti.processor.pass;

import dev.smalti.processor.hint.Hints;
import dev.smalti.processor.hint.Places;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.FreshNames;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrRewriter;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Puts a loop over strips around statements that keep a tile which is too large for the scratch of
 * a core, or of which that is not known, so that a strip of it is kept at a time: some rows, or
 * some columns of a row.
 *
 * <p>Needs a function after fusion: every tile variable is materialised. The statements are those
 * from the definition of the tile to its last use, loops and branches included, if each of them
 * treats all rows, or all columns, alike: element-wise operations, reductions and products along
 * the other axis. Loads and stores, those of peers too, become loads and stores of the strip. There
 * is no signal among them, no way out, and nothing that reads at one strip what is written at
 * another.
 *
 * <p>Guarantees: the same values; signals, and everything that stands outside of these statements,
 * in the same order. Between two signals the data of peers is read and written strip by strip.
 * Loads and stores that fail still fail, perhaps after some strips were stored.
 */
public final class StripMine implements Pass {
  /** What a tile of known size may take without being looked at, in bytes. */
  private static final long SMALL = 32 * 1024;

  private final int elements;

  /** With strips that stay in the first cache. */
  public StripMine() {
    this(StripSize.ELEMENTS);
  }

  /** With strips of another size, so that small tiles have several of them. */
  StripMine(int elements) {
    this.elements = elements;
  }

  @Override
  public String name() {
    return "strip-mine";
  }

  @Override
  public Function apply(Function function) {
    return apply(function, Hints.unwanted());
  }

  @Override
  public Function apply(Function function, Hints hints) {
    Set<String> tried = new HashSet<>();
    Function current = function;
    while (true) {
      Miner miner = new Miner(current, elements, tried, hints);
      Function mined = miner.function(current);
      if (!miner.changed) {
        return current;
      }
      current = mined;
    }
  }

  /** Makes one loop over strips, the first that it can. */
  private static final class Miner extends IrRewriter {
    private final int elements;
    private final Set<String> tried;
    private final Hints hints;
    private final VariableFacts facts;
    private final ExtentBounds bounds;
    private final FreshNames names;

    /** Whether what is known to be needed is more than there is. */
    private final boolean over;

    private boolean changed;

    Miner(Function function, int elements, Set<String> tried, Hints hints) {
      this.elements = elements;
      this.tried = tried;
      this.hints = hints;
      this.facts = new VariableFacts(function);
      this.bounds = new ExtentBounds(function, facts);
      this.names = new FreshNames(function);
      this.over = ScratchPlan.of(function).overBudget(ScratchPlan.DEFAULT_BUDGET).isPresent();
    }

    @Override
    public Block block(Block block) {
      List<Stmt> statements = block.statements();
      for (int at = 0; at < statements.size() && !changed; at++) {
        if (statements.get(at) instanceof Stmt.Let let
            && let.value() instanceof Tile
            && isLarge(let.variable())) {
          Optional<StripRun> run = run(statements, at, let.variable());
          if (run.isPresent()) {
            changed = true;
            return new Block(strips(statements, run.get()));
          }
        }
      }
      return changed ? block : super.block(block);
    }

    private List<Stmt> strips(List<Stmt> statements, StripRun run) {
      List<Stmt> all = new ArrayList<>(statements.subList(0, run.from()));
      all.addAll(run.loop(names));
      all.addAll(statements.subList(run.to() + 1, statements.size()));
      return all;
    }

    private boolean isLarge(Variable tile) {
      TileType type = tile.tile();
      OptionalLong rows = bounds.most(type.validRows());
      OptionalLong columns = bounds.most(type.validColumns());
      if (rows.isEmpty() || columns.isEmpty()) {
        return true;
      }
      long bytes = ((Element) type.element()).bytes();
      return over && rows.getAsLong() * columns.getAsLong() > SMALL / bytes;
    }

    /** Whether its shape has room for no more than a strip: taking it apart costs nothing. */
    private boolean isOneStrip(Variable tile) {
      OptionalLong rows = bounds.most(tile.tile().rows());
      OptionalLong columns = bounds.most(tile.tile().columns());
      return rows.isPresent()
          && columns.isPresent()
          && rows.getAsLong() * columns.getAsLong() <= elements;
    }

    private Optional<StripRun> run(List<Stmt> statements, int at, Variable tile) {
      for (StripAxis axis : StripAxis.values()) {
        if (tried.add(tile.name() + " " + axis)) {
          Optional<StripRun> run = StripRun.of(statements, at, axis, elements, facts, bounds);
          if (run.isPresent()) {
            run.get().split().names().forEach(hints::strips);
            if (!isOneStrip(tile)) {
              run.get().report(tile, hints);
            }
            run.get().split().names().forEach(name -> tried.add(name + " " + axis));
            return run;
          }
        }
      }
      if (!tile.tile().rows().isConstant(1) && !tile.tile().columns().isConstant(1)) {
        hints.whole(tile, Places.operation(statements.get(at).origin()));
      }
      return Optional.empty();
    }
  }
}
