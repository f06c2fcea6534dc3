package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrRewriter;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileFunction;
import dev.smalti.processor.ir.Variable;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A factor of a matrix product that is the transpose of a tile becomes that tile, read the other
 * way: {@code q.matmul(k.transpose())} needs no transposed copy.
 *
 * <p>Needs nothing. Guarantees: the same values; a transpose that only products used is gone.
 */
public final class FoldTransposes implements Pass {
  @Override
  public String name() {
    return "fold-transposes";
  }

  @Override
  public Function apply(Function function) {
    Folder folder = new Folder(new VariableFacts(function));
    Function folded = folder.function(function);
    return folded == function
        ? function
        : new Remover(folder.folded, new VariableFacts(folded)).function(folded);
  }

  private static final class Folder extends IrRewriter {
    private final VariableFacts facts;
    private final Set<String> folded = new HashSet<>();

    Folder(VariableFacts facts) {
      this.facts = facts;
    }

    @Override
    public Tile tile(Tile tile) {
      if (!(tile instanceof Tile.Matmul e)) {
        return super.tile(tile);
      }
      Optional<Tile> left = transposed(e.left());
      Optional<Tile> right = transposed(e.right());
      return left.isEmpty() && right.isEmpty()
          ? e
          : new Tile.Matmul(
              e.accumulator(),
              left.orElse(e.left()),
              e.leftTransposed() != left.isPresent(),
              right.orElse(e.right()),
              e.rightTransposed() != right.isPresent(),
              e.type());
    }

    /** What a factor is the transpose of, where neither is ever assigned again. */
    private Optional<Tile> transposed(Tile factor) {
      if (factor instanceof Tile.Ref(Variable variable)
          && !facts.isAssigned(variable)
          && facts.value(variable.name()).orElse(null) instanceof Tile.Whole whole
          && whole.function() == TileFunction.TRANSPOSE
          && whole.operands().getFirst() instanceof Tile.Ref source
          && !facts.isAssigned(source.variable())) {
        folded.add(variable.name());
        return Optional.of(source);
      }
      return Optional.empty();
    }
  }

  /** Leaves out what nothing uses any more. */
  private static final class Remover extends IrRewriter {
    private final Set<String> folded;
    private final VariableFacts facts;

    Remover(Set<String> folded, VariableFacts facts) {
      this.folded = folded;
      this.facts = facts;
    }

    @Override
    public List<Stmt> expand(Stmt stmt) {
      return stmt instanceof Stmt.Let(Variable variable, Expr _, var _)
              && folded.contains(variable.name())
              && facts.uses(variable) == 0
          ? List.of()
          : super.expand(stmt);
    }
  }
}
