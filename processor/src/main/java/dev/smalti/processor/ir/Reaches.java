package dev.smalti.processor.ir;

import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds how far statements reach, through calls. A loop that may run until another rank has changed
 * a cell or an element of a window waits for it, so it signals.
 */
public final class Reaches {
  private final FunctionTable functions;
  private final IdentityHashMap<Function, Reach> known = new IdentityHashMap<>();

  /**
   * For functions of one table.
   *
   * @param functions where callees are found; one that is not there is taken to signal
   */
  public Reaches(FunctionTable functions) {
    this.functions = functions;
  }

  /** How far a statement reaches. */
  public Reach of(Stmt stmt) {
    return of(stmt, Reaches::isWindow);
  }

  /**
   * How far a statement reaches.
   *
   * @param isWindow also of what is declared as a tensor, where that is known
   */
  public Reach of(Stmt stmt, Predicate<Variable> isWindow) {
    Walk walk = new Walk(isWindow);
    walk.stmt(stmt);
    return walk.reach;
  }

  /** How far the evaluation of a scalar reaches. */
  public Reach of(Scalar scalar, Predicate<Variable> isWindow) {
    Walk walk = new Walk(isWindow);
    walk.scalar(scalar);
    return walk.reach;
  }

  private static boolean isWindow(Variable variable) {
    return variable.type() instanceof TensorType type && type.isWindow();
  }

  /** How far the body of a function reaches. */
  private Reach of(Function function) {
    Reach before = known.get(function);
    if (before != null) {
      return before;
    }
    known.put(function, Reach.SIGNALS); // Helpers are not recursive; if one were, it is this.
    Walk walk = new Walk(Reaches::isWindow);
    walk.block(function.body());
    known.put(function, walk.reach);
    return walk.reach;
  }

  private final class Walk extends IrVisitor {
    private final Predicate<Variable> isWindow;
    private Reach reach = Reach.OWN;
    private int whiles;

    Walk(Predicate<Variable> isWindow) {
      this.isWindow = isWindow;
    }

    private void reaches(Reach more) {
      reach = reach.and(more);
    }

    @Override
    public void stmt(Stmt stmt) {
      switch (stmt) {
        case Stmt.Notify _, Stmt.Await _, Stmt.Barrier _, Stmt.Announce _ -> reaches(Reach.SIGNALS);
        case Stmt.PutTask _, Stmt.Submit _, Stmt.Callback _ -> reaches(Reach.SIGNALS);
        case Stmt.RemoteStore _, Stmt.Transfer _ -> reaches(Reach.ACCESSES);
        case Stmt.Call call -> {
          Optional<Function> callee = functions.find(call.callee());
          reaches(callee.map(Reaches.this::of).orElse(Reach.SIGNALS));
        }
        default -> {}
      }
      boolean loops = stmt instanceof Stmt.While;
      whiles += loops ? 1 : 0;
      super.stmt(stmt);
      whiles -= loops ? 1 : 0;
    }

    @Override
    public void tile(Tile tile) {
      if (tile instanceof Tile.RemoteLoad) {
        reaches(Reach.ACCESSES);
      }
      super.tile(tile);
    }

    @Override
    public void scalar(Scalar scalar) {
      switch (scalar) {
        case Scalar.Rank _ -> {}
        case Scalar.ReadCell _ when whiles > 0 -> reaches(Reach.SIGNALS);
        case Scalar.ReadElement e when whiles > 0 && isWindow.test(e.tensor()) ->
            reaches(Reach.SIGNALS);
        default -> super.scalar(scalar);
      }
    }

    /** What is before a task decides when it may run. */
    @Override
    public void tasks(Tasks tasks) {
      reaches(Reach.SIGNALS);
      super.tasks(tasks);
    }

    @Override
    public void use(Variable variable) {
      if (isWindow.test(variable)) {
        reaches(Reach.ACCESSES);
      }
    }
  }
}
