package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Every read and write of memory in one function, with the loops around it. */
final class MemoryOrder {
  private record Access(
      String root,
      boolean writes,
      boolean scattered,
      Optional<Region> region,
      Stmt statement,
      int position,
      List<Stmt> loops) {
    Access {
      loops = List.copyOf(loops);
    }
  }

  private final VariableFacts facts;
  private final ExtentBounds bounds;
  private final List<Access> accesses = new ArrayList<>();
  private final IdentityHashMap<Stmt, Set<String>> varying = new IdentityHashMap<>();
  private boolean opaque;

  MemoryOrder(Function function) {
    facts = new VariableFacts(function);
    bounds = new ExtentBounds(function, facts);
    new Collector().function(function);
  }

  /** Whether all that is read of one memory is unchanged even if the other is the same memory. */
  boolean readsInitial(String read, String written) {
    List<Access> reads = accesses.stream().filter(a -> a.root().equals(read)).toList();
    List<Access> writes =
        accesses.stream().filter(a -> a.root().equals(written) && a.writes()).toList();
    return !opaque
        && reads.stream().noneMatch(Access::writes)
        && reads.stream().allMatch(r -> writes.stream().allMatch(w -> isUnchanged(r, w, 0)));
  }

  /** Whether a read sees nothing of a write, given one round of the outermost common loops. */
  private boolean isUnchanged(Access read, Access write, int depth) {
    boolean common =
        depth < read.loops().size()
            && depth < write.loops().size()
            && read.loops().get(depth) == write.loops().get(depth);
    if (!common) {
      return isApart(read, write)
          || (read.statement() == write.statement()
              ? !read.scattered()
                  && read.region().isPresent()
                  && write.region().isPresent()
                  && isSameBox(read.region().get(), write.region().get())
              : read.position() < write.position());
    }
    Stmt loop = read.loops().get(depth);
    if (isFixed(read, loop) && isFixed(write, loop) && isApart(read, write)) {
      return true;
    }
    return loop instanceof Stmt.For counted
        && roundsAreApart(counted, read, write)
        && isUnchanged(read, write, depth + 1);
  }

  private static boolean isSameBox(Region a, Region b) {
    return a.offsets().equals(b.offsets()) && a.extents().equals(b.extents());
  }

  private static boolean isApart(Access a, Access b) {
    return a.region().isPresent()
        && b.region().isPresent()
        && a.region()
            .get()
            .isDisjointFrom(
                new Region(a.root(), b.region().get().offsets(), b.region().get().extents()));
  }

  /** Whether the box is the same in each round of a loop. */
  private boolean isFixed(Access access, Stmt loop) {
    return access.region().isPresent()
        && access.region().get().offsets().stream().allMatch(d -> isFixed(d, loop))
        && access.region().get().extents().stream().allMatch(d -> isFixed(d, loop));
  }

  private boolean isFixed(Dim dim, Stmt loop) {
    return dim.names().stream().noneMatch(varying.getOrDefault(loop, Set.of())::contains);
  }

  /** Whether the boxes of different rounds share nothing: they move on by more than they cover. */
  private boolean roundsAreApart(Stmt.For loop, Access a, Access b) {
    if (a.region().isEmpty() || b.region().isEmpty() || facts.isAssigned(loop.variable())) {
      return false;
    }
    Optional<Dim> step = facts.dim(loop.step());
    if (step.isEmpty() || !isFixed(step.get(), loop)) {
      return false;
    }
    Region x = a.region().get();
    Region y = b.region().get();
    for (int axis = 0; axis < x.offsets().size(); axis++) {
      Dim offset = x.offsets().get(axis);
      Dim start = offset.substitute(at(loop.variable().name(), Dim.ZERO));
      Dim pace = offset.substitute(at(loop.variable().name(), Dim.ONE)).minus(start);
      Dim line = pace.times(Dim.named(loop.variable().name())).plus(start);
      Dim stride = pace.times(step.get());
      if (offset.equals(y.offsets().get(axis))
          && line.equals(offset)
          && isFixed(start, loop)
          && isFixed(pace, loop)
          && bounds.isAtMost(x.extents().get(axis), stride)
          && bounds.isAtMost(y.extents().get(axis), stride)) {
        return true;
      }
    }
    return false;
  }

  private static java.util.function.Function<String, Dim> at(String name, Dim value) {
    return other -> other.equals(name) ? value : Dim.named(other);
  }

  private final class Collector extends IrVisitor {
    private final List<Stmt> loops = new ArrayList<>();
    private List<Stmt> statement = List.of();
    private int position;

    /** Above 0 in a factor of a product, which is read while other elements are written. */
    private int factors;

    @Override
    public void stmt(Stmt stmt) {
      position++;
      List<Stmt> outer = statement;
      statement = List.of(stmt);
      switch (stmt) {
        case Stmt.For _, Stmt.While _ -> loop(stmt);
        case Stmt.Call _, Stmt.ForEachRank _ -> opaque = true;
        default -> super.stmt(stmt);
      }
      write(stmt);
      statement = outer;
    }

    private void loop(Stmt stmt) {
      varying.put(stmt, definedIn(stmt));
      loops.add(stmt);
      super.stmt(stmt);
      loops.removeLast();
    }

    private void write(Stmt stmt) {
      switch (stmt) {
        case Stmt.Store s -> note(s.target(), true, Region.of(s, facts));
        case Stmt.WriteElement s ->
            note(s.target(), true, Region.element(s.target(), s.indices(), facts));
        case Stmt.Transfer s -> {
          note(s.local(), s.way() == Stmt.Way.GET, Optional.empty());
          note(s.window(), s.way() != Stmt.Way.GET, Optional.empty());
        }
        default -> {}
      }
    }

    @Override
    public void tile(Tile tile) {
      if (tile instanceof Tile.Load load) {
        note(load.source(), false, Region.of(load, facts));
      }
      if (tile instanceof Tile.Matmul product) {
        tile(product.accumulator());
        factors++;
        tile(product.left());
        tile(product.right());
        factors--;
      } else {
        super.tile(tile);
      }
    }

    @Override
    public void scalar(Scalar scalar) {
      if (scalar instanceof Scalar.ReadElement e) {
        note(e.tensor(), false, Region.element(e.tensor(), e.indices(), facts));
      }
      super.scalar(scalar);
    }

    private void note(Variable memory, boolean writes, Optional<Region> region) {
      accesses.add(
          new Access(
              facts.root(memory),
              writes,
              factors > 0,
              region,
              statement.getFirst(),
              position,
              loops));
    }
  }

  /** Names whose value may differ from round to round. */
  private static Set<String> definedIn(Stmt loop) {
    Set<String> names = new HashSet<>();
    new IrVisitor() {
      @Override
      public void define(Variable variable) {
        names.add(variable.name());
      }

      @Override
      public void assign(Variable variable) {
        names.add(variable.name());
      }

      @Override
      public void expr(Expr expr) {}
    }.stmt(loop);
    return names;
  }
}
