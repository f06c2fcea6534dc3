package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Reaches;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Variable;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of one call: scalars boxed, tiles, memory, or {@link Unknown}, by the name of the
 * variable; extents as {@code long} by the name of the symbol.
 */
final class Frame {
  /** In place of a rank: the program itself, which runs for all of them. */
  static final int PROGRAM = -1;

  private final int rank;
  private final int ranks;
  private final Map<String, Object> values;
  private final IdentityHashMap<Stmt, Quiet> quiet = new IdentityHashMap<>();

  private Frame(int rank, int ranks, Map<String, Object> values) {
    this.rank = rank;
    this.ranks = ranks;
    this.values = values;
  }

  static Frame of(int rank, int ranks) {
    Frame frame = new Frame(rank, ranks, new HashMap<>());
    frame.set(Function.RANKS, (long) ranks);
    return frame;
  }

  /** A copy for a rank, with the values of now. */
  Frame on(int other) {
    return new Frame(other, ranks, new HashMap<>(values));
  }

  int rank() {
    return rank;
  }

  /** The rank, where there is one. */
  int ownRank() {
    if (rank == PROGRAM) {
      throw new Violation("a program has no rank of its own");
    }
    return rank;
  }

  int ranks() {
    return ranks;
  }

  void set(String name, Object value) {
    values.put(name, value);
  }

  void set(Variable variable, Object value) {
    values.put(variable.name(), value);
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  Object get(String name) {
    Object value = values.get(name);
    if (value == null) {
      throw new Violation(name + " has no value");
    }
    return value;
  }

  private Object known(String name) {
    Object value = get(name);
    if (value instanceof Unknown unknown) {
      throw new DataDependence(unknown);
    }
    return value;
  }

  Memory memory(Variable variable) {
    if (known(variable.name()) instanceof Memory memory) {
      return memory;
    }
    throw new Violation(variable.name() + " is no memory");
  }

  TileValue tile(Variable variable) {
    if (known(variable.name()) instanceof TileValue tile) {
      return tile;
    }
    throw new Violation(variable.name() + " is no tile");
  }

  private long symbol(String name) {
    return switch (known(name)) {
      case Long value -> value;
      case Integer value -> value;
      case Object value -> throw new Violation(name + " is no extent but " + value);
    };
  }

  long extent(Dim dim) {
    return dim.evaluate(this::symbol);
  }

  long[] extents(List<Dim> dims) {
    long[] extents = new long[dims.size()];
    for (int axis = 0; axis < extents.length; axis++) {
      extents[axis] = extent(dims.get(axis));
    }
    return extents;
  }

  TileBox box(TileType type) {
    return new TileBox(
        extent(type.rows()),
        extent(type.columns()),
        extent(type.validRows()),
        extent(type.validColumns()));
  }

  /** What a statement does on any path; kept, since loops ask again. */
  Quiet quiet(Stmt stmt, Reaches reaches) {
    return quiet.computeIfAbsent(stmt, s -> Quiet.of(this, s, reaches));
  }

  /** Whether a variable names a window, declared so or not. */
  boolean isWindow(Variable variable) {
    return variable.type() instanceof TensorType type
        && (type.isWindow()
            || values.get(variable.name()) instanceof Memory memory && memory.isWindow());
  }
}
