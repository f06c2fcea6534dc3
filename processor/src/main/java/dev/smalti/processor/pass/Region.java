package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A box of memory in the coordinates of the variable at its root.
 *
 * @param root the variable at the root, no view
 * @param offsets one an axis of the root
 * @param extents one an axis of the root
 */
record Region(String root, List<Dim> offsets, List<Dim> extents) {
  Region {
    offsets = List.copyOf(offsets);
    extents = List.copyOf(extents);
  }

  /** What a load reads; empty where a position is no arithmetic over values that stay. */
  static Optional<Region> of(Tile.Load load, VariableFacts facts) {
    return of(load.source(), load.offsets(), load.valid(), facts);
  }

  /** What a load from a peer reads, there. */
  static Optional<Region> of(Tile.RemoteLoad load, VariableFacts facts) {
    return of(load.source(), load.offsets(), load.shape(), facts);
  }

  /** What a store writes: the last axes of its target. */
  static Optional<Region> of(Stmt.Store store, VariableFacts facts) {
    return of(
        store.target(), store.offsets(), store.value().type().box(store.offsets().size()), facts);
  }

  /** What a store to a peer writes, there. */
  static Optional<Region> of(Stmt.RemoteStore store, VariableFacts facts) {
    return of(
        store.target(), store.offsets(), store.value().type().box(store.offsets().size()), facts);
  }

  /** One element. */
  static Optional<Region> element(Variable memory, List<Scalar> indices, VariableFacts facts) {
    return of(memory, indices, indices.stream().map(_ -> Dim.ONE).toList(), facts);
  }

  private static Optional<Region> of(
      Variable memory, List<Scalar> offsets, List<Dim> extents, VariableFacts facts) {
    List<Dim> at = new ArrayList<>();
    for (Scalar offset : offsets) {
      Optional<Dim> dim = facts.dim(offset);
      if (dim.isEmpty()) {
        return Optional.empty();
      }
      at.add(dim.get());
    }
    return inRoot(memory.name(), at, extents.stream().map(facts::resolve).toList(), facts);
  }

  private static Optional<Region> inRoot(
      String memory, List<Dim> offsets, List<Dim> extents, VariableFacts facts) {
    Optional<Expr> value = facts.value(memory);
    if (value.isPresent() && value.get() instanceof Place.Named(Variable base)) {
      return inRoot(base.name(), offsets, extents, facts);
    }
    if (value.isPresent() && value.get() instanceof Place.View view) {
      return inBase(view, offsets, extents, facts);
    }
    if (value.isPresent() && value.get() instanceof Place.Reshaped) {
      return Optional.empty(); // It has other axes.
    }
    return Optional.of(new Region(memory, offsets, extents));
  }

  private static Optional<Region> inBase(
      Place.View view, List<Dim> offsets, List<Dim> extents, VariableFacts facts) {
    List<Dim> at = new ArrayList<>();
    List<Dim> box = new ArrayList<>();
    for (int axis = 0; axis < view.offsets().size(); axis++) {
      Optional<Dim> start = facts.dim(view.offsets().get(axis));
      if (start.isEmpty()) {
        return Optional.empty();
      }
      int inner = axis - view.dropped();
      at.add(inner < 0 ? start.get() : start.get().plus(offsets.get(inner)));
      box.add(inner < 0 ? Dim.ONE : extents.get(inner));
    }
    return inRoot(view.base().name(), at, box, facts);
  }

  /** Whether the two share no element, whatever the names in them stand for. */
  boolean isDisjointFrom(Region other) {
    if (!root.equals(other.root)) {
      return true;
    }
    for (int axis = 0; axis < offsets.size(); axis++) {
      if (endsBefore(other, axis) || other.endsBefore(this, axis)) {
        return true;
      }
    }
    return false;
  }

  private boolean endsBefore(Region other, int axis) {
    Dim gap = other.offsets.get(axis).minus(offsets.get(axis)).minus(extents.get(axis));
    return gap.constant().isPresent() && gap.constant().getAsLong() >= 0;
  }

  /** Whether row r of one shares no element with row s of the other wherever r and s differ. */
  boolean hasRowsOf(Region other) {
    int columns = offsets.size() - 1;
    return root.equals(other.root)
        && columns >= 1
        && offsets.subList(0, columns).equals(other.offsets.subList(0, columns))
        && isSingle(columns - 1)
        && other.isSingle(columns - 1);
  }

  private boolean isSingle(int axes) {
    return extents.subList(0, axes).stream().allMatch(extent -> extent.isConstant(1));
  }
}
