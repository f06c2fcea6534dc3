package dev.smalti.processor.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An expression that names memory: a tensor, a window, or the cells of a signal. */
public sealed interface Place extends Expr {
  /** A parameter or local that names memory, as it is. */
  record Named(Variable variable) implements Place {
    @Override
    public Type type() {
      return variable.type();
    }
  }

  /**
   * A box of a tensor, window or signal; nothing is copied.
   *
   * @param base what is viewed
   * @param offsets one an axis of the base
   * @param extents one an axis of the base
   * @param dropped how many leading axes, each of extent 1, the view no longer has
   * @param type the type of the view
   */
  record View(Variable base, List<Scalar> offsets, List<Dim> extents, int dropped, Type type)
      implements Place {
    public View {
      offsets = List.copyOf(offsets);
      extents = List.copyOf(extents);
    }
  }

  /**
   * The same elements in another shape, or the first bytes of a window as elements of another type;
   * nothing is copied.
   *
   * @param base a tensor or window whose elements lie one behind the other
   * @param type the type of the view, of the base's kind; of a tensor as many elements of its
   *     element type, of a window of any element type and at most as many bytes
   */
  record Reshaped(Variable base, TensorType type) implements Place {
    /** Whether it has all elements of the base, as they are. */
    public boolean isSame() {
      TensorType whole = base.tensor();
      return type.element().equals(whole.element())
          && TensorType.count(type.shape()).equals(TensorType.count(whole.shape()));
    }

    /**
     * How many bytes of the base it leaves out; below 0 if the base has fewer. Empty if a long
     * cannot count them, or if an element type is a parameter.
     */
    public Optional<Dim> spare() {
      return bytes(base.tensor()).flatMap(all -> bytes(type).map(all::minus));
    }

    private static Optional<Dim> bytes(TensorType type) {
      if (!(type.element() instanceof Element element)) {
        return Optional.empty();
      }
      List<Dim> factors = new ArrayList<>(type.shape());
      factors.add(Dim.of(element.bytes()));
      return TensorType.count(factors);
    }
  }

  /**
   * Some devices of the world, ranked in ascending order. Only in host functions.
   *
   * @param world the world
   * @param range whether {@code devices} are the first one and where they end, or all of them
   * @param devices at least one; two of a range
   */
  record Devices(Variable world, boolean range, List<Scalar> devices) implements Place {
    public Devices {
      devices = List.copyOf(devices);
    }

    @Override
    public Type type() {
      return world.type();
    }
  }

  /**
   * A new window, zero on every rank. Only in host functions.
   *
   * @param domain whose ranks; empty for the world
   */
  record NewWindow(TensorType type, Optional<Variable> domain) implements Place {
    /** Of the world. */
    public NewWindow(TensorType type) {
      this(type, Optional.empty());
    }
  }

  /** A new array, zero: again and again where it stands in a loop. */
  record NewArray(TensorType type) implements Place {}

  /**
   * A new tensor of the device: again and again where it stands in a loop. Only in device
   * functions.
   *
   * @param type plain memory
   * @param zero whether its elements are zero; else they are undefined
   */
  record NewTensor(TensorType type, boolean zero) implements Place {}

  /**
   * New signal cells, zero on every rank. Only in host functions.
   *
   * @param domain whose ranks; empty for the world
   */
  record NewSignal(SignalType type, Optional<Variable> domain) implements Place {
    /** Of the world. */
    public NewSignal(SignalType type) {
      this(type, Optional.empty());
    }
  }
}
