package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.FreshNames;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrRewriter;
import dev.smalti.processor.ir.Stmt;
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
      for (Stmt stmt : block.statements()) {
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
