package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Variable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What of a function decides its communication: the rest is not in its skeleton. */
final class Relevance {
  private final DataDependent data;
  private final Set<String> needed = new HashSet<>();

  Relevance(Function function, DataDependent data) {
    this.data = data;
    int before;
    do {
      before = needed.size();
      collect(function.body());
    } while (needed.size() > before);
  }

  /** Whether a statement communicates, or leaves what is around it. */
  static boolean communicates(Stmt stmt) {
    boolean[] found = new boolean[1];
    new IrVisitor() {
      private int loops;

      @Override
      public void stmt(Stmt s) {
        switch (s) {
          case Stmt.Notify _,
              Stmt.Await _,
              Stmt.Barrier _,
              Stmt.RemoteStore _,
              Stmt.Call _,
              Stmt.ForEachRank _,
              Stmt.Return _ ->
              found[0] = true;
          case Stmt.Break _, Stmt.Continue _ -> found[0] |= loops == 0;
          default -> {}
        }
        boolean loop = s instanceof Stmt.For || s instanceof Stmt.While;
        loops += loop ? 1 : 0;
        super.stmt(s);
        loops -= loop ? 1 : 0;
      }

      @Override
      public void scalar(Scalar scalar) {
        if (!(scalar instanceof Scalar.Rank)) {
          super.scalar(scalar);
        }
      }

      @Override
      public void use(Variable variable) {
        found[0] |= variable.type() instanceof TensorType type && type.isWindow();
      }
    }.stmt(stmt);
    return found[0];
  }

  /** Whether a statement is in the skeleton. */
  boolean isRelevant(Stmt stmt) {
    return switch (stmt) {
      case Stmt.Let s -> isRelevant(s.variable(), s);
      case Stmt.Assign s -> isRelevant(s.variable(), s);
      case Stmt.For s -> communicates(s) || changes(s.body());
      case Stmt.While s -> communicates(s) || changes(s.body());
      case Stmt.If s -> communicates(s) || changes(s.then()) || changes(s.otherwise());
      default -> communicates(stmt);
    };
  }

  private boolean isRelevant(Variable variable, Stmt stmt) {
    return switch (variable.type()) {
      case ScalarType _ ->
          needed.contains(variable.name()) && data.isKnown(variable) || communicates(stmt);
      case TensorType _, SignalType _ -> true;
      default -> communicates(stmt);
    };
  }

  /** Whether statements give a known scalar that is needed its value; jumps alone do not count. */
  private boolean changes(Block block) {
    return block.statements().stream()
        .anyMatch(
            stmt ->
                switch (stmt) {
                  case Stmt.Let _, Stmt.Assign _ -> isRelevant(stmt);
                  case Stmt.For s -> changes(s.body());
                  case Stmt.While s -> changes(s.body());
                  case Stmt.If s -> changes(s.then()) || changes(s.otherwise());
                  default -> false;
                });
  }

  private void collect(Block block) {
    for (Stmt stmt : block.statements()) {
      if (isRelevant(stmt)) {
        collect(stmt);
      }
    }
  }

  private void collect(Stmt stmt) {
    switch (stmt) {
      case Stmt.For s -> {
        scalars(List.of(s.from(), s.to(), s.step()));
        collect(s.body());
      }
      case Stmt.While s -> {
        scalars(List.of(s.condition()));
        collect(s.body());
      }
      case Stmt.If s -> {
        scalars(List.of(s.condition()));
        collect(s.then());
        collect(s.otherwise());
      }
      case Stmt.ForEachRank s -> collect(s.body());
      default -> names().stmt(stmt);
    }
  }

  private void scalars(List<Scalar> scalars) {
    IrVisitor names = names();
    scalars.forEach(names::scalar);
  }

  private IrVisitor names() {
    return new IrVisitor() {
      @Override
      public void use(Variable variable) {
        needed.add(variable.name());
      }

      @Override
      public void assign(Variable variable) {
        needed.add(variable.name());
      }

      @Override
      public void dim(Dim dim) {
        needed.addAll(dim.names());
      }
    };
  }
}
