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

/** The places of the communication steps of a program: a trace keeps lines only. */
final class Places {
  private final FunctionTable functions;
  private final Set<FunctionId> seen = new HashSet<>();
  private final Map<Integer, Origin> byLine = new HashMap<>();

  Places(Function program, FunctionTable functions) {
    this.functions = functions;
    collect(program);
  }

  private void collect(Function function) {
    if (seen.add(function.id())) {
      new IrVisitor() {
        @Override
        public void stmt(Stmt stmt) {
          switch (stmt) {
            case Stmt.Notify s -> byLine.putIfAbsent(s.origin().line(), s.origin());
            case Stmt.Await s -> byLine.put(s.origin().line(), s.origin());
            case Stmt.Barrier s -> byLine.putIfAbsent(s.origin().line(), s.origin());
            case Stmt.Call s -> functions.find(s.callee()).ifPresent(Places.this::collect);
            default -> {}
          }
          super.stmt(stmt);
        }
      }.function(function);
    }
  }

  /** The step at a line; an await rather than a notify. */
  Optional<Origin> ofLine(int line) {
    return Optional.ofNullable(byLine.get(line));
  }
}
