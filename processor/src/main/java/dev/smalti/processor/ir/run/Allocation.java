package dev.smalti.processor.ir.run;

import dev.smalti.processor.ir.Element;
import dev.smalti.runtime.protocol.FaultText;
import dev.smalti.runtime.protocol.Reshape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Row-major memory under one name; windows and signals have an instance on every rank. */
final class Allocation {
  /** What it is to the language. */
  enum Kind {
    TENSOR,
    WINDOW,
    SIGNAL
  }

  private final String name;
  private final Kind kind;
  private final Element element;
  private final long[] extents;
  private final List<ElementArray> instances;
  private final Optional<Reshape> reshape;

  private Allocation(
      String name, Kind kind, Element element, long[] extents, List<ElementArray> instances) {
    this(name, kind, element, extents, instances, Optional.empty());
  }

  private Allocation(
      String name,
      Kind kind,
      Element element,
      long[] extents,
      List<ElementArray> instances,
      Optional<Reshape> reshape) {
    this.name = name;
    this.kind = kind;
    this.element = element;
    this.extents = extents.clone();
    this.instances = List.copyOf(instances);
    this.reshape = reshape;
    checkExtents();
  }

  /**
   * Elements of it under other axes.
   *
   * @param first the first of them
   */
  Allocation reshaped(long first, long[] shape) {
    Reshape other = seen().shaped(first, boxed(shape));
    return new Allocation(name, kind, element, shape, instances, Optional.of(other));
  }

  /**
   * Its bytes as elements of another type.
   *
   * @param first the first of its elements
   */
  Allocation typed(long first, Element type, long[] shape) {
    Reshape other = seen().typed(first, element.bytes(), type.bytes(), boxed(shape));
    List<ElementArray> views = instances.stream().map(instance -> instance.as(type)).toList();
    return new Allocation(name, kind, type, shape, views, Optional.of(other));
  }

  private Reshape seen() {
    return reshape.orElseGet(() -> Reshape.none(boxed(extents)));
  }

  private static List<Long> boxed(long[] extents) {
    return Arrays.stream(extents).boxed().toList();
  }

  /** What its axes are to what was allocated first, if that has others. */
  Optional<Reshape> reshape() {
    return reshape;
  }

  /** Where its first element is in the instances. */
  long start() {
    return reshape.map(seen -> seen.start() / seen.size()).orElse(0L);
  }

  static Allocation of(String name, ElementArray elements, long[] extents) {
    Allocation allocation =
        new Allocation(name, Kind.TENSOR, elements.element(), extents, List.of(elements));
    if (allocation.size() != elements.length()) {
      throw new Violation(
          "%s has %d elements, its extents %s need %d"
              .formatted(name, elements.length(), Region.text(extents), allocation.size()));
    }
    return allocation;
  }

  /** Zeroed memory: one instance for a tensor, {@code ranks} for a window or signal. */
  static Allocation zeros(String name, Kind kind, Element element, long[] extents, int ranks) {
    int length = Math.toIntExact(withoutElements(name, kind, element, extents).size());
    List<ElementArray> instances = new ArrayList<>();
    for (int rank = 0; rank < (kind == Kind.TENSOR ? 1 : ranks); rank++) {
      instances.add(
          kind == Kind.WINDOW
              ? ElementArray.viewable(element, length)
              : ElementArray.zeros(element, length));
    }
    return new Allocation(name, kind, element, extents, instances);
  }

  /** Memory of which only the extents matter. */
  static Allocation withoutElements(String name, Kind kind, Element element, long[] extents) {
    return new Allocation(name, kind, element, extents, List.of());
  }

  private void checkExtents() {
    long least = kind == Kind.SIGNAL ? 0 : 1;
    for (long extent : extents) {
      if (extent < least) {
        throw new Violation(FaultText.tooSmall(name, extents, least));
      }
    }
  }

  private long size() {
    long size = 1;
    for (long extent : extents) {
      size = Math.multiplyExact(size, extent);
    }
    return size;
  }

  String name() {
    return name;
  }

  Kind kind() {
    return kind;
  }

  Element element() {
    return element;
  }

  int axes() {
    return extents.length;
  }

  long extent(int axis) {
    return extents[axis];
  }

  ElementArray instance(int rank) {
    return instances.get(kind == Kind.TENSOR ? 0 : rank);
  }
}
