package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Variable;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Whether a statement communicates, or leaves the loop or function around it, on any path; if not,
 * only the variables it changes matter to what is communicated afterwards.
 */
final class Quiet extends IrVisitor {
  private final Frame frame;
  private final Set<Variable> defined = new LinkedHashSet<>();
  private final Set<Variable> changed = new LinkedHashSet<>();
  private boolean communicates;
  private int loops;

  private Quiet(Frame frame) {
    this.frame = frame;
  }

  static Quiet of(Frame frame, Stmt stmt) {
    Quiet quiet = new Quiet(frame);
    quiet.stmt(stmt);
    return quiet;
  }

  static Quiet of(Frame frame, Scalar scalar) {
    Quiet quiet = new Quiet(frame);
    quiet.scalar(scalar);
    return quiet;
  }

  boolean isQuiet() {
    return !communicates;
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
      case Stmt.Notify _,
          Stmt.Await _,
          Stmt.Barrier _,
          Stmt.RemoteStore _,
          Stmt.Call _,
          Stmt.ForEachRank _,
          Stmt.Return _ ->
          communicates = true;
      case Stmt.Break _, Stmt.Continue _ -> communicates |= loops == 0;
      case Stmt.For _, Stmt.While _ -> {
        loops++;
        super.stmt(stmt);
        loops--;
      }
      default -> super.stmt(stmt);
    }
  }

  @Override
  public void scalar(Scalar scalar) {
    if (!(scalar instanceof Scalar.Rank)) {
      super.scalar(scalar);
    }
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

  @Override
  public void use(Variable variable) {
    communicates |=
        variable.type() instanceof TensorType type
            && (type.isWindow()
                || frame.has(variable.name())
                    && frame.get(variable.name()) instanceof Memory memory
                    && memory.isWindow());
  }
}
