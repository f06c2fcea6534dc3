package dev.smalti.runtime;

import dev.smalti.lang.Tensor;
import dev.smalti.lang.Window;
import dev.smalti.lang.spi.Storage;
import dev.smalti.runtime.protocol.Reshape;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What generated code checks while it runs. Every message starts with the user's file and line, or
 * with the kernel where the fault is in its arguments, and names the values.
 */
public final class Checks {
  /** Elements of a round of joined rows. */
  private static final int JOINED = 1 << 16;

  private Checks() {}

  /**
   * A region lies inside its tensor, along one axis.
   *
   * @param kernel who checks
   * @param line the user's line
   * @param tensor the name of the tensor
   * @param at where the region starts
   * @param extent how long it is
   * @param bound the extent of the tensor
   * @param axis which axis
   * @throws IndexOutOfBoundsException if it does not
   */
  public static void region(
      Kernel kernel, int line, String tensor, long at, long extent, long bound, int axis) {
    if (at < 0 || extent < 0 || at > bound - extent) {
      throw new IndexOutOfBoundsException(
          kernel.at(line)
              + ": the box at "
              + at
              + " of extent "
              + extent
              + " leaves "
              + tensor
              + " on axis "
              + axis
              + ", whose extent is "
              + bound
              + "; keep it inside, or give load a valid extent");
    }
  }

  /**
   * Elements lie one behind the other, along one axis.
   *
   * @param kernel who checks
   * @param line the user's line
   * @param tensor the name of the tensor
   * @param axis which axis
   * @param extent its extent
   * @param stride how far its neighbours are from each other
   * @param inner how many elements the axes behind it have
   * @throws IllegalArgumentException if there are elements between them
   */
  public static void dense(
      Kernel kernel, int line, String tensor, int axis, long extent, long stride, long inner) {
    if (extent > 1 && stride != inner) {
      throw new IllegalArgumentException(
          kernel.at(line)
              + ": "
              + tensor
              + " has gaps: neighbours along axis "
              + axis
              + " are "
              + stride
              + " elements apart, not "
              + inner
              + "; take whole rows, or copy them first");
    }
  }

  /**
   * A view of another element type lies inside its window.
   *
   * @param kernel who checks
   * @param line the user's line
   * @param window the name of the window
   * @param given how many bytes it has
   * @param type the element type of the view
   * @param size how many bytes one of its elements has
   * @param shape the extents of the view
   * @throws IllegalArgumentException if the window has fewer bytes
   */
  public static void fits(
      Kernel kernel, int line, String window, long given, String type, int size, long... shape) {
    long needed = Reshape.bytes(shape, size).orElse(Long.MAX_VALUE);
    if (needed > given) {
      throw new IllegalArgumentException(
          kernel.at(line)
              + ": "
              + window
              + " has "
              + given
              + " bytes, a view "
              + type
              + " "
              + Arrays.toString(shape)
              + " needs "
              + needed
              + "; make it smaller, or the window larger");
    }
  }

  /**
   * The bytes of a window begin where an element of another type may.
   *
   * @param kernel who checks
   * @param line the user's line
   * @param window the name of the window
   * @param start its first byte, from the allocation
   * @param type the element type of the view
   * @param size how many bytes one of its elements has
   * @return where its first element is, in elements of the view
   * @throws IllegalArgumentException if an element of the view cannot start there
   */
  public static long aligned(
      Kernel kernel, int line, String window, long start, String type, int size) {
    if (start % size != 0) {
      throw new IllegalArgumentException(
          kernel.at(line)
              + ": "
              + window
              + " starts at byte "
              + start
              + " of its allocation, an element of "
              + type
              + " starts at a multiple of "
              + size
              + "; take another slice");
    }
    return start / size;
  }

  /**
   * Memory that is copied has the shape of the window, along one axis.
   *
   * @param kernel who checks
   * @param line the user's line
   * @param window the name of the window
   * @param axis which axis
   * @param extent the extent of the window
   * @param local the name of the memory
   * @param other its extent
   * @throws IllegalArgumentException if the two differ
   */
  public static void sameExtent(
      Kernel kernel, int line, String window, int axis, long extent, String local, long other) {
    if (extent != other) {
      throw new IllegalArgumentException(
          kernel.at(line)
              + ": axis "
              + axis
              + " of "
              + window
              + " is "
              + extent
              + ", of "
              + local
              + " "
              + other
              + "; the shapes of a transfer are equal: take a view of the larger");
    }
  }

  /**
   * A piece of a transfer has elements.
   *
   * @param kernel who checks
   * @param line the user's line
   * @param size how many rows or columns a piece has
   * @throws IllegalArgumentException if there is none
   */
  public static void chunk(Kernel kernel, int line, int size) {
    if (size < 1) {
      throw new IllegalArgumentException(
          kernel.at(line)
              + ": a piece of the transfer has "
              + size
              + " rows or columns, at least 1 is needed");
    }
  }

  /**
   * Two views of one instance, of one shape and element type, have no element in common.
   *
   * @param kernel who checks
   * @param line the user's line
   * @param window the name of the one
   * @param local the name of the other
   * @param shape their extents
   * @param windowAt the first element of the one
   * @param windowStrides its strides, but the last, which is 1
   * @param localAt the first element of the other
   * @param localStrides its strides, but the last, which is 1
   * @throws IllegalArgumentException if they have
   */
  public static void apart(
      Kernel kernel,
      int line,
      String window,
      String local,
      long[] shape,
      long windowAt,
      long[] windowStrides,
      long localAt,
      long[] localStrides) {
    int last = shape.length - 1;
    long[] leading = Arrays.copyOf(shape, last);
    Region first = new Region(kernel, windowAt, shape[last], leading, windowStrides);
    Region second = new Region(kernel, localAt, shape[last], leading, localStrides);
    if (first.overlaps(second)) {
      throw new IllegalArgumentException(
          kernel.at(line)
              + ": "
              + window
              + " and "
              + local
              + " have elements in common on this rank; copy to other memory, or to another rank");
    }
  }

  /**
   * A number of elements that is an extent.
   *
   * @param kernel who checks
   * @param line the user's line
   * @param tensor the name of the tensor
   * @param count how many elements it has
   * @throws IllegalArgumentException if an {@code int} cannot count them
   */
  public static void extent(Kernel kernel, int line, String tensor, long count) {
    if (count > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          kernel.at(line)
              + ": "
              + tensor
              + " has "
              + count
              + " elements, an extent is at most "
              + Integer.MAX_VALUE
              + "; take a part of it");
    }
  }

  /**
   * An index lies inside its tensor, along one axis.
   *
   * @param kernel who checks
   * @param line the user's line
   * @param tensor the name of the tensor
   * @param index the index
   * @param bound the extent of the tensor
   * @param axis which axis
   * @return the index
   * @throws IndexOutOfBoundsException if it does not
   */
  public static long index(
      Kernel kernel, int line, String tensor, long index, long bound, int axis) {
    if (index < 0 || index >= bound) {
      throw new IndexOutOfBoundsException(
          kernel.at(line)
              + ": index "
              + index
              + " leaves "
              + tensor
              + " on axis "
              + axis
              + ", whose extent is "
              + bound
              + (index < 0 ? "; Math.floorMod is never negative" : ""));
    }
    return index;
  }

  /**
   * An index lies inside a local array.
   *
   * @param kernel who checks
   * @param line the user's line
   * @param array the name of the array
   * @param index the index
   * @param length the length of the array
   * @return the index
   * @throws ArrayIndexOutOfBoundsException if it does not
   */
  public static int element(Kernel kernel, int line, String array, int index, int length) {
    if (index < 0 || index >= length) {
      throw new ArrayIndexOutOfBoundsException(
          kernel.at(line)
              + ": index "
              + index
              + " leaves the array "
              + array
              + " of length "
              + length
              + (index < 0 ? "; Math.floorMod is never negative" : ""));
    }
    return index;
  }

  /**
   * An element of an index names a row or column.
   *
   * @param kernel who checks
   * @param line the user's line
   * @param index the name of the index
   * @param row where the element is
   * @param column where the element is
   * @param value the element
   * @param bound how many rows or columns there are
   * @return the element
   * @throws IndexOutOfBoundsException if it does not
   */
  public static int place(
      Kernel kernel, int line, String index, int row, int column, int value, int bound) {
    if (value < 0 || value >= bound) {
      throw new IndexOutOfBoundsException(
          kernel.at(line)
              + ": element ["
              + row
              + ", "
              + column
              + "] of "
              + index
              + " is "
              + value
              + ", outside 0 to "
              + (bound - 1));
    }
    return value;
  }

  /**
   * A valid extent fits its box, along one axis.
   *
   * @param kernel who checks
   * @param line the user's line
   * @param tensor the name of the tensor
   * @param valid how many elements are valid
   * @param extent the extent of the box
   * @param axis which axis
   * @throws IllegalArgumentException if it does not
   */
  public static void validExtent(
      Kernel kernel, int line, String tensor, long valid, long extent, int axis) {
    if (valid < 0 || valid > extent) {
      throw new IllegalArgumentException(
          kernel.at(line)
              + ": a valid extent of "
              + valid
              + " on axis "
              + axis
              + " of "
              + tensor
              + " does not fit a box of extent "
              + extent);
    }
  }

  /**
   * A parameter has the extent that is declared.
   *
   * @param kernel who checks
   * @param parameter its name
   * @param axis which axis
   * @param declared what is written in {@code @Shape}
   * @param expected the value of that
   * @param actual the extent of the argument
   * @throws IllegalArgumentException if the two differ
   */
  public static void extent(
      Kernel kernel, String parameter, int axis, String declared, long expected, long actual) {
    if (expected != actual) {
      String value = declared.equals(Long.toString(expected)) ? "" : " = " + expected;
      throw new IllegalArgumentException(
          kernel.method()
              + ": axis "
              + axis
              + " of "
              + parameter
              + " is declared "
              + declared
              + value
              + ", the argument has "
              + actual);
    }
  }

  /**
   * A symbol, or another value that the shapes declare, is possible as an extent.
   *
   * @param kernel who checks
   * @param declared what is written in {@code @Shape}
   * @param value the value of that
   * @param least the least possible value
   * @throws IllegalArgumentException if it is less
   */
  public static void atLeast(Kernel kernel, String declared, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(
          kernel.method()
              + ": "
              + declared
              + " is "
              + value
              + ", at least "
              + least
              + " is needed");
    }
  }

  /**
   * A parameter has the number of axes that is declared.
   *
   * @param kernel who checks
   * @param parameter its name
   * @param expected how many are declared
   * @param actual how many the argument has
   * @throws IllegalArgumentException if the two differ
   */
  public static void axes(Kernel kernel, String parameter, int expected, int actual) {
    if (expected != actual) {
      throw new IllegalArgumentException(
          kernel.method()
              + ": "
              + parameter
              + " is declared with "
              + expected
              + (expected == 1 ? " axis" : " axes")
              + ", the argument has "
              + actual);
    }
  }

  /**
   * What is reduced has an element.
   *
   * @param kernel who checks
   * @param line the user's line
   * @param tile what is reduced
   * @param rows how many rows are valid
   * @param columns how many columns are valid
   * @throws IllegalArgumentException if there is none
   */
  public static void notEmpty(Kernel kernel, int line, String tile, long rows, long columns) {
    if (rows < 1 || columns < 1) {
      throw new IllegalArgumentException(
          kernel.at(line)
              + ": the valid box of "
              + tile
              + " is ["
              + rows
              + ", "
              + columns
              + "]; a reduction needs at least one element");
    }
  }

  /**
   * The operands of a binary operation have the same valid box.
   *
   * @param kernel who checks
   * @param line the user's line
   * @param left the first operand
   * @param leftRows its valid rows
   * @param leftColumns its valid columns
   * @param right the second operand
   * @param rightRows its valid rows
   * @param rightColumns its valid columns
   * @throws IllegalArgumentException if they differ
   */
  public static void valid(
      Kernel kernel,
      int line,
      String left,
      long leftRows,
      long leftColumns,
      String right,
      long rightRows,
      long rightColumns) {
    if (leftRows != rightRows || leftColumns != rightColumns) {
      throw new IllegalArgumentException(
          kernel.at(line)
              + ": valid boxes differ: "
              + left
              + " has ["
              + leftRows
              + ", "
              + leftColumns
              + "], "
              + right
              + " has ["
              + rightRows
              + ", "
              + rightColumns
              + "]");
    }
  }

  /**
   * A written tensor overlaps another argument not at all, or, if the code allows for that,
   * exactly.
   *
   * @param kernel who checks
   * @param written the name of the written parameter
   * @param target its argument
   * @param other the name of the other parameter
   * @param argument its argument
   * @param inPlace whether both may be the same region
   * @throws IllegalArgumentException if they overlap in another way, or one of them cannot be used
   *     as {@link #argument} says
   */
  public static void alias(
      Kernel kernel,
      String written,
      Tensor<?> target,
      String other,
      Tensor<?> argument,
      boolean inPlace) {
    argument(kernel, written, target, true);
    argument(kernel, other, argument, false);
    if (Region.areApart(target, argument)) {
      return;
    }
    Region first = Region.of(target);
    Region second = Region.of(argument);
    if (!first.overlaps(second) || (inPlace && first.sameAs(second))) {
      return;
    }
    throw new IllegalArgumentException(
        kernel.method()
            + ": "
            + written
            + ", which is written, overlaps "
            + other
            + (first.sameAs(second)
                ? "; they are the same elements, and this kernel does not work in place"
                : "; overlapping arguments are the same elements or have none in common")
            + " ("
            + text(target)
            + ", "
            + text(argument)
            + ")");
  }

  /**
   * The step of a loop is not zero.
   *
   * @param kernel who checks
   * @param line the user's line
   * @param step the step
   * @throws IllegalArgumentException if it is zero
   */
  public static void step(Kernel kernel, int line, long step) {
    if (step == 0) {
      throw new IllegalArgumentException(
          kernel.at(line) + ": the step of the loop is 0, it would never end");
    }
  }

  /**
   * The next value of a loop's counter, which does not run over the last number there is.
   *
   * @param at the counter
   * @param end where the loop ends; the counter is on its way there
   * @param step how far a round moves it, not zero
   * @return {@code at + step}, or {@code end} where that is the end or behind it
   */
  public static int next(int at, int end, int step) {
    boolean goesOn = step > 0 ? at < end - step : at > end - step;
    return goesOn ? at + step : end;
  }

  /**
   * The next value of a loop's counter, which does not run over the last number there is.
   *
   * @param at the counter
   * @param end where the loop ends; the counter is on its way there
   * @param step how far a round moves it, not zero
   * @return {@code at + step}, or {@code end} where that is the end or behind it
   */
  public static long next(long at, long end, long step) {
    boolean goesOn = step > 0 ? at < end - step : at > end - step;
    return goesOn ? at + step : end;
  }

  /**
   * How many rows that lie one behind the other one round of a loop takes: enough that a round
   * costs more than its begin, few enough that the loop can be cancelled in between.
   *
   * @param rows how many there are
   * @param columns elements of a row, at least 1
   * @return at least 1; so many rows have at most 65,536 elements, or are one
   */
  public static int joinedRows(int rows, int columns) {
    return Math.max(1, Math.min(rows, JOINED / columns));
  }

  /**
   * A divisor is not zero.
   *
   * @param kernel who checks
   * @param line the user's line
   * @param divisor the divisor
   * @return the divisor
   * @throws ArithmeticException if it is zero
   */
  public static int divisor(Kernel kernel, int line, int divisor) {
    if (divisor == 0) {
      throw byZero(kernel, line);
    }
    return divisor;
  }

  /**
   * A divisor is not zero.
   *
   * @param kernel who checks
   * @param line the user's line
   * @param divisor the divisor
   * @return the divisor
   * @throws ArithmeticException if it is zero
   */
  public static long divisor(Kernel kernel, int line, long divisor) {
    if (divisor == 0) {
      throw byZero(kernel, line);
    }
    return divisor;
  }

  private static ArithmeticException byZero(Kernel kernel, int line) {
    return new ArithmeticException(kernel.at(line) + ": / by zero");
  }

  /**
   * A scalar fits the elements of an I32 tile or tensor.
   *
   * @param kernel who checks
   * @param line the user's line
   * @param value the scalar
   * @return the scalar
   * @throws ArithmeticException if it does not
   */
  public static int scalar(Kernel kernel, int line, long value) {
    if (value != (int) value) {
      throw new ArithmeticException(
          kernel.at(line)
              + ": the scalar "
              + value
              + " does not fit I32; cast the tile to I64, or use a tensor of I64");
    }
    return (int) value;
  }

  /**
   * A scalar fits the elements of an I8 tile or tensor.
   *
   * @param kernel who checks
   * @param line the user's line
   * @param value the scalar
   * @return the element
   * @throws ArithmeticException if it does not
   */
  public static byte scalarI8(Kernel kernel, int line, long value) {
    return (byte) scalar(kernel, line, "I8", Byte.MIN_VALUE, Byte.MAX_VALUE, value);
  }

  /**
   * A scalar fits the elements of an I16 tile or tensor.
   *
   * @param kernel who checks
   * @param line the user's line
   * @param value the scalar
   * @return the element
   * @throws ArithmeticException if it does not
   */
  public static short scalarI16(Kernel kernel, int line, long value) {
    return (short) scalar(kernel, line, "I16", Short.MIN_VALUE, Short.MAX_VALUE, value);
  }

  /**
   * A scalar fits the elements of a U8 tile or tensor.
   *
   * @param kernel who checks
   * @param line the user's line
   * @param value the scalar
   * @return the bits of the element
   * @throws ArithmeticException if it does not
   */
  public static byte scalarU8(Kernel kernel, int line, long value) {
    return (byte) scalar(kernel, line, "U8", 0, 255, value);
  }

  private static long scalar(
      Kernel kernel, int line, String type, int least, int greatest, long value) {
    if (value < least || value > greatest) {
      throw new ArithmeticException(
          "%s: the scalar %d does not fit %s, which holds %d to %d; cast the tile to a wider type"
              .formatted(kernel.at(line), value, type, least, greatest));
    }
    return value;
  }

  /**
   * A position, an extent or a size that is a {@code long} is possible as an {@code int}.
   *
   * @param kernel who checks
   * @param line the user's line; 0 if it is an argument that is checked
   * @param what what it is, such as {@code n}
   * @param value the value of that
   * @return the value
   * @throws ArithmeticException if it is not
   */
  public static int toInt(Kernel kernel, int line, String what, long value) {
    if (value != (int) value) {
      throw new ArithmeticException(
          (line == 0 ? kernel.method() : kernel.at(line))
              + ": "
              + what
              + " is "
              + value
              + ", which no int can hold");
    }
    return (int) value;
  }

  /**
   * An argument is there, and its memory can be used by the calling thread as the parameter says.
   * Called for every parameter before anything is written.
   *
   * @param kernel who checks
   * @param parameter its name
   * @param argument the argument
   * @param written whether elements of it are written
   * @throws IllegalArgumentException if it is null, its memory was freed or belongs to another
   *     thread, or it is written and its memory is read-only
   */
  public static void argument(
      Kernel kernel, String parameter, @Nullable Tensor<?> argument, boolean written) {
    check(kernel, parameter, argument, written, Thread.currentThread());
  }

  /**
   * As {@link #argument}, for the argument of a program, which threads of other ranks use.
   *
   * @param kernel who checks
   * @param parameter its name
   * @param argument the argument
   * @param written whether elements of it are written
   * @throws IllegalArgumentException if it is null, its memory was freed or belongs to one thread,
   *     or it is written and its memory is read-only
   */
  public static void sharedArgument(
      Kernel kernel, String parameter, @Nullable Tensor<?> argument, boolean written) {
    check(kernel, parameter, argument, written, Thread.ofVirtual().unstarted(() -> {}));
  }

  /**
   * A callback is there.
   *
   * @param kernel who checks
   * @param parameter its name
   * @param argument the argument
   * @throws IllegalArgumentException if it is null
   */
  public static void callback(Kernel kernel, String parameter, @Nullable Object argument) {
    if (argument == null) {
      throw new IllegalArgumentException(
          kernel.method() + ": " + parameter + " is null; pass a callback, such as _ -> {}");
    }
  }

  /**
   * The extents of a tensor, which is there.
   *
   * @param method who takes it, {@code Layer.norm}
   * @param parameter its name
   * @param argument the argument
   * @return one extent an axis
   * @throws IllegalArgumentException if it is null
   */
  public static long[] shape(String method, String parameter, @Nullable Tensor<?> argument) {
    if (argument == null) {
      throw noTensor(method, parameter);
    }
    return argument.shape();
  }

  private static IllegalArgumentException noTensor(String method, String parameter) {
    return new IllegalArgumentException(method + ": " + parameter + " is null; pass a tensor");
  }

  /**
   * A record is there.
   *
   * @param method who takes it, {@code Layer.norm}
   * @param parameter its name
   * @param type the simple name of its class
   * @param argument the argument
   * @throws IllegalArgumentException if it is null
   */
  public static void record(
      String method, String parameter, String type, @Nullable Object argument) {
    if (argument == null) {
      throw new IllegalArgumentException(
          method + ": " + parameter + " is null; pass a record " + type);
    }
  }

  private static void check(
      Kernel kernel, String parameter, @Nullable Tensor<?> argument, boolean written, Thread user) {
    if (argument == null) {
      throw noTensor(kernel.method(), parameter);
    }
    if (argument instanceof Window
        || !(argument.storage() instanceof Storage.Segment(var memory))) {
      return; // A window belongs to the run, an array to everybody.
    }
    if (!memory.scope().isAlive()) {
      throw unusable(
          kernel,
          parameter,
          argument,
          "was freed: its arena is closed. Close the arena when the call has returned");
    }
    if (!memory.isAccessibleBy(user)) {
      throw unusable(
          kernel,
          parameter,
          argument,
          "belongs to the thread of a confined arena, and another thread has to use it. Allocate"
              + " it in Arena.ofShared() or Arena.ofAuto()");
    }
    if (written && memory.isReadOnly()) {
      throw unusable(
          kernel,
          parameter,
          argument,
          "is read-only, and the parameter is written. Wrap the memory itself, not its read-only"
              + " view");
    }
  }

  private static IllegalArgumentException unusable(
      Kernel kernel, String parameter, Tensor<?> argument, String why) {
    return new IllegalArgumentException(
        kernel.method() + ": the memory of " + parameter + " (" + argument + ") " + why);
  }

  /**
   * An error of another kind.
   *
   * @param kernel who checks
   * @param line the user's line
   * @param message what is wrong, and what to do
   * @return the exception, to be thrown
   */
  public static IllegalArgumentException failure(Kernel kernel, int line, String message) {
    return new IllegalArgumentException(kernel.at(line) + ": " + message);
  }

  private static String text(Tensor<?> tensor) {
    return Arrays.toString(tensor.shape()) + " from element " + tensor.offset();
  }
}
