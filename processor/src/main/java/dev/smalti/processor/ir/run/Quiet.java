package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Reach;
import dev.smalti.processor.ir.Reaches;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Variable;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What a statement does on any path: how far it reaches, whether it leaves the loop or function
 * around it, and what it changes. If it neither signals nor leaves, only the variables it changes
 * matter to who waits for whom afterwards.
 */
final class Quiet extends IrVisitor {
  private final Reach reach;
  private final Set<Variable> defined = new LinkedHashSet<>();
  private final Set<Variable> changed = new LinkedHashSet<>();
  private boolean leaves;
  private int loops;

  private Quiet(Reach reach) {
    this.reach = reach;
  }

  static Quiet of(Frame frame, Stmt stmt, Reaches reaches) {
    boolean names = stmt instanceof Stmt.Let let && let.value() instanceof Place;
    Quiet quiet = new Quiet(names ? Reach.OWN : reaches.of(stmt, frame::isWindow));
    quiet.stmt(stmt);
    return quiet;
  }

  /** Whether what follows can be told without it. */
  boolean canBePassedOver() {
    return reach != Reach.SIGNALS && !leaves;
  }

  /** Whether it touches windows. */
  boolean accesses() {
    return reach == Reach.ACCESSES;
  }

  /** Whether nothing of it is communicated. */
  boolean isQuiet() {
    return reach == Reach.OWN && !leaves;
  }

  /** What has another value afterwards. */
  Set<Variable> changed() {
    return changed;
  }

  /** Whether no scalar that lives on has another value afterwards. */
  boolean leavesScalars() {
    return changed.stream().allMatch(v -> defined.contains(v) || !(v.type() instanceof ScalarType));
  }

  @Override
  public void stmt(Stmt stmt) {
    switch (stmt) {
      case Stmt.ForEachRank _, Stmt.Return _ -> leaves = true;
      case Stmt.Break _, Stmt.Continue _ -> leaves |= loops == 0;
      default -> {}
    }
    boolean loop = stmt instanceof Stmt.For || stmt instanceof Stmt.While;
    loops += loop ? 1 : 0;
    super.stmt(stmt);
    loops -= loop ? 1 : 0;
  }

  @Override
  public void define(Variable variable) {
    defined.add(variable);
    changed.add(variable);
  }

  @Override
  public void assign(Variable variable) {
    changed.add(variable);
  }
}
