package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.FreshNames;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrRewriter;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gives a tile variable that is assigned again in the block that defines it another name from there
 * on: {@code y = x.load(); y = y.mul(2); y = y.add(1)} becomes three variables with one value each,
 * which the fusing passes can take apart.
 *
 * <p>The other way round, a variable that takes over the value of one that nobody uses from there
 * on is that one: what a helper returns is not copied into a variable of its caller.
 *
 * <p>Needs names that are unique in the function. Guarantees that an assignment that is left stands
 * in another block than its variable's definition, under a branch or in a loop.
 */
public final class SplitVariables implements Pass {
  @Override
  public String name() {
    return "split-variables";
  }

  @Override
  public Function apply(Function function) {
    return new Splitter(new FreshNames(function)).function(function);
  }

  private static final class Splitter extends IrRewriter {
    private final FreshNames names;
    private final Map<String, Variable> current = new HashMap<>();

    Splitter(FreshNames names) {
      this.names = names;
    }

    @Override
    public Block block(Block block) {
      Set<String> here = new HashSet<>();
      List<Stmt> statements = new ArrayList<>();
      boolean same = true;
      for (int i = 0; i < block.statements().size(); i++) {
        Stmt stmt = block.statements().get(i);
        List<Stmt> rest = block.statements().subList(i + 1, block.statements().size());
        if (inherits(stmt, here, rest)) {
          same = false;
          continue;
        }
        Stmt rewritten =
            stmt instanceof Stmt.Assign assign && here.contains(assign.variable().name())
                ? split(assign)
                : stmt(stmt);
        if (stmt instanceof Stmt.Let let && let.variable().type() instanceof TileType) {
          here.add(let.variable().name());
        }
        same &= rewritten == stmt;
        statements.add(rewritten);
      }
      return same ? block : new Block(statements);
    }

    /** Whether a definition only gives another name to a variable that nobody uses any more. */
    private boolean inherits(Stmt stmt, Set<String> here, List<Stmt> rest) {
      if (!(stmt instanceof Stmt.Let(Variable heir, Tile.Ref(Variable old), _))
          || !here.contains(old.name())
          || !heir.type().equals(old.type())
          || names(rest, old)) {
        return false;
      }
      current.put(heir.name(), variable(old));
      here.add(heir.name());
      return true;
    }

    private static boolean names(List<Stmt> statements, Variable variable) {
      var visitor =
          new IrVisitor() {
            private boolean found;

            @Override
            public void assign(Variable assigned) {
              found |= assigned.name().equals(variable.name());
            }

            @Override
            public void use(Variable used) {
              found |= used.name().equals(variable.name());
            }
          };
      statements.forEach(visitor::stmt);
      return visitor.found;
    }

    private Stmt split(Stmt.Assign assign) {
      var value = expr(assign.value());
      Variable next = names.variable(assign.variable().name(), assign.variable().type());
      current.put(assign.variable().name(), next);
      return new Stmt.Let(next, value, assign.origin());
    }

    @Override
    public Variable variable(Variable variable) {
      return current.getOrDefault(variable.name(), variable);
    }
  }
}
