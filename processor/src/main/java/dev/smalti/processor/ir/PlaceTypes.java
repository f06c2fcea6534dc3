package dev.smalti.processor.ir;

import java.util.List;
import java.util.Optional;

/** Types of places. */
final class PlaceTypes {
  private PlaceTypes() {}

  /** The type that a view has by its base; empty if that is no memory, or has fewer axes. */
  static Optional<Type> derived(Place.View view) {
    if (view.dropped() < 0 || view.dropped() > view.extents().size()) {
      return Optional.empty();
    }
    List<Dim> rest = view.extents().subList(view.dropped(), view.extents().size());
    return switch (view.base().type()) {
      case TensorType base -> Optional.of(base.withShape(rest));
      case SignalType _ -> Optional.of(new SignalType(rest));
      case ScalarType _, TileType _, TaskType _, WorldType _, CallbackType _ -> Optional.empty();
    };
  }
}
