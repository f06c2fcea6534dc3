package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Variable;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Which scratch of the core holds what: planned for tile variables, behind them what a statement
 * needs.
 */
public final class Slots {
  private final Function<Variable, Integer> plan;
  private final int planned;
  private int used;

  /**
   * With a plan.
   *
   * @param plan the slot of each tile variable
   * @param planned all slots of the plan are below
   */
  public Slots(Function<Variable, Integer> plan, int planned) {
    this.plan = plan;
    this.planned = planned;
  }

  /** One slot for each variable that is asked for. */
  static Slots oneEach(java.util.List<Variable> tiles) {
    Map<Variable, Integer> slots = new HashMap<>();
    tiles.forEach(tile -> slots.putIfAbsent(tile, slots.size()));
    return new Slots(slots::get, slots.size());
  }

  int of(Variable tile) {
    return plan.apply(tile);
  }

  /** What statements before used is free again. */
  void nextStatement() {
    used = 0;
  }

  /** A slot that nothing else of this statement uses. */
  int temporary() {
    return planned + used++;
  }
}
