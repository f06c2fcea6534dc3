package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Tile;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The tiles whose elements an element of an operation takes. A product of matrices takes none:
 * {@link MatmulLoops} computes it first.
 */
final class Operands {
  private Operands() {}

  static List<Tile> of(Tile tile) {
    return switch (tile) {
      case Tile.Ref _, Tile.Splat _, Tile.Load _, Tile.RemoteLoad _, Tile.Fill _, Tile.Matmul _ ->
          List.of();
      case Tile.Unary t -> List.of(t.operand());
      case Tile.Binary t -> List.of(t.left(), t.right());
      case Tile.Fma t -> List.of(t.a(), t.b(), t.c());
      case Tile.Compare t -> List.of(t.left(), t.right());
      case Tile.Select t -> List.of(t.mask(), t.yes(), t.no());
      case Tile.Cast t -> List.of(t.operand());
      case Tile.Reduce t -> List.of(t.operand());
      case Tile.Whole t -> t.operands();
    };
  }

  /** The operations that stand in a tree more than once; each is computed once. */
  static Set<Tile> shared(Tile tree) {
    Set<Tile> seen = new HashSet<>();
    Set<Tile> shared = new HashSet<>();
    collect(tree, seen, shared);
    return shared;
  }

  private static void collect(Tile tile, Set<Tile> seen, Set<Tile> shared) {
    if (of(tile).isEmpty()) {
      return;
    }
    if (seen.add(tile)) {
      of(tile).forEach(operand -> collect(operand, seen, shared));
    } else {
      shared.add(tile);
    }
  }
}
