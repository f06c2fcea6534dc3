package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tasks;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.Variable;
import java.util.HashSet;
import java.util.Set;

/** What running a statement, with everything in it, or evaluating an expression may do. */
final class Effects {
  private final VariableFacts facts;
  private final Set<String> reads = new HashSet<>();
  private final Set<String> writes = new HashSet<>();
  private final Set<String> variables = new HashSet<>();
  private final Set<String> assigns = new HashSet<>();
  private boolean communicates;
  private boolean touchesWindow;
  private boolean leaves;

  private Effects(VariableFacts facts) {
    this.facts = facts;
  }

  static Effects of(Stmt stmt, VariableFacts facts) {
    Effects effects = new Effects(facts);
    effects.new Collector().stmt(stmt);
    return effects;
  }

  static Effects of(Expr expr, VariableFacts facts) {
    Effects effects = new Effects(facts);
    effects.new Collector().expr(expr);
    return effects;
  }

  /** Roots of own memory of which elements are read. */
  Set<String> reads() {
    return reads;
  }

  /** Roots of memory of which elements may change; a peer may be this rank itself. */
  Set<String> writes() {
    return writes;
  }

  /** Names of variables whose values are read, in extents too. */
  Set<String> variables() {
    return variables;
  }

  /** Names of variables that take another value. */
  Set<String> assigns() {
    return assigns;
  }

  /** Whether it talks to other ranks, looks at a cell, or runs a task that may. */
  boolean communicates() {
    return communicates;
  }

  /** Whether it reads or writes the own instance of a window. */
  boolean touchesWindow() {
    return touchesWindow;
  }

  /** Whether control may go elsewhere than to the next statement. */
  boolean leaves() {
    return leaves;
  }

  private void read(Variable memory) {
    reads.add(facts.root(memory));
    touchesWindow |= memory.tensor().isWindow();
  }

  private void write(Variable memory) {
    writes.add(facts.root(memory));
    touchesWindow |= memory.tensor().isWindow();
  }

  private final class Collector extends IrVisitor {
    @Override
    public void stmt(Stmt stmt) {
      switch (stmt) {
        case Stmt.Store s -> write(s.target());
        case Stmt.WriteElement s -> write(s.target());
        case Stmt.RemoteStore s -> {
          write(s.target());
          communicates = true;
        }
        case Stmt.Transfer s -> {
          read(s.way() == Stmt.Way.GET ? s.window() : s.local());
          write(s.way() == Stmt.Way.GET ? s.local() : s.window());
          communicates = true;
        }
        case Stmt.Notify _,
            Stmt.Await _,
            Stmt.Barrier _,
            Stmt.Announce _,
            Stmt.Require _, // Nothing of what follows it comes before.
            Stmt.Call _,
            Stmt.PutTask _,
            Stmt.Submit _,
            Stmt.Callback _,
            Stmt.ForEachRank _ ->
            communicates = true;
        case Stmt.Break _, Stmt.Continue _, Stmt.Return _ -> leaves = true;
        case Stmt.Let _, Stmt.Assign _, Stmt.For _, Stmt.While _, Stmt.If _ -> {}
      }
      super.stmt(stmt);
    }

    @Override
    public void scalar(Scalar scalar) {
      switch (scalar) {
        case Scalar.ReadElement e -> read(e.tensor());
        case Scalar.ReadCell _ -> communicates = true;
        default -> {}
      }
      super.scalar(scalar);
    }

    @Override
    public void tile(Tile tile) {
      switch (tile) {
        case Tile.Load e -> read(e.source());
        case Tile.RemoteLoad e -> {
          read(e.source());
          communicates = true;
        }
        default -> {}
      }
      super.tile(tile);
    }

    @Override
    public void tasks(Tasks tasks) {
      communicates = true;
      super.tasks(tasks);
    }

    @Override
    public void use(Variable variable) {
      variables.add(variable.name());
    }

    @Override
    public void assign(Variable variable) {
      assigns.add(variable.name());
    }

    @Override
    public void dim(Dim dim) {
      variables.addAll(dim.names());
    }
  }
}
