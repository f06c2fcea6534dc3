package dev.smalti.processor.ir.run;

import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.reference.Boxes;
import dev.smalti.processor.ir.Element;
import dev.smalti.runtime.protocol.FaultText;
import dev.smalti.runtime.protocol.Reshape;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A box of a tensor, window or signal, as a function sees it: views name the axes they kept and
 * count from their own corner.
 */
public final class Memory implements Argument {
  private final Allocation allocation;
  private final long[] from;
  private final long[] extents;
  private final int dropped;

  private Memory(Allocation allocation, long[] from, long[] extents, int dropped) {
    this.allocation = allocation;
    this.from = from;
    this.extents = extents;
    this.dropped = dropped;
  }

  static Memory of(Allocation allocation) {
    long[] extents = new long[allocation.axes()];
    for (int axis = 0; axis < extents.length; axis++) {
      extents[axis] = allocation.extent(axis);
    }
    return new Memory(allocation, new long[extents.length], extents, 0);
  }

  /**
   * A tensor around elements that the caller keeps.
   *
   * @param name how messages call it
   * @param elements row-major, as many as the product of the extents
   * @param extents one an axis, outermost first
   */
  public static Memory tensor(String name, ElementArray elements, long... extents) {
    return of(Allocation.of(name, elements, extents));
  }

  /** A zeroed window with an instance on each of {@code ranks} ranks. */
  public static Memory window(String name, Element element, int ranks, long... extents) {
    return of(Allocation.zeros(name, Allocation.Kind.WINDOW, element, extents, ranks));
  }

  /** Zeroed cells on each of {@code ranks} ranks. */
  public static Memory signal(String name, int ranks, long... extents) {
    return of(Allocation.zeros(name, Allocation.Kind.SIGNAL, Element.I32, extents, ranks));
  }

  /** All elements of the allocation on one rank; of a tensor the same for every rank. */
  public ElementArray instance(int rank) {
    return allocation.instance(rank);
  }

  /**
   * A tensor of the language with the same elements, for callbacks.
   *
   * @return the tensor; of F32, F64, I32 or I64
   * @throws IllegalStateException if it is a window or signal, or has other elements
   */
  public Tensor<?> tensor() {
    if (allocation.kind() != Allocation.Kind.TENSOR) {
      throw new IllegalStateException(name() + " is no tensor");
    }
    long[] whole = wholeExtents();
    Tensor<?> all =
        switch (instance(0).array()) {
          case float[] elements -> Tensor.of(elements, whole);
          case double[] elements -> Tensor.of(elements, whole);
          case int[] elements -> Tensor.of(elements, whole);
          case long[] elements -> Tensor.of(elements, whole);
          default -> throw new IllegalStateException(name() + " is of " + element());
        };
    Tensor<?> box = all.slice(Smalti.at(from), Smalti.shape(extents));
    return dropped == 0 ? box : box.at(new int[dropped]);
  }

  /** The name of the allocation. */
  String name() {
    return allocation.name();
  }

  Allocation.Kind kind() {
    return allocation.kind();
  }

  boolean isWindow() {
    return allocation.kind() == Allocation.Kind.WINDOW;
  }

  Element element() {
    return allocation.element();
  }

  int axes() {
    return extents.length - dropped;
  }

  long extent(int axis) {
    return extents[dropped + axis];
  }

  /** The extents, for messages. */
  String shape() {
    return Region.text(visibleExtents());
  }

  private long[] visibleExtents() {
    long[] visible = new long[axes()];
    System.arraycopy(extents, dropped, visible, 0, visible.length);
    return visible;
  }

  /**
   * A box that must lie inside.
   *
   * @param as the name of the variable, for messages
   */
  Region region(String as, long[] at, long[] size) {
    if (at.length != axes() || size.length != axes()) {
      throw new Violation(
          "%s is %s, a position %s and an extent %s have other axes"
              .formatted(as, shape(), Region.text(at), Region.text(size)));
    }
    long[] start = from.clone();
    long[] box = new long[start.length];
    Arrays.fill(box, 0, dropped, 1);
    for (int axis = 0; axis < at.length; axis++) {
      long bound = extent(axis);
      if (at[axis] < 0 || size[axis] < 0 || at[axis] > bound || size[axis] > bound - at[axis]) {
        int where = axis;
        throw Violation.of(
            as, name(), name -> FaultText.outside(name, where, bound, at[where], size[where]));
      }
      start[dropped + axis] += at[axis];
      box[dropped + axis] = size[axis];
    }
    return new Region(allocation, start, box);
  }

  /** How many elements it has. */
  long elements() {
    return Arrays.stream(extents).reduce(1, (all, extent) -> all * extent);
  }

  /** All of it. */
  Region whole() {
    return new Region(allocation, from, extents);
  }

  /**
   * Checks that what is local to a rank can be copied from or to this, which is an instance of the
   * same rank or of another one.
   *
   * @param as the name of the variable, for messages
   * @param own whether the instance is of the same rank
   */
  void checkTransfer(String as, Memory local, boolean own) {
    if (!Arrays.equals(visibleExtents(), local.visibleExtents())) {
      throw Violation.of(
          as,
          name(),
          name ->
              FaultText.otherShape(name, visibleExtents(), local.name(), local.visibleExtents()));
    }
    if (own && local.isWindow() && name().equals(local.name()) && whole().overlaps(local.whole())) {
      throw Violation.of(as, name(), name -> FaultText.shared(name, local.name()));
    }
  }

  /** One element, which must lie inside. */
  Region element(String as, long[] at) {
    long[] ones = new long[at.length];
    Arrays.fill(ones, 1);
    return region(as, at, ones);
  }

  /** What a store of the valid part of a tile covers. */
  Region stored(String as, long[] at, TileBox box) {
    if (at.length != axes()) {
      throw new Violation(
          "%s is %s, a position %s has other axes".formatted(as, shape(), Region.text(at)));
    }
    try {
      return region(
          as, at, Boxes.stored(visibleExtents(), at, box.validRows(), box.validColumns()));
    } catch (IndexOutOfBoundsException _) {
      throw Violation.of(
          as,
          name(),
          name ->
              FaultText.doesNotFit(
                  name, box.validRows(), box.validColumns(), at, visibleExtents()));
    }
  }

  /** A view; the first {@code drop} axes must have extent 1 in it. */
  Memory view(String as, long[] at, long[] size, int drop) {
    Region region = region(as, at, size);
    for (int axis = 0; axis < drop; axis++) {
      if (size[axis] != 1) {
        throw new Violation(
            "a view of %s drops axis %d, which has extent %d in it"
                .formatted(as, axis, size[axis]));
      }
    }
    return new Memory(allocation, region.from(), region.extents(), dropped + drop);
  }

  /** Its elements, which lie one behind the other, in another shape. */
  Memory reshaped(String as, long[] shape) {
    return of(allocation.reshaped(denseStart(as), shape));
  }

  /** Its bytes, which lie one behind the other, as elements of another type. */
  Memory typed(String as, Element element, long[] shape) {
    long first = denseStart(as);
    if (Arrays.stream(shape).anyMatch(extent -> extent < 1)) {
      throw Violation.of(as, name(), name -> FaultText.tooSmall(name, shape, 1));
    }
    long given = Reshape.bytes(extents, element().bytes()).orElse(Long.MAX_VALUE);
    if (Reshape.bytes(shape, element.bytes()).orElse(Long.MAX_VALUE) > given) {
      throw Violation.of(
          as, name(), name -> FaultText.viewTooLarge(name, given, shape, element.bytes()));
    }
    Allocation view = allocation.typed(first, element, shape);
    Reshape seen = view.reshape().orElseThrow();
    if (!seen.isAligned()) {
      throw Violation.of(
          as, name(), name -> FaultText.viewNotAligned(name, seen.start(), seen.size()));
    }
    return of(view);
  }

  /** The first of its elements in the allocation, if they lie one behind the other. */
  private long denseStart(String as) {
    return Reshape.start(wholeExtents(), from, extents)
        .orElseThrow(
            () -> Violation.of(as, name(), name -> FaultText.notDense(name, visibleExtents())));
  }

  private long[] wholeExtents() {
    return IntStream.range(0, allocation.axes()).mapToLong(allocation::extent).toArray();
  }

  /** A view of which only the shape matters; it is not checked. */
  Memory part(long[] size, int drop) {
    long[] box = new long[extents.length];
    Arrays.fill(box, 0, dropped, 1);
    System.arraycopy(size, 0, box, dropped, size.length);
    return new Memory(allocation, from, box, dropped + drop);
  }
}
