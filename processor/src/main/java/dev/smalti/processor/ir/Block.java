package dev.smalti.processor.ir;

import java.util.List;

/** Statements in order. */
public record Block(List<Stmt> statements) {
  public Block {
    statements = List.copyOf(statements);
  }

  public static Block of(Stmt... statements) {
    return new Block(List.of(statements));
  }

  public boolean isEmpty() {
    return statements.isEmpty();
  }
}
