package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Tile;
import java.util.List;

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
}
