package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Reaches;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Variable;
import dev.smalti.runtime.protocol.DeviceSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The values of one call: scalars boxed, tiles, memory, or {@link Unknown}, by the name of the
 * variable; extents as {@code long} by the name of the symbol.
 */
final class Frame {
  /** In place of a rank: the program itself, which runs for all of them. */
  static final int PROGRAM = -1;

  private final int rank;
  private final DeviceSet domain;
  private final Map<String, Object> values;
  private final IdentityHashMap<Stmt, Quiet> quiet = new IdentityHashMap<>();

  private Frame(int rank, DeviceSet domain, Map<String, Object> values) {
    this.rank = rank;
    this.domain = domain;
    this.values = values;
  }

  /** Of a world, or of one of its ranks. */
  static Frame of(int rank, int ranks) {
    return of(rank, DeviceSet.all(ranks));
  }

  /** Of a rank of a domain. */
  static Frame of(int rank, DeviceSet domain) {
    Frame frame = new Frame(rank, domain, new HashMap<>());
    frame.set(Function.RANKS, (long) domain.size());
    return frame;
  }

  /**
   * A copy for a rank of a domain, with the values of now; its extents are those of the program.
   */
  Frame on(int other, DeviceSet devices) {
    return new Frame(other, devices, new HashMap<>(values));
  }

  DeviceSet domain() {
    return domain;
  }

  /** The device of a rank of the domain. */
  int device(int other) {
    return domain.device(other);
  }

  /** What the variable of a domain holds, or the world. */
  DeviceSet domain(Optional<Variable> variable) {
    return variable.map(v -> (DeviceSet) known(v.name())).orElse(domain);
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
    return domain.size();
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
