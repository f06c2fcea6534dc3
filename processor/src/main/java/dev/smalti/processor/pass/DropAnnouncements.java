package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrRewriter;
import dev.smalti.processor.ir.Stmt;
import java.util.List;

/**
 * Leaves out what is said of collectives: traces have it from the form before, and a run must not
 * pay for it.
 *
 * <p>Needs nothing. Guarantees that no announcement is left.
 */
public final class DropAnnouncements implements Pass {
  @Override
  public String name() {
    return "drop-announcements";
  }

  @Override
  public Function apply(Function function) {
    return new IrRewriter() {
      @Override
      public List<Stmt> expand(Stmt stmt) {
        return stmt instanceof Stmt.Announce ? List.of() : super.expand(stmt);
      }
    }.function(function);
  }
}
