package dev.smalti.processor.check;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Stmt;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The places of the statements of a program: a trace keeps files and lines only. */
final class Places {
  private record Line(String file, int line) {}

  private final FunctionTable functions;
  private final Set<FunctionId> seen = new HashSet<>();
  private final Map<Line, Origin> byLine = new HashMap<>();

  Places(Function program, FunctionTable functions) {
    this.functions = functions;
    collect(program);
  }

  private void collect(Function function) {
    if (seen.add(function.id())) {
      new IrVisitor() {
        @Override
        public void stmt(Stmt stmt) {
          Origin origin = stmt.origin();
          Line line = new Line(origin.first().file(), origin.line());
          switch (stmt) {
            case Stmt.Await _ -> byLine.put(line, origin);
            case Stmt.Call call -> {
              byLine.putIfAbsent(line, origin);
              functions.find(call.callee()).ifPresent(Places.this::collect);
            }
            default -> byLine.putIfAbsent(line, origin);
          }
          super.stmt(stmt);
        }
      }.function(function);
    }
  }

  /** A statement at a line, an await rather than others. */
  Optional<Origin> at(String file, int line) {
    return Optional.ofNullable(byLine.get(new Line(file, line)));
  }
}
