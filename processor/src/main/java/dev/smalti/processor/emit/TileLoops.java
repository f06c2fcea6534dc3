package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Tile;

/**
 * Writes the loops of one tile statement: an implementation is a tier. All tiers give the same
 * bits.
 */
interface TileLoops {
  /**
   * Writes code that computes a tile.
   *
   * @param value a tree of element-wise operations, or a reduction of one
   * @param to where the valid box goes
   * @param line of the user's source, for what is checked
   * @param out takes the code
   */
  void compute(Tile value, Destination to, int line, Lines out);
}
