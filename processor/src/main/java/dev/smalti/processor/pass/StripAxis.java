package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;

/** Along which axis tiles are taken apart. */
enum StripAxis {
  /** Some rows at a time. */
  ROWS,
  /** Some columns at a time. */
  COLUMNS;

  /** The extent of the shape. */
  Dim extent(TileType type) {
    return this == ROWS ? type.rows() : type.columns();
  }

  /** The extent of the valid box. */
  Dim valid(TileType type) {
    return this == ROWS ? type.validRows() : type.validColumns();
  }

  /** The same type with another extent, all of it valid. */
  TileType with(TileType type, Dim extent) {
    return this == ROWS
        ? new TileType(type.element(), extent, type.columns(), extent, type.validColumns())
        : new TileType(type.element(), type.rows(), extent, type.validRows(), extent);
  }

  /** Which axis of a box of memory with so many axes it is; negative if there is none. */
  int axis(int axes) {
    return this == ROWS ? axes - 2 : axes - 1;
  }

  /** Whether a reduction keeps the axis. */
  boolean survives(Tile.Axis folded) {
    return (this == ROWS) == (folded == Tile.Axis.ROW);
  }
}
