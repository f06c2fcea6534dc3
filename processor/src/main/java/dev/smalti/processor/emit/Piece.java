package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Origin;
import java.util.List;

/**
 * Code of consecutive statements.
 *
 * @param text its lines, ending with a line end
 * @param declares locals that later code of the same block may use
 * @param inside all locals that it declares, also in inner blocks
 * @param pinned whether it must stay in its method: it gives outer locals new values, or leaves
 * @param movable whether it may as well stand further up, behind what it names: it only declares
 * @param origin the statements
 */
record Piece(
    String text,
    List<Local> declares,
    List<Local> inside,
    boolean pinned,
    boolean movable,
    Origin origin) {
  Piece {
    declares = List.copyOf(declares);
    inside = List.copyOf(inside);
  }
}
