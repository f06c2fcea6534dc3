package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.TileType;

/**
 * A tile variable as a local: one element is a primitive, more are an array of scratch, row by row,
 * the valid box alone.
 *
 * @param name the local
 * @param type what it holds
 */
record TileLocal(String name, TileType type) {
  Element element() {
    return Api.concrete(type.element());
  }

  boolean isSingle() {
    return isSingle(type);
  }

  static boolean isSingle(TileType type) {
    return type.validRows().isConstant(1) && type.validColumns().isConstant(1);
  }

  Local local() {
    return new Local(
        isSingle() ? Primitives.computed(element()) : Primitives.component(element()) + "[]", name);
  }
}
