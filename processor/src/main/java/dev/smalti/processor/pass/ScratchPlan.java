package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * Where the tiles of one compiled function live while it runs: in numbered arrays of the core, one
 * series of numbers an element type, shared by what is not needed at the same time.
 *
 * <p>Needs a function after all passes, with known element types. A tile variable has one slot for
 * all its values, as long as its valid box has elements, row-major without gaps; a tile of one
 * element has none, it is a local variable of the generated code. Two tiles share a slot only if no
 * statement needs both: a statement's result never lies where its operands do, except for a
 * variable that is assigned from itself.
 */
public final class ScratchPlan {
  /** Half of a second-level cache of 512 KiB, in bytes. */
  public static final long DEFAULT_BUDGET = 256 * 1024;

  /**
   * An array of a core.
   *
   * @param element type of its elements; {@code BOOL} is an array of bytes
   * @param index number among the arrays of that type
   * @param length elements that this user needs, positive
   */
  public record Slot(Element element, int index, Dim length) {}

  /**
   * Arrays for rows on their way between memory and a loop of the scalar tier. The rows of one
   * statement pass through one at a time.
   *
   * @param loads a row for each {@code Load} and {@code RemoteLoad} in the statement's tile, in the
   *     order of evaluation; none where the tile is nothing but the load and goes straight to its
   *     variable
   * @param result a row for what a store computes, if it stores neither a variable nor a plain
   *     load; or for the operand of a reduction, if that is neither
   */
  public record Staging(List<Slot> loads, Optional<Slot> result) {
    public Staging {
      loads = List.copyOf(loads);
    }
  }

  /**
   * A tile or array of constant size.
   *
   * @param variable its name and type
   * @param bytes what it takes
   * @param origin where it is made first
   */
  public record SizedTile(Variable variable, long bytes, Origin origin) {}

  /**
   * A plan that takes too much.
   *
   * @param bytes what all slots of constant length take together
   * @param budget what was allowed
   * @param biggest the three biggest tiles, the biggest first
   */
  public record OverBudget(long bytes, long budget, List<SizedTile> biggest) {
    public OverBudget {
      biggest = List.copyOf(biggest);
    }
  }

  private final Map<String, Slot> tiles = new HashMap<>();
  private final IdentityHashMap<Stmt, Staging> stagings = new IdentityHashMap<>();
  private final List<SizedTile> sized = new ArrayList<>();
  private final SlotAssignment assignment = new SlotAssignment();

  private ScratchPlan() {}

  /** Plans for a function; it is not changed. */
  public static ScratchPlan of(Function function) {
    ScratchPlan plan = new ScratchPlan();
    plan.arrays(function);
    TileLiveness liveness = TileLiveness.of(function);
    for (TileLiveness.Tenant tenant : liveness.tenants()) {
      plan.place(tenant);
    }
    return plan;
  }

  /** Arrays keep their slots throughout: any statement may read one. */
  private void arrays(Function function) {
    new IrVisitor() {
      @Override
      public void stmt(Stmt stmt) {
        if (stmt instanceof Stmt.Let let && let.value() instanceof Place.NewArray array) {
          Element element = (Element) array.type().element();
          Slot slot =
              assignment.take(element, array.type().shape().getFirst(), 0, Integer.MAX_VALUE);
          tiles.put(let.variable().name(), slot);
          constantBytes(slot)
              .ifPresent(bytes -> sized.add(new SizedTile(let.variable(), bytes, let.origin())));
        }
        super.stmt(stmt);
      }
    }.function(function);
  }

  private void place(TileLiveness.Tenant tenant) {
    switch (tenant) {
      case TileLiveness.OfTile(Variable variable, int from, int to, Origin origin) -> {
        Slot slot =
            assignment.take(
                (Element) variable.tile().element(), TileLiveness.length(variable), from, to);
        tiles.put(variable.name(), slot);
        constantBytes(slot).ifPresent(bytes -> sized.add(new SizedTile(variable, bytes, origin)));
      }
      case TileLiveness.OfStatement s -> {
        List<Slot> loads =
            s.loads().stream()
                .map(row -> assignment.take(row.element(), row.length(), s.at(), s.at()))
                .toList();
        Optional<Slot> result =
            s.result().map(row -> assignment.take(row.element(), row.length(), s.at(), s.at()));
        stagings.put(s.statement(), new Staging(loads, result));
      }
    }
  }

  /** Where a tile or array lives; empty for a tile of one element. */
  public Optional<Slot> slot(Variable tile) {
    return Optional.ofNullable(tiles.get(tile.name()));
  }

  /** The rows that a statement of the planned function, this very object, stages. */
  public Staging staging(Stmt statement) {
    return stagings.getOrDefault(statement, new Staging(List.of(), Optional.empty()));
  }

  /** How many arrays of an element type there are. */
  public int slots(Element element) {
    return assignment.count(element);
  }

  /** What all slots take, if that does not depend on run-time extents. */
  public OptionalLong bytes() {
    return assignment.isConstant()
        ? OptionalLong.of(assignment.constantBytes())
        : OptionalLong.empty();
  }

  /** What is wrong with the plan if slots of constant length alone take more than the budget. */
  public Optional<OverBudget> overBudget(long budget) {
    long bytes = assignment.constantBytes();
    if (bytes <= budget) {
      return Optional.empty();
    }
    List<SizedTile> biggest =
        sized.stream()
            .sorted(Comparator.comparingLong(SizedTile::bytes).reversed())
            .limit(3)
            .toList();
    return Optional.of(new OverBudget(bytes, budget, biggest));
  }

  private static OptionalLong constantBytes(Slot slot) {
    return slot.length().constant().stream()
        .flatMap(length -> LongStream.of(length * slot.element().bytes()))
        .findFirst();
  }
}
