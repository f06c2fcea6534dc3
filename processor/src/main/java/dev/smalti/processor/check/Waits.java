package dev.smalti.processor.check;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Reach;
import dev.smalti.processor.ir.Reaches;
import dev.smalti.processor.ir.Stmt;
import java.util.HashSet;
import java.util.Set;

/** Whether any rank can wait at all: a program that only tells others cannot block. */
final class Waits {
  private final FunctionTable functions;
  private final Reaches reaches;
  private final Set<FunctionId> seen = new HashSet<>();
  private boolean found;

  Waits(FunctionTable functions) {
    this.functions = functions;
    this.reaches = new Reaches(functions);
  }

  boolean in(Function function) {
    if (seen.add(function.id())) {
      new IrVisitor() {
        @Override
        public void stmt(Stmt stmt) {
          found |=
              switch (stmt) {
                case Stmt.Await _, Stmt.Barrier _ -> true;
                case Stmt.While loop -> reaches.of(loop) == Reach.SIGNALS;
                default -> false;
              };
          if (stmt instanceof Stmt.Call call) {
            functions.find(call.callee()).ifPresent(Waits.this::in);
          }
          super.stmt(stmt);
        }
      }.function(function);
    }
    return found;
  }
}
