package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Stmt;
import java.util.HashSet;
import java.util.Set;

/** Tells a trace in which source file its steps stand; once, where all stand in one. */
final class SourceFile {
  private final String own;
  private final boolean mixed;
  private String last = "";

  SourceFile(Function function) {
    this.own = function.span().file();
    Set<String> files = new HashSet<>(Set.of(own));
    boolean[] calls = new boolean[1];
    new IrVisitor() {
      @Override
      public void stmt(Stmt stmt) {
        files.add(stmt.origin().first().file());
        calls[0] |= stmt instanceof Stmt.Call;
        super.stmt(stmt);
      }
    }.function(function);
    this.mixed = calls[0] || files.size() > 1;
  }

  void start(String tracer, Lines out) {
    tell(own, tracer, out);
  }

  /** In front of a statement. */
  void enter(Stmt stmt, String tracer, Lines out) {
    String file = stmt.origin().first().file();
    boolean block = stmt instanceof Stmt.ForEachRank;
    if (mixed && !block && !file.equals(last)) {
      tell(file, tracer, out);
    }
  }

  /** Which file was named last depends on the path. */
  void forget() {
    last = mixed ? "" : last;
  }

  private void tell(String file, String tracer, Lines out) {
    out.line("%s.in(%s);".formatted(tracer, Literals.quoted(file)));
    last = file;
  }
}
