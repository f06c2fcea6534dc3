package dev.smalti.examples.conformance;

import dev.smalti.lang.DType;
import dev.smalti.lang.Index;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Where the elements of an argument lie. */
enum Placement {
  /** In an array of its own. */
  HEAP(0, false),
  /** In a larger array: every row has neighbours that must not change. */
  HEAP_VIEW(3, false),
  /** In the bytes of a buffer on the heap. */
  BUFFER(0, false) {
    @Override
    <T extends DType> Tensor<T> allocate(T dtype, long[] shape) {
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(dtype.bytes() * count(shape)));
      return Tensor.of(dtype, bytes.order(ByteOrder.nativeOrder()), shape);
    }
  },
  /** In native memory of its own. */
  NATIVE(0, true),
  /** In larger native memory, at addresses that are no multiple of anything. */
  NATIVE_VIEW(3, true);

  private final int more;
  private final boolean outsideHeap;

  /**
   * @param more by how many elements a row is longer than the argument
   */
  Placement(int more, boolean outsideHeap) {
    this.more = more;
    this.outsideHeap = outsideHeap;
  }

  /** A fresh tensor with what the slot holds before a run. */
  <T extends DType> Placed<T> place(Slot<T> slot) {
    long[] shape = slot.shape();
    long[] outer = shape.clone();
    outer[outer.length - 1] += more;
    Tensor<T> whole = allocate(slot.dtype(), outer);
    Tensor<T> part = more == 0 ? whole : whole.slice(corner(outer.length), Smalti.shape(shape));
    Placed<T> placed = new Placed<>(slot, whole, part, Math.min(more, 1));
    placed.fill();
    return placed;
  }

  private static Index corner(int axes) {
    long[] at = new long[axes];
    at[axes - 1] = 1;
    return Smalti.at(at);
  }

  private static long count(long[] shape) {
    return Arrays.stream(shape).reduce(1, (a, b) -> a * b);
  }

  <T extends DType> Tensor<T> allocate(T dtype, long[] shape) {
    if (!outsideHeap) {
      return Tensor.zeros(dtype, Smalti.shape(shape));
    }
    long bytes = dtype.bytes() * count(shape);
    int shift = more == 0 ? 0 : 1;
    MemorySegment memory = Arena.ofAuto().allocate(bytes + shift, 64).asSlice(shift);
    return Tensor.of(dtype, memory, shape);
  }

  /**
   * An argument of one run.
   *
   * @param slot which argument
   * @param whole the memory, with the neighbours
   * @param tensor what the program gets
   * @param left how many neighbours are before a row
   */
  record Placed<T extends DType>(Slot<T> slot, Tensor<T> whole, Tensor<T> tensor, int left) {
    private static final long NEIGHBOUR = 1;

    private void fill() {
      int count = Math.toIntExact(whole.extent(0) * whole.stride(0));
      for (int element = 0; element < count; element++) {
        Bits.write(slot.dtype(), whole.storage(), element, NEIGHBOUR);
      }
      long[] before = slot.before();
      for (int element = 0; element < before.length; element++) {
        Bits.write(slot.dtype(), whole.storage(), place(element), before[element]);
      }
    }

    private int place(int element) {
      int columns = tensor.dim(-1);
      return element / columns * whole.dim(-1) + left + element % columns;
    }

    /** The elements as they are now. */
    long[] bits() {
      long[] bits = new long[slot.before().length];
      for (int element = 0; element < bits.length; element++) {
        bits[element] = Bits.read(slot.dtype(), whole.storage(), place(element));
      }
      return bits;
    }

    /** Whether no element outside the tensor was changed. */
    boolean neighboursKept() {
      int width = whole.dim(-1);
      int rows = Math.toIntExact(whole.extent(0) * whole.stride(0)) / width;
      for (int row = 0; row < rows; row++) {
        for (int column = 0; column < width; column++) {
          boolean inside = column >= left && column < left + tensor.dim(-1);
          long bits = Bits.read(slot.dtype(), whole.storage(), row * width + column);
          if (!inside && bits != NEIGHBOUR) {
            return false;
          }
        }
      }
      return true;
    }
  }
}
