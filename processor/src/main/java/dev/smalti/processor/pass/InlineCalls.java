package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.FreshNames;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.IrRewriter;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Puts the bodies of inline functions in the place of their calls.
 *
 * <p>Needs a table that has every inline function that is called. Guarantees: no call of an inline
 * function is left; every name is unique in the function; arguments are evaluated once, in order,
 * and bound to new variables (memory that has a name keeps it); symbols and element types of the
 * callee are those of the arguments; what came from a helper names its own place first, then the
 * call's. A call of any other function stays.
 */
public final class InlineCalls implements Pass {
  private final FunctionTable functions;

  /**
   * Makes the pass.
   *
   * @param functions where callees are found
   */
  public InlineCalls(FunctionTable functions) {
    this.functions = functions;
  }

  @Override
  public String name() {
    return "inline-calls";
  }

  /**
   * Inlines every call, also those in inlined bodies.
   *
   * @throws InlineException if inline functions are recursive or an argument does not fit
   */
  @Override
  public Function apply(Function function) {
    Set<FunctionId> path = new LinkedHashSet<>();
    path.add(function.id());
    Body body = new Body(new FreshNames(function), path);
    body.note(function.body());
    Function inlined = body.function(function);
    return body.usesRanks ? RanksSymbol.in(inlined) : inlined;
  }

  private final class Body extends IrRewriter {
    private final FreshNames names;
    private final Set<FunctionId> path;
    private final Set<String> assigned = new HashSet<>();
    private boolean usesRanks;

    Body(FreshNames names, Set<FunctionId> path) {
      this.names = names;
      this.path = path;
    }

    @Override
    public List<Stmt> expand(Stmt stmt) {
      if (stmt instanceof Stmt.Call call) {
        Optional<Function> callee =
            functions.find(call.callee()).filter(f -> f.kind() == FunctionKind.INLINE);
        if (callee.isPresent()) {
          return inline(call, callee.get());
        }
      }
      return super.expand(stmt);
    }

    private List<Stmt> inline(Stmt.Call call, Function callee) {
      if (path.contains(callee.id())) {
        throw new InlineException.Recursion(cycle(callee.id()), call.origin());
      }
      usesRanks |= callee.symbols().contains(Function.RANKS);
      Block spliced = new Block(new Splice(callee, call, names, assigned).statements());
      note(spliced);
      path.add(callee.id());
      Block inner = block(spliced);
      path.remove(callee.id());
      return inner.statements();
    }

    private void note(Block block) {
      new IrVisitor() {
        @Override
        public void assign(Variable variable) {
          assigned.add(variable.name());
        }
      }.block(block);
    }

    private List<FunctionId> cycle(FunctionId again) {
      List<FunctionId> cycle = new ArrayList<>(path);
      cycle.subList(0, cycle.indexOf(again)).clear();
      cycle.add(again);
      return cycle;
    }
  }

  /** Whether anything in the statements returns, other than as the very last step. */
  static boolean returnsEarly(Block block) {
    List<Stmt> all = block.statements();
    boolean[] early = {false};
    IrVisitor search =
        new IrVisitor() {
          @Override
          public void stmt(Stmt stmt) {
            early[0] |= stmt instanceof Stmt.Return;
            super.stmt(stmt);
          }

          @Override
          public void expr(Expr expr) {}
        };
    int end = !all.isEmpty() && all.getLast() instanceof Stmt.Return ? all.size() - 1 : all.size();
    all.subList(0, end).forEach(search::stmt);
    return early[0];
  }
}
