package dev.smalti.processor.pass;

import dev.smalti.processor.hint.Hints;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.FreshNames;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrRewriter;
import dev.smalti.processor.ir.Stmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Turns runs of statements that treat each row alike into one loop over the rows, so that a tile of
 * many rows is needed one row at a time.
 *
 * <p>Needs one operation a statement. A run has loads, fills, element-wise operations, row
 * reductions and stores of tiles with the same number of valid rows, which is not the constant 1
 * and is proved to be positive; it ends at communication, at a tile that lives on, at a column
 * reduction, and where a load and a store may touch the same memory at different rows. Definitions
 * that do not depend on the run move in front of it; a row of memory that one statement reads, such
 * as a row of weights, is loaded for each row.
 *
 * <p>Guarantees: the same values; communication and everything that is not part of a run in the
 * same order; inside the loop every tile has one row. Loads and stores that fail still fail,
 * perhaps after some rows were stored.
 */
public final class FuseRows implements Pass {
  @Override
  public String name() {
    return "fuse-rows";
  }

  @Override
  public Function apply(Function function) {
    return apply(function, Hints.unwanted());
  }

  @Override
  public Function apply(Function function, Hints hints) {
    VariableFacts facts = new VariableFacts(function);
    return new Fuser(facts, new ExtentBounds(function, facts), new FreshNames(function), hints)
        .function(function);
  }

  private static final class Fuser extends IrRewriter {
    private final VariableFacts facts;
    private final ExtentBounds bounds;
    private final FreshNames names;
    private final Hints hints;

    Fuser(VariableFacts facts, ExtentBounds bounds, FreshNames names, Hints hints) {
      this.facts = facts;
      this.bounds = bounds;
      this.names = names;
      this.hints = hints;
    }

    @Override
    public Block block(Block block) {
      Block inner = super.block(block);
      List<Stmt> before = inner.statements();
      List<Stmt> after = new ArrayList<>();
      int next = 0;
      while (next < before.size()) {
        Optional<RowRun> run =
            RowRun.longest(before.subList(next, before.size()), facts, bounds, hints);
        if (run.isPresent()) {
          after.addAll(run.get().hoisted());
          after.add(run.get().loop(names));
          next += run.get().length();
        } else {
          after.add(before.get(next));
          next++;
        }
      }
      return after.size() == before.size() && next == after.size() && after.equals(before)
          ? inner
          : new Block(after);
    }
  }
}
