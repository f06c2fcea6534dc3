package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import java.util.ArrayList;
import java.util.List;

/**
 * Boxes of memory that one statement reads or writes: what is checked first, and where they are.
 */
final class BoxAccess {
  /**
   * A box of memory to read.
   *
   * @param memory where
   * @param at the coordinates of its first element, names or numbers
   * @param box its extents
   */
  record Source(Memory memory, List<Java> at, List<Dim> box) {
    /**
     * Coordinates of an element.
     *
     * @param row along the one leading axis that has more than one element
     * @param column along the last axis
     */
    List<Java> element(Java row, Java column) {
      List<Java> indices = new ArrayList<>();
      for (Dim extent : box.subList(0, box.size() - 1)) {
        indices.add(extent.isConstant(1) ? Java.primary("0") : row);
      }
      indices.add(column);
      return shifted(at, indices);
    }
  }

  private final Context context;
  private final int line;
  private final Lines out;

  /**
   * For one statement.
   *
   * @param context of the method
   * @param line of the user's source, for what is checked
   * @param out takes the checks
   */
  BoxAccess(Context context, int line, Lines out) {
    this.context = context;
    this.line = line;
    this.out = out;
  }

  /** The box of a load, checked; a peer's instance is held by a new local. */
  Source source(Tile value) {
    return switch (value) {
      case Tile.Load load -> {
        Memory memory = context.memory(load.source());
        context.checkExtents(load.shape(), out);
        checkValid(load);
        yield new Source(memory, offsets(memory, load.offsets(), load.valid()), load.valid());
      }
      case Tile.RemoteLoad load -> {
        Memory memory = context.memory(load.source());
        context.checkExtents(load.shape(), out);
        List<Java> at = offsets(memory, load.offsets(), load.shape());
        yield new Source(peer(memory, load.peer()), at, load.shape());
      }
      default -> throw new IllegalArgumentException("no load: " + value);
    };
  }

  /**
   * Whether elements may be read from where others are written before: from a peer's instance of
   * the window that is written, which may be the own one, at another place of it.
   *
   * @param load what is read
   * @param stored the box that is written
   * @param to where
   */
  boolean mayMeet(Tile.RemoteLoad load, TileType stored, Destination to) {
    if (!(to instanceof Destination.ToMemory target) || target.memory().window().isEmpty()) {
      return false;
    }
    Memory source = context.memory(load.source());
    Memory memory = target.memory();
    boolean samePlace =
        source.at().equals(memory.at())
            && source.strides().equals(memory.strides())
            && load.offsets().equals(target.offsets())
            && load.shape().equals(stored(stored, target));
    return source.window().equals(memory.window()) && !samePlace;
  }

  /** The instance of a peer, held by a new local. */
  Memory peer(Memory memory, Scalar peer) {
    String name = context.names.fresh(memory.name() + "Peer");
    out.line(
        "%s %s = %s.instance(%s, %s, %d);"
            .formatted(
                Api.SEGMENT,
                name,
                context.core,
                memory.window(),
                context.scalars.of(peer, line).text(),
                line));
    return memory.on(name);
  }

  private void checkValid(Tile.Load load) {
    for (int axis = 0; axis < load.valid().size(); axis++) {
      Dim valid = load.valid().get(axis);
      Dim extent = load.shape().get(axis);
      boolean proved =
          valid.equals(extent)
              || context.bounds.isNonNegative(valid)
                  && context.bounds.isNonNegative(extent.minus(valid));
      if (!proved) {
        out.line(
            "%s.validExtent(KERNEL, %d, %s, %s, %s, %d);"
                .formatted(
                    Api.CHECKS,
                    line,
                    Literals.quoted(context.memory(load.source()).name()),
                    context.dims.asLong(valid).text(),
                    context.dims.asLong(extent).text(),
                    axis));
      }
    }
  }

  /** Coordinates of a box, checked. */
  List<Java> offsets(Memory memory, List<Scalar> offsets, List<Dim> extents) {
    List<Java> at = new ArrayList<>();
    for (Scalar offset : offsets) {
      at.add(context.once(offset, memory.name() + "From", line, out));
    }
    context.checkRegion(memory.name(), memory.shape(), offsets, at, extents, line, out);
    return at;
  }

  /** The extents that a store writes: the last two axes, one element of the others. */
  static List<Dim> stored(TileType box, Destination.ToMemory to) {
    return box.box(to.offsets().size());
  }

  /** Coordinates relative to others. */
  static List<Java> shifted(List<Java> at, List<Java> indices) {
    List<Java> sum = new ArrayList<>();
    for (int axis = 0; axis < at.size(); axis++) {
      Java a = at.get(axis);
      Java b = indices.get(axis);
      sum.add(b.isZero() ? a : a.isZero() ? b : a.plus(b));
    }
    return sum;
  }
}
