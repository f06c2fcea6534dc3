package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Announcement;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Stmt;
import java.util.Map;
import java.util.TreeMap;

/** Which collective a function calls at a line of its file, for reports of runs. */
public final class CollectiveLines {
  private CollectiveLines() {}

  /**
   * The collectives by line; of two at one line, the first.
   *
   * @param lowered the function as the front end read it
   */
  public static Map<Integer, String> of(Function lowered) {
    Map<Integer, String> lines = new TreeMap<>();
    new IrVisitor() {
      @Override
      public void stmt(Stmt stmt) {
        if (stmt instanceof Stmt.Announce(Announcement.Begins begins, Origin origin)) {
          lines.putIfAbsent(origin.line(lowered.span().file()), begins.collective());
        }
        super.stmt(stmt);
      }
    }.function(lowered);
    return lines;
  }
}
