package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import java.util.Optional;

/** Statements that evaluate a tile of their own. */
final class Consumer {
  private Consumer() {}

  /** The tile that the statement itself evaluates, not one inside of its blocks. */
  static Optional<Tile> tile(Stmt stmt) {
    return switch (stmt) {
      case Stmt.Let s when s.value() instanceof Tile tile -> Optional.of(tile);
      case Stmt.Assign s when s.value() instanceof Tile tile -> Optional.of(tile);
      case Stmt.Store s -> Optional.of(s.value());
      case Stmt.RemoteStore s -> Optional.of(s.value());
      default -> Optional.empty();
    };
  }

  /** The same statement with another tile. */
  static Stmt with(Stmt stmt, Tile tile) {
    return switch (stmt) {
      case Stmt.Let s -> new Stmt.Let(s.variable(), tile, s.origin());
      case Stmt.Assign s -> new Stmt.Assign(s.variable(), tile, s.origin());
      case Stmt.Store s -> new Stmt.Store(s.target(), s.offsets(), tile, s.update(), s.origin());
      case Stmt.RemoteStore s ->
          new Stmt.RemoteStore(s.target(), s.peer(), s.offsets(), tile, s.update(), s.origin());
      default -> throw new IllegalArgumentException("this evaluates no tile: " + stmt);
    };
  }
}
