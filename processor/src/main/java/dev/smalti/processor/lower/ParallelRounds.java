package dev.smalti.processor.lower;

import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.Update;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * Whether two rounds of a parallel loop touch one element that one of them writes, where that is
 * certain: both boxes are written in every round, and their distance is a number.
 */
final class ParallelRounds {
  /** Rounds this far from each other are compared, a halo or a table of few rows. */
  private static final long FARTHEST = 64;

  private final Lowering lowering;
  private final Stmt.For loop;
  private final String counter;
  private final List<Access> accesses = new ArrayList<>();
  private final Set<String> unknown = new HashSet<>();

  /** A box of memory that every round touches; {@code adds} where writers may share elements. */
  private record Access(
      Variable root, List<Dim> offsets, List<Dim> extents, boolean writes, boolean adds, int line) {
    Access {
      offsets = List.copyOf(offsets);
      extents = List.copyOf(extents);
    }
  }

  /**
   * For one loop.
   *
   * @param counter its counter as it is written
   */
  ParallelRounds(Lowering lowering, Stmt.For loop, String counter) {
    this.lowering = lowering;
    this.loop = loop;
    this.counter = counter;
    collect(loop.body());
  }

  /** What two rounds do to each other, in words. */
  Optional<String> overlap() {
    OptionalLong step = constant(loop.step());
    if (step.isEmpty()) {
      return Optional.empty();
    }
    long most = Math.min(FARTHEST, mostDistance(step.getAsLong()));
    for (Access write : accesses) {
      for (Access other : accesses) {
        if (write.writes()
            && !(write.adds() && other.adds())
            && write.root().equals(other.root())) {
          for (long rounds = 1; rounds <= most; rounds++) {
            for (long distance : new long[] {rounds, -rounds}) {
              if (meet(write, other, distance * step.getAsLong())) {
                return Optional.of(text(write, other, rounds));
              }
            }
          }
        }
      }
    }
    return Optional.empty();
  }

  private String text(Access write, Access other, long rounds) {
    String apart = rounds == 1 ? "one after the other" : rounds + " rounds apart";
    return "two rounds of "
        + counter
        + ", "
        + apart
        + ", touch the same elements of "
        + write.root().name()
        + ": one writes them at line "
        + write.line()
        + ", the other "
        + (other.writes() ? "writes" : "reads")
        + " them at line "
        + other.line();
  }

  /** How many rounds the first and the last are apart; at least two rounds where nobody knows. */
  private long mostDistance(long step) {
    OptionalLong from = constant(loop.from());
    OptionalLong to = constant(loop.to());
    if (from.isEmpty() || to.isEmpty()) {
      return 1;
    }
    long distance =
        step > 0 ? to.getAsLong() - from.getAsLong() : from.getAsLong() - to.getAsLong();
    return Math.ceilDiv(distance, Math.abs(step)) - 1;
  }

  private OptionalLong constant(Scalar scalar) {
    return lowering.constant(scalar).stream()
        .mapToLong(value -> ((Number) value).longValue())
        .findFirst();
  }

  /** Whether the box of one round certainly meets that of a round whose counter is less by this. */
  private boolean meet(Access later, Access earlier, long by) {
    Dim counter = Dim.named(loop.variable().name());
    for (int axis = 0; axis < later.offsets().size(); axis++) {
      Dim from = later.offsets().get(axis).substitute(moved(counter.plus(Dim.of(by))));
      OptionalLong gap = from.minus(earlier.offsets().get(axis)).constant();
      if (gap.isEmpty()
          || !reaches(gap.getAsLong(), earlier.extents().get(axis))
          || !reaches(-gap.getAsLong(), later.extents().get(axis))) {
        return false;
      }
    }
    return true;
  }

  private Function<String, Dim> moved(Dim counter) {
    return name -> name.equals(loop.variable().name()) ? counter : Dim.named(name);
  }

  private static boolean reaches(long gap, Dim extent) {
    return gap <= 0 || extent.constant().isPresent() && gap < extent.constant().getAsLong();
  }

  // ---- what every round does

  private void collect(Block block) {
    for (Stmt stmt : block.statements()) {
      switch (stmt) {
        case Stmt.Let s -> {
          reads(s.value(), s);
          if (s.value() instanceof Scalar scalar && lowering.dimOf(scalar).isEmpty()) {
            unknown.add(s.variable().name());
          }
        }
        case Stmt.Assign s -> reads(s.value(), s);
        case Stmt.Store s -> {
          reads(s.value(), s);
          List<Dim> box = s.value().type().box(s.offsets().size());
          note(s.target(), s.offsets(), box, true, s.update() == Update.ADD, s);
        }
        case Stmt.WriteElement s ->
            note(s.target(), s.indices(), ones(s.indices()), true, false, s);
        case Stmt.For s when !leaves(s.body()) && !dependsOnCounter(s) -> collect(s.body());
        default -> {} // It may not happen in every round.
      }
    }
  }

  private boolean dependsOnCounter(Stmt.For inner) {
    return List.of(inner.from(), inner.to(), inner.step()).stream()
        .map(lowering::dimOf)
        .anyMatch(dim -> dim.isEmpty() || !isKnown(dim.get()) || names(dim.get()));
  }

  private boolean names(Dim dim) {
    return dim.names().contains(loop.variable().name());
  }

  private static boolean leaves(Block block) {
    boolean[] found = {false};
    new IrVisitor() {
      @Override
      public void stmt(Stmt stmt) {
        found[0] |= stmt instanceof Stmt.Break || stmt instanceof Stmt.Continue;
        super.stmt(stmt);
      }
    }.block(block);
    return found[0];
  }

  private void reads(Expr value, Stmt stmt) {
    if (value instanceof Tile.Load load) {
      note(load.source(), load.offsets(), load.valid(), false, false, stmt);
    }
  }

  private static List<Dim> ones(List<Scalar> indices) {
    return indices.stream().map(_ -> Dim.ONE).toList();
  }

  private void note(
      Variable memory,
      List<Scalar> offsets,
      List<Dim> extents,
      boolean writes,
      boolean adds,
      Stmt stmt) {
    List<Dim> at = new ArrayList<>();
    for (Scalar offset : offsets) {
      Optional<Dim> dim = lowering.dimOf(offset).filter(this::isKnown);
      if (dim.isEmpty()) {
        return;
      }
      at.add(dim.get());
    }
    inRoot(new Access(memory, at, extents, writes, adds, stmt.origin().line()));
  }

  /** Whether the value is the same in all rounds, or follows from the counter. */
  private boolean isKnown(Dim dim) {
    return dim.names().stream().noneMatch(unknown::contains);
  }

  private void inRoot(Access access) {
    Place.View view = lowering.views.get(access.root());
    if (lowering.reshaped.containsKey(access.root())) {
      return; // It has other axes than its base.
    }
    if (view == null) {
      accesses.add(access);
      return;
    }
    List<Dim> at = new ArrayList<>();
    List<Dim> box = new ArrayList<>();
    for (int axis = 0; axis < view.offsets().size(); axis++) {
      Optional<Dim> start = lowering.dimOf(view.offsets().get(axis)).filter(this::isKnown);
      if (start.isEmpty()) {
        return;
      }
      int inner = axis - view.dropped();
      at.add(inner < 0 ? start.get() : start.get().plus(access.offsets().get(inner)));
      box.add(inner < 0 ? Dim.ONE : access.extents().get(inner));
    }
    inRoot(new Access(view.base(), at, box, access.writes(), access.adds(), access.line()));
  }
}
