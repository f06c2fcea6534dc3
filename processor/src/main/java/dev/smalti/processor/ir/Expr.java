package dev.smalti.processor.ir;

/** What a variable can be bound to. */
public sealed interface Expr permits Scalar, Tile, Place, Tasks {
  Type type();
}
