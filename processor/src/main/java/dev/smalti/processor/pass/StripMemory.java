package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether statements that run strip by strip find in memory what they would find otherwise. The
 * coordinates decide, on whatever rank the memory is: a rank may be its own peer.
 */
final class StripMemory {
  /**
   * What is read or written.
   *
   * @param stripped whether a strip of it at a time
   */
  private record Access(String root, boolean writes, boolean stripped, Optional<Region> region) {}

  private final StripSplit split;
  private final VariableFacts facts;
  private final List<Access> accesses = new ArrayList<>();
  private final Set<String> varying = new HashSet<>();

  StripMemory(StripSplit split, VariableFacts facts) {
    this.split = split;
    this.facts = facts;
  }

  /** Whether no strip reads or writes what another one writes. */
  boolean keepsOrder(List<Stmt> body) {
    Collector collector = new Collector();
    body.forEach(collector::stmt);
    return accesses.stream()
        .filter(Access::writes)
        .allMatch(write -> accesses.stream().allMatch(other -> isApart(write, other)));
  }

  private boolean isApart(Access write, Access other) {
    if (!write.root().equals(other.root())) {
      return true;
    }
    if (write.region().isEmpty() || other.region().isEmpty()) {
      return false;
    }
    Region a = write.region().get();
    Region b = other.region().get();
    int axis = split.axis().axis(a.offsets().size());
    boolean together =
        write.stripped()
            && other.stripped()
            && isFixed(a.offsets().get(axis))
            && a.offsets().get(axis).equals(b.offsets().get(axis));
    return together || isFixed(a) && isFixed(b) && a.isDisjointFrom(b);
  }

  private boolean isFixed(Region region) {
    return region.offsets().stream().allMatch(this::isFixed)
        && region.extents().stream().allMatch(this::isFixed);
  }

  /** Whether it is the same throughout the statements. */
  private boolean isFixed(Dim dim) {
    return dim.names().stream().noneMatch(varying::contains);
  }

  private final class Collector extends IrVisitor {
    @Override
    public void stmt(Stmt stmt) {
      super.stmt(stmt);
      switch (stmt) {
        case Stmt.Let s when s.value() instanceof Tile tile -> loads(s.variable(), tile);
        case Stmt.Assign s when s.value() instanceof Tile tile -> loads(s.variable(), tile);
        case Stmt.Store s -> {
          strip(s.value());
          note(s.target(), true, true, Region.of(s, facts));
        }
        case Stmt.RemoteStore s -> {
          strip(s.value());
          note(s.target(), true, true, Region.of(s, facts));
        }
        default -> {}
      }
    }

    private void loads(Variable variable, Tile tile) {
      if (split.contains(variable)) {
        strip(tile);
      } else {
        whole(tile);
      }
    }

    @Override
    public void define(Variable variable) {
      varying.add(variable.name());
    }

    @Override
    public void assign(Variable variable) {
      varying.add(variable.name());
    }

    private void whole(Tile tile) {
      load(tile, false);
      TileTrees.operands(tile).forEach(this::whole);
    }

    private void strip(Tile tile) {
      if (split.axis().extent(tile.type()).isConstant(1)) {
        whole(tile);
      } else if (tile instanceof Tile.Matmul e) {
        strip(e.accumulator());
        strip(e.left());
        whole(e.right());
      } else if (tile instanceof Tile.Whole e) {
        for (int i = 0; i < e.operands().size(); i++) {
          if (StripSplit.hasRowsOf(e, i)) {
            strip(e.operands().get(i));
          } else {
            whole(e.operands().get(i));
          }
        }
      } else {
        load(tile, true);
        TileTrees.operands(tile).forEach(this::strip);
      }
    }

    private void load(Tile tile, boolean stripped) {
      switch (tile) {
        case Tile.Load e -> note(e.source(), false, stripped, Region.of(e, facts));
        case Tile.RemoteLoad e -> note(e.source(), false, stripped, Region.of(e, facts));
        default -> {}
      }
    }

    @Override
    public void scalar(Scalar scalar) {
      if (scalar instanceof Scalar.ReadElement e) {
        note(e.tensor(), false, false, Region.element(e.tensor(), e.indices(), facts));
      }
      super.scalar(scalar);
    }

    private void note(Variable memory, boolean writes, boolean stripped, Optional<Region> region) {
      accesses.add(new Access(facts.root(memory), writes, stripped, region));
    }
  }
}
