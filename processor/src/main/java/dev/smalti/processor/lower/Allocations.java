package dev.smalti.processor.lower;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.message.Code;
import dev.smalti.processor.message.Report;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The windows and signals that a program makes: memory on every rank, for a use. */
final class Allocations {
  private final Map<Variable, Sources.Located> made = new LinkedHashMap<>();

  void made(Variable variable, Sources.Located at) {
    made.put(variable, at);
  }

  /** Reports those that nothing uses; whether there are none. */
  boolean check(Function program, Report report) {
    Set<Variable> used = reached(program);
    boolean right = true;
    for (Map.Entry<Variable, Sources.Located> each : made.entrySet()) {
      if (!used.contains(each.getKey())) {
        right = false;
        report.error(
            Code.ALLOCATION_UNUSED,
            each.getValue().unit(),
            each.getValue().tree(),
            each.getKey().name() + " is made and not used",
            "Pass it to a kernel in forEachRank, or remove it.");
      }
    }
    return right;
  }

  /** What statements use, other than to make views of it; a view that is used uses its base. */
  private static Set<Variable> reached(Function program) {
    Set<Variable> used = new HashSet<>();
    Map<Variable, Variable> bases = new HashMap<>();
    new IrVisitor() {
      @Override
      public void stmt(Stmt stmt) {
        if (stmt instanceof Stmt.Let let && let.value() instanceof Place.View view) {
          bases.put(let.variable(), view.base());
        } else if (stmt instanceof Stmt.Let let && let.value() instanceof Place.Reshaped flat) {
          bases.put(let.variable(), flat.base());
        } else {
          super.stmt(stmt);
        }
      }

      @Override
      public void use(Variable variable) {
        for (Variable each = variable; each != null; each = bases.get(each)) {
          used.add(each);
        }
      }
    }.function(program);
    return used;
  }
}
