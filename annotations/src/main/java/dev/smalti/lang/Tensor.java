package dev.smalti.lang;

import dev.smalti.lang.reference.Arithmetic;
import dev.smalti.lang.reference.Boxes;
import dev.smalti.lang.spi.Storage;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Memory with an element type and a row-major shape of 1 to 5 axes, each extent at least 1. Kernels
 * load tiles from it and store tiles to it.
 *
 * <p>A tensor wraps the caller's array, buffer or segment, nothing is copied; a view shares the
 * memory of what it is a view of. There is no locking: two threads that touch one element, of which
 * one writes, need a signal between them. Only {@link Update#ADD} is atomic for each element.
 *
 * <p>Errors: a position or box outside, {@link IndexOutOfBoundsException}; a position or box with
 * another number of axes, {@link IllegalArgumentException}. In annotated methods also: to write a
 * parameter that is neither {@link Out} nor {@link InOut}, to use an element type that is not
 * known, to drop what a load or a view gives.
 *
 * @param <T> the element type
 */
public sealed class Tensor<T extends DType> permits Window {
  private final T dtype;
  private final Supplier<Storage> storage;
  private final long offset;
  private final long[] shape;
  private final long[] strides;

  Tensor(T dtype, Supplier<Storage> storage, long offset, long[] shape, long[] strides) {
    this.dtype = dtype;
    this.storage = storage;
    this.offset = offset;
    this.shape = shape;
    this.strides = strides;
  }

  private static <T extends DType> Tensor<T> dense(T dtype, Storage storage, long[] shape) {
    return new Tensor<>(dtype, () -> storage, 0, shape, Shapes.strides(shape));
  }

  private static long[] fitting(DType dtype, String source, long length, long[] shape) {
    long[] checked = Shapes.positive("the shape of a tensor ", shape);
    long count = Shapes.count("the shape of a tensor ", checked);
    if (count != length) {
      throw new IllegalArgumentException(
          "a tensor "
              + dtype
              + " "
              + Shapes.text(shape)
              + " has "
              + count
              + " elements, the "
              + source
              + " has "
              + length
              + "; wrap exactly the elements, and take a slice of the tensor");
    }
    return checked;
  }

  /**
   * Wraps an array of {@code F32}; nothing is copied.
   *
   * @param data the elements, row after row
   * @param shape the extents, whose product is the array's length
   * @return the tensor
   * @throws IllegalArgumentException if it is not, or an extent is below 1
   */
  public static Tensor<Smalti.F32> of(float[] data, long... shape) {
    long[] checked = fitting(Smalti.F32, "array", data.length, shape);
    return dense(Smalti.F32, new Storage.Floats(data), checked);
  }

  /**
   * Wraps an array of {@code F64}; nothing is copied.
   *
   * @param data the elements, row after row
   * @param shape the extents, whose product is the array's length
   * @return the tensor
   * @throws IllegalArgumentException if it is not, or an extent is below 1
   */
  public static Tensor<Smalti.F64> of(double[] data, long... shape) {
    long[] checked = fitting(Smalti.F64, "array", data.length, shape);
    return dense(Smalti.F64, new Storage.Doubles(data), checked);
  }

  /**
   * Wraps an array of {@code I32}; nothing is copied.
   *
   * @param data the elements, row after row
   * @param shape the extents, whose product is the array's length
   * @return the tensor
   * @throws IllegalArgumentException if it is not, or an extent is below 1
   */
  public static Tensor<Smalti.I32> of(int[] data, long... shape) {
    long[] checked = fitting(Smalti.I32, "array", data.length, shape);
    return dense(Smalti.I32, new Storage.Ints(data), checked);
  }

  /**
   * Wraps an array of {@code I64}; nothing is copied.
   *
   * @param data the elements, row after row
   * @param shape the extents, whose product is the array's length
   * @return the tensor
   * @throws IllegalArgumentException if it is not, or an extent is below 1
   */
  public static Tensor<Smalti.I64> of(long[] data, long... shape) {
    long[] checked = fitting(Smalti.I64, "array", data.length, shape);
    return dense(Smalti.I64, new Storage.Longs(data), checked);
  }

  /**
   * Wraps an array of the bits of {@code F16}, as {@link Float#floatToFloat16} makes them; nothing
   * is copied.
   *
   * @param dtype {@code F16}
   * @param data the elements, row after row
   * @param shape the extents, whose product is the array's length
   * @return the tensor
   * @throws IllegalArgumentException if it is not, or an extent is below 1
   */
  public static Tensor<Smalti.F16> of(Smalti.F16 dtype, short[] data, long... shape) {
    long[] checked = fitting(dtype, "array", data.length, shape);
    return dense(dtype, new Storage.Shorts(data), checked);
  }

  /**
   * Wraps an array of the bits of {@code BF16}, each the upper half of those of a {@code float};
   * nothing is copied.
   *
   * @param dtype {@code BF16}
   * @param data the elements, row after row
   * @param shape the extents, whose product is the array's length
   * @return the tensor
   * @throws IllegalArgumentException if it is not, or an extent is below 1
   */
  public static Tensor<Smalti.BF16> of(Smalti.BF16 dtype, short[] data, long... shape) {
    long[] checked = fitting(dtype, "array", data.length, shape);
    return dense(dtype, new Storage.Shorts(data), checked);
  }

  /**
   * Wraps an array of {@code I16}; nothing is copied.
   *
   * @param dtype {@code I16}
   * @param data the elements, row after row
   * @param shape the extents, whose product is the array's length
   * @return the tensor
   * @throws IllegalArgumentException if it is not, or an extent is below 1
   */
  public static Tensor<Smalti.I16> of(Smalti.I16 dtype, short[] data, long... shape) {
    long[] checked = fitting(dtype, "array", data.length, shape);
    return dense(dtype, new Storage.Shorts(data), checked);
  }

  /**
   * Wraps an array of {@code I8}; nothing is copied.
   *
   * @param dtype {@code I8}
   * @param data the elements, row after row
   * @param shape the extents, whose product is the array's length
   * @return the tensor
   * @throws IllegalArgumentException if it is not, or an extent is below 1
   */
  public static Tensor<Smalti.I8> of(Smalti.I8 dtype, byte[] data, long... shape) {
    long[] checked = fitting(dtype, "array", data.length, shape);
    return dense(dtype, new Storage.Bytes(data), checked);
  }

  /**
   * Wraps an array of the bits of {@code U8}; nothing is copied. A negative byte b is the number
   * {@code b + 256}.
   *
   * @param dtype {@code U8}
   * @param data the elements, row after row
   * @param shape the extents, whose product is the array's length
   * @return the tensor
   * @throws IllegalArgumentException if it is not, or an extent is below 1
   */
  public static Tensor<Smalti.U8> of(Smalti.U8 dtype, byte[] data, long... shape) {
    long[] checked = fitting(dtype, "array", data.length, shape);
    return dense(dtype, new Storage.Bytes(data), checked);
  }

  /**
   * Wraps an array of {@code BOOL}; nothing is copied. 0 is false, everything else is true, and 0
   * and 1 are written.
   *
   * @param dtype {@code BOOL}
   * @param data the elements, row after row
   * @param shape the extents, whose product is the array's length
   * @return the tensor
   * @throws IllegalArgumentException if it is not, or an extent is below 1
   */
  public static Tensor<Smalti.BOOL> of(Smalti.BOOL dtype, byte[] data, long... shape) {
    long[] checked = fitting(dtype, "array", data.length, shape);
    return dense(dtype, new Storage.Bytes(data), checked);
  }

  /**
   * Wraps a buffer from its position to its limit; nothing is copied, and the buffer's position has
   * no effect later.
   *
   * @param <T> the element type
   * @param dtype the element type
   * @param data the elements, row after row, in native byte order; they need not be aligned
   * @param shape the extents, whose product times the size of an element is what remains in the
   *     buffer
   * @return the tensor
   * @throws IllegalArgumentException if it is not, an extent is below 1, or the buffer is set to
   *     the other byte order
   */
  public static <T extends DType> Tensor<T> of(T dtype, ByteBuffer data, long... shape) {
    if (data.order() != ByteOrder.nativeOrder()) {
      throw new IllegalArgumentException(
          "the buffer is "
              + data.order()
              + ", elements are "
              + ByteOrder.nativeOrder()
              + "; write it with order(ByteOrder.nativeOrder()), and wrap it so");
    }
    return of(dtype, MemorySegment.ofBuffer(data), shape);
  }

  /**
   * Wraps a segment; nothing is copied.
   *
   * @param <T> the element type
   * @param dtype the element type
   * @param data the elements, row after row, in native byte order; they need not be aligned
   * @param shape the extents, whose product times the size of an element is the segment's size
   * @return the tensor
   * @throws IllegalArgumentException if it is not, or an extent is below 1
   */
  public static <T extends DType> Tensor<T> of(T dtype, MemorySegment data, long... shape) {
    if (data.byteSize() % dtype.bytes() != 0) {
      throw new IllegalArgumentException(
          "the memory has "
              + data.byteSize()
              + " bytes, an element of "
              + dtype
              + " has "
              + dtype.bytes()
              + "; wrap whole elements");
    }
    long[] checked = fitting(dtype, "memory", data.byteSize() / dtype.bytes(), shape);
    return dense(dtype, new Storage.Segment(data), checked);
  }

  /**
   * A new tensor, every element 0 or false. In {@link Jit} methods and outside of annotated ones.
   *
   * @param <T> the element type
   * @param dtype the element type
   * @param shape the extents
   * @return the tensor, in an array of its own
   * @throws IllegalArgumentException if an extent is below 1, or no array is that long
   */
  public static <T extends DType> Tensor<T> zeros(T dtype, Extent shape) {
    long[] checked = Shapes.positive("the shape of a tensor ", shape.toArray());
    long count = Shapes.count("the shape of a tensor ", checked);
    if (count > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "a tensor "
              + dtype
              + " "
              + shape
              + " has "
              + count
              + " elements, more than an array holds; wrap a MemorySegment");
    }
    return dense(dtype, Elements.allocate(dtype, (int) count), checked);
  }

  /**
   * A new tensor whose elements are undefined: write before you read. A method that runs as it
   * stands finds NaN, the upper bits of {@code 0xDEADBEEF} or true there, so that a mistake shows.
   *
   * @param <T> the element type
   * @param dtype the element type
   * @param shape the extents
   * @return the tensor, in an array of its own
   * @throws IllegalArgumentException if an extent is below 1, or no array is that long
   */
  public static <T extends DType> Tensor<T> undefined(T dtype, Extent shape) {
    Tensor<T> tensor = zeros(dtype, shape);
    Object poison = Elements.poison(dtype);
    long count = Shapes.count("the shape of a tensor ", tensor.shape());
    for (long element = 0; element < count; element++) {
      Elements.set(dtype, tensor.storage(), element, poison);
    }
    return tensor;
  }

  /**
   * The extent of an axis.
   *
   * @param axis from 0, the outermost; negative ones count from the end
   * @return the extent
   * @throws IndexOutOfBoundsException if there is no such axis
   * @throws ArithmeticException if the extent is no {@code int}; then {@link #extent} tells it
   */
  public final int dim(int axis) {
    return Math.toIntExact(shape[Shapes.axis(this.toString(), shape.length, axis)]);
  }

  /**
   * The element type.
   *
   * @return the value of the type argument
   */
  public final T dtype() {
    return dtype;
  }

  /**
   * How many axes, for generated code.
   *
   * @return 1 to 5
   */
  public final int axes() {
    return shape.length;
  }

  /**
   * The extent of an axis, for generated code.
   *
   * @param axis from 0, the outermost
   * @return the extent, at least 1
   */
  public final long extent(int axis) {
    return shape[axis];
  }

  /**
   * The extents, for generated code.
   *
   * @return a copy, outermost first
   */
  public final long[] shape() {
    return shape.clone();
  }

  /**
   * Where the first element is in the storage, for generated code.
   *
   * @return a number of elements
   */
  public final long offset() {
    return offset;
  }

  /**
   * The distance of neighbours along an axis, for generated code.
   *
   * @param axis from 0, the outermost
   * @return a number of elements; 1 for the last axis
   */
  public final long stride(int axis) {
    return strides[axis];
  }

  /**
   * The memory, for generated code. Of a window it is the instance of the rank whose dispatch the
   * calling thread runs.
   *
   * @return the memory, in which the first element is at {@link #offset()}
   * @throws IllegalStateException if this is a window and the calling thread runs no dispatch
   */
  public final Storage storage() {
    HostReads.await();
    return storage.get();
  }

  /** A tensor of the same memory, or a window of the same instances. */
  Tensor<T> view(long viewOffset, long[] viewShape, long[] viewStrides) {
    return new Tensor<>(dtype, storage, viewOffset, viewShape, viewStrides);
  }

  /**
   * A view that fixes leading axes and no longer has them: {@code [ranks, 1, n].at(r)} is {@code
   * [1, n]}.
   *
   * @param leading coordinates of the first axes, at least one, and fewer than there are axes
   * @return the view
   */
  public Tensor<T> at(int... leading) {
    long distance = Shapes.leading(toString(), shape, strides, leading);
    return view(
        offset + distance,
        Shapes.tail(shape, leading.length),
        Shapes.tail(strides, leading.length));
  }

  /**
   * A view of a box, with the same axes.
   *
   * @param at where the box starts
   * @param box its extents, each at least 1
   * @return the view
   */
  public Tensor<T> slice(Index at, Extent box) {
    long[] extents = Shapes.positive("the slice ", box.toArray());
    Shapes.checkInside(this, shape, at, extents);
    return view(offset + Shapes.distance(at, strides), extents, strides);
  }

  /**
   * A view of one row of a tensor of two axes, {@code [1, columns]}.
   *
   * @param row the row
   * @return the view
   */
  public Tensor<T> row(int row) {
    return rows(row, 1);
  }

  /**
   * A view of some rows of a tensor of two axes, {@code [count, columns]}.
   *
   * @param from the first row
   * @param count how many, at least 1
   * @return the view
   */
  public Tensor<T> rows(int from, int count) {
    if (shape.length != 2) {
      throw new IllegalArgumentException(
          this + " has " + shape.length + " axes, rows are of tensors with 2; use at or slice");
    }
    return slice(new Index(from, 0), new Extent(count, shape[1]));
  }

  /**
   * A view of all elements along one axis, {@code [n]}, in their order: what counts elements of any
   * shape works on it.
   *
   * @return the view
   * @throws IllegalArgumentException if this is a view of some columns of several rows, so that its
   *     elements do not lie one behind the other
   */
  public Tensor<T> flat() {
    long count = 1;
    for (int axis = shape.length - 1; axis >= 0; axis--) {
      if (shape[axis] > 1 && strides[axis] != count) {
        throw new IllegalArgumentException(
            this
                + " has gaps: neighbours along axis "
                + axis
                + " are "
                + strides[axis]
                + " elements apart, not "
                + count
                + "; take whole rows, or copy them first");
      }
      count *= shape[axis];
    }
    return view(offset, new long[] {count}, new long[] {1});
  }

  /**
   * One element as a double, which is exact for every type but {@code I64}; of {@code BOOL} 0 or 1.
   *
   * @param at where
   * @return the element
   * @throws IllegalArgumentException if elements are {@code I64}; use {@link #readLong}
   */
  public final double read(Index at) {
    if (dtype instanceof Smalti.I64) {
      throw new IllegalArgumentException(
          this + ": a double cannot hold every I64; use readLong(at" + at + ")");
    }
    return Arithmetic.f64().cast(element(at));
  }

  /**
   * One element of a tensor of integers of at most 32 bits, as a scalar that may index.
   *
   * @param at where
   * @return the element
   * @throws IllegalArgumentException if elements are not {@code I8}, {@code I16}, {@code I32} or
   *     {@code U8}
   */
  public final int readInt(Index at) {
    if (element(at) instanceof Integer element) {
      return element;
    }
    throw new IllegalArgumentException(
        this
            + ": readInt is for I8, I16, I32 and U8; use "
            + (dtype instanceof Smalti.I64 ? "readLong" : "read"));
  }

  /**
   * One element of a tensor of integers.
   *
   * @param at where
   * @return the element
   * @throws IllegalArgumentException if elements are no integers
   */
  public final long readLong(Index at) {
    return switch (element(at)) {
      case Integer element -> element;
      case Long element -> element;
      default -> throw new IllegalArgumentException(this + ": readLong is for integers; use read");
    };
  }

  private Object element(Index at) {
    return Elements.get(dtype, storage(), place(at));
  }

  /** Where an element is in the storage. */
  private long place(Index at) {
    long[] one = new long[shape.length];
    Arrays.fill(one, 1);
    Shapes.checkInside(this, shape, at, one);
    return offset + Shapes.distance(at, strides);
  }

  /**
   * Writes one element of floats.
   *
   * @param at where
   * @param value what, rounded to the element type
   * @throws IllegalArgumentException if elements are no floats
   */
  public final void write(Index at, double value) {
    Elements.set(dtype, writable(), place(at), dtype.arithmetic().scalar(value));
  }

  /**
   * Writes one element.
   *
   * @param at where
   * @param value what, rounded to a type of floats; 0 or 1 for {@code BOOL}
   * @throws ArithmeticException if it does not fit a type of integers
   */
  public final void write(Index at, long value) {
    Elements.set(dtype, writable(), place(at), dtype.arithmetic().scalar(value));
  }

  private Storage writable() {
    Storage memory = storage();
    if (memory instanceof Storage.Segment(MemorySegment segment) && segment.isReadOnly()) {
      throw new IllegalArgumentException(this + " wraps read-only memory; it can only be read");
    }
    return memory;
  }

  /**
   * Loads all of it.
   *
   * @return a tile; leading axes are flattened into rows
   */
  public final Tile<T> load() {
    Extent all = new Extent(shape);
    return load(Index.origin(shape.length), all, all);
  }

  /**
   * Loads a box, which lies inside.
   *
   * @param at where the box starts
   * @param box its extents, each at least 1
   * @return a tile; leading axes are flattened into rows
   */
  public final Tile<T> load(Index at, Extent box) {
    return load(at, box, box);
  }

  /**
   * Loads a box of which only a part is read; the rest may overhang. A last block of rows: {@code
   * load(at(r, 0), shape(BLOCK, n), shape(rows - r, n))}.
   *
   * @param at where the box starts
   * @param box the extents of the tile, each at least 1
   * @param valid the extents of what is read, each from 0 to that of the box; it lies inside
   * @return a tile with this valid box; leading axes are flattened into rows, the valid rows first
   */
  public final Tile<T> load(Index at, Extent box, Extent valid) {
    long[] read = valid.toArray();
    Grid.Bounds bounds = Grid.Bounds.of(box.toArray(), read);
    Shapes.checkInside(this, shape, at, read);
    Storage memory = storage();
    List<Object> elements = new ArrayList<>(bounds.count());
    long first = offset + Shapes.distance(at, strides);
    long[] position = new long[read.length];
    for (int i = 0; i < bounds.count(); i++) {
      elements.add(Elements.get(dtype, memory, first + dot(position)));
      Shapes.advance(position, read);
    }
    return new Tile<>(dtype, Grid.ofObjects(dtype.arithmetic(), bounds, elements));
  }

  private long dot(long[] position) {
    long distance = 0;
    for (int axis = 0; axis < position.length; axis++) {
      distance += position[axis] * strides[axis];
    }
    return distance;
  }

  /**
   * Stores the valid box of a tile at the origin.
   *
   * @param tile what is stored
   */
  public final void store(Tile<T> tile) {
    store(tile, Index.origin(shape.length), Update.SET);
  }

  /**
   * Stores the valid box of a tile.
   *
   * @param tile what is stored
   * @param at where its first element goes
   */
  public final void store(Tile<T> tile, Index at) {
    store(tile, at, Update.SET);
  }

  /**
   * Stores the valid box of a tile, or adds it. Columns go along the last axis, rows along the one
   * before it, and on along outer axes as {@link Boxes#stored} says; a tile for a tensor of one
   * axis has one row.
   *
   * @param tile what is stored
   * @param at where its first element goes
   * @param update whether elements are replaced or added to; each addition is atomic
   * @throws IndexOutOfBoundsException if the valid box does not fit
   */
  public final void store(Tile<T> tile, Index at, Update update) {
    if (tile.dtype() != dtype) {
      throw new IllegalArgumentException(
          this + " takes no tile of " + tile.dtype() + "; cast it to " + dtype);
    }
    if (update == Update.ADD && dtype instanceof Smalti.BOOL) {
      throw new IllegalArgumentException(this + ": BOOL has no add; store with SET");
    }
    Shapes.checkRank(this, shape, "at", at, at.axes());
    Grid.Bounds bounds = tile.grid().bounds();
    long[] box = Boxes.stored(shape, at.toArray(), bounds.validRows(), bounds.validColumns());
    Storage memory = writable();
    long first = offset + Shapes.distance(at, strides);
    long[] position = new long[box.length];
    for (Object element : tile.grid().elements()) {
      long place = first + dot(position);
      switch (update) {
        case SET -> Elements.set(dtype, memory, place, element);
        case ADD -> Elements.add(dtype, memory, place, element);
      }
      Shapes.advance(position, box);
    }
  }

  /** What messages call it: {@code tensor F32 [4, 1, 256]}. */
  @Override
  public String toString() {
    return "tensor " + dtype + " " + Shapes.text(shape);
  }
}
