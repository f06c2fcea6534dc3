package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Stmt;
import java.util.List;

/** The source places of statements that others were merged into. */
final class Origins {
  private Origins() {}

  /** A statement that evaluates a tile, with the places of what became a part of it. */
  static Stmt merge(Stmt stmt, List<Origin> parts) {
    Origin origin = stmt.origin();
    for (Origin part : parts) {
      origin = origin.merge(part);
    }
    return switch (stmt) {
      case Stmt.Let s -> new Stmt.Let(s.variable(), s.value(), origin);
      case Stmt.Assign s -> new Stmt.Assign(s.variable(), s.value(), origin);
      case Stmt.Store s -> new Stmt.Store(s.target(), s.offsets(), s.value(), s.update(), origin);
      case Stmt.RemoteStore s ->
          new Stmt.RemoteStore(s.target(), s.peer(), s.offsets(), s.value(), s.update(), origin);
      default -> stmt;
    };
  }
}
