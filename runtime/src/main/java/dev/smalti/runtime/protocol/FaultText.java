package dev.smalti.runtime.protocol;

import java.util.Arrays;

/** The words for what a rank must not do; the interpreter and the skeletons share them. */
public final class FaultText {
  private FaultText() {}

  /**
   * What arithmetic threw. HotSpot leaves out the text of a division by zero where it has thrown
   * many: it throws an exception that was made before.
   *
   * @param thrown the exception
   * @return its words
   */
  public static String of(ArithmeticException thrown) {
    String text = thrown.getMessage();
    return text == null ? "/ by zero" : text;
  }

  /**
   * A rank that does not exist is addressed.
   *
   * @param memory the window or signal
   * @param peer the rank
   * @param ranks how many there are
   * @return the words
   */
  public static String noPeer(String memory, long peer, int ranks) {
    return "%s: peer %d is no rank, there are %d".formatted(memory, peer, ranks);
  }

  /**
   * A box leaves its memory.
   *
   * @param memory what it leaves
   * @param axis the axis, from 0
   * @param extent the extent there
   * @param from the first element of the box there
   * @param count how many elements of the box there
   * @return the words
   */
  public static String outside(String memory, int axis, long extent, long from, long count) {
    return "%s: axis %d has extent %d, %d elements from %d are outside"
        .formatted(memory, axis, extent, count, from);
  }

  /**
   * Memory is copied to a window, or from one, that has another shape.
   *
   * @param window the window
   * @param shape its extents
   * @param local the memory
   * @param extents its extents
   * @return the words
   */
  public static String otherShape(String window, long[] shape, String local, long[] extents) {
    return "%s: the shape is %s, that of %s is %s"
        .formatted(window, Arrays.toString(shape), local, Arrays.toString(extents));
  }

  /**
   * Memory is copied to itself.
   *
   * @param window the window
   * @param local the memory
   * @return the words
   */
  public static String shared(String window, String local) {
    return "%s: it has elements in common with %s on this rank".formatted(window, local);
  }

  /**
   * A piece of a transfer has no element.
   *
   * @param extent how many rows or columns
   * @return the words
   */
  public static String emptyChunk(long extent) {
    return "a piece has %d rows or columns, at least 1 is needed".formatted(extent);
  }

  /**
   * Memory is reshaped that has other elements between its own.
   *
   * @param memory what is reshaped
   * @param extents its extents
   * @return the words
   */
  public static String notDense(String memory, long[] extents) {
    return "%s: the elements of this view %s do not lie one behind the other"
        .formatted(memory, Arrays.toString(extents));
  }

  /**
   * A view of another element type has more bytes than the window.
   *
   * @param window what is viewed
   * @param given how many bytes it has
   * @param extents the extents of the view
   * @param size how many bytes one of its elements has
   * @return the words
   */
  public static String viewTooLarge(String window, long given, long[] extents, int size) {
    return "%s: it has %d bytes, a view %s of elements of %d bytes needs more"
        .formatted(window, given, Arrays.toString(extents), size);
  }

  /**
   * A view of another element type starts within an element.
   *
   * @param window what is viewed
   * @param start its first byte, counted from the allocation
   * @param size how many bytes an element of the view has
   * @return the words
   */
  public static String viewNotAligned(String window, long start, int size) {
    return "%s: a view of elements of %d bytes starts at byte %d, which is no multiple of that"
        .formatted(window, size, start);
  }

  /**
   * A tile is stored where it has no room.
   *
   * @param memory where
   * @param rows the rows of the tile
   * @param columns its columns
   * @param at the position
   * @param extents the extents of the memory
   * @return the words
   */
  public static String doesNotFit(
      String memory, long rows, long columns, long[] at, long[] extents) {
    return "%s: a tile of [%d, %d] valid elements at %s does not fit the extents %s"
        .formatted(memory, rows, columns, Arrays.toString(at), Arrays.toString(extents));
  }

  /**
   * Memory is allocated with too small an extent.
   *
   * @param memory its name
   * @param extents the extents
   * @param least the least that each may be
   * @return the words
   */
  public static String tooSmall(String memory, long[] extents, long least) {
    return "the extents of %s are %s, each is at least %d"
        .formatted(memory, Arrays.toString(extents), least);
  }

  /**
   * An argument has another extent than its parameter.
   *
   * @param parameter the parameter
   * @param axis the axis, from 0
   * @param declared the extent as it is declared
   * @param wanted its value
   * @param extent the extent of the argument
   * @return the words
   */
  public static String otherExtent(
      String parameter, int axis, String declared, long wanted, long extent) {
    return "%s: axis %d is declared %s = %d, the argument has %d"
        .formatted(parameter, axis, declared, wanted, extent);
  }

  /**
   * An argument has an extent that no value of a symbol gives.
   *
   * @param parameter the parameter
   * @param symbol the symbol
   * @param axis the axis, from 0
   * @param declared the extent as it is declared
   * @param extent the extent of the argument
   * @return the words
   */
  public static String noSymbol(
      String parameter, String symbol, int axis, String declared, long extent) {
    return "%s: no %s gives axis %d, declared %s, the extent %d"
        .formatted(parameter, symbol, axis, declared, extent);
  }

  /**
   * A place that an array of tasks does not have.
   *
   * @param array the array
   * @param length how many places it has
   * @param index the place
   * @return the words
   */
  public static String noTask(String array, int length, int index) {
    return "%s: it has %d places for tasks, %d is none of them".formatted(array, length, index);
  }

  /**
   * A task is to come after one that is not there.
   *
   * @param place which of those that come before
   * @param of how many there are
   * @return the words
   */
  public static String noTaskYet(int place, int of) {
    return "after(...): place %d of %d has no task yet; submit it first".formatted(place, of);
  }

  /**
   * An array of tasks without a size.
   *
   * @param length the length
   * @return the words
   */
  public static String noArray(int length) {
    return "an array of %d tasks; the length is not negative".formatted(length);
  }

  /**
   * A condition that is no condition.
   *
   * @param signal the signal
   * @param value what its cell is to reach
   * @return the words
   */
  public static String heldAlready(String signal, int value) {
    return "%s reaches %d at once; ask for at least 1".formatted(signal, value);
  }

  /**
   * A position has another number of axes than the memory.
   *
   * @param memory the memory
   * @param axes how many it has
   * @param given how many the position has
   * @return the words
   */
  public static String otherAxes(String memory, int axes, int given) {
    return "%s has %d axes, a position has %d".formatted(memory, axes, given);
  }
}
