package dev.smalti.simulator;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;

/**
 * The values of cells: packed, an array for each rank, with a margin that keeps ranks on lines of
 * their own.
 */
final class CellArrays {
  private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(int[].class);
  private static final int MARGIN = 32;

  /** An array has a little less than an int can count. */
  private static final int MOST = Integer.MAX_VALUE - 8 - 2 * MARGIN;

  private final int count;
  private final int[][] values;

  CellArrays(int ranks, int count) {
    if (count > MOST) {
      throw new IllegalArgumentException(
          "a signal of " + count + " cells is too large; at most " + MOST + " are possible");
    }
    this.count = count;
    this.values = new int[ranks][count + 2 * MARGIN];
  }

  int count() {
    return count;
  }

  /** Adds, as a volatile access, and gives the sum. */
  int add(int rank, int cell, int value) {
    return (int) CELL.getAndAdd(values[rank], at(cell), value) + value;
  }

  /** Sets, as a volatile access: what the caller reads next is read after it. */
  void set(int rank, int cell, int value) {
    CELL.setVolatile(values[rank], at(cell), value);
  }

  int acquire(int rank, int cell) {
    return (int) CELL.getAcquire(values[rank], at(cell));
  }

  /** Reads after what the caller wrote before, if that was volatile. */
  int get(int rank, int cell) {
    return (int) CELL.getVolatile(values[rank], at(cell));
  }

  void zero() {
    for (int[] instance : values) {
      Arrays.fill(instance, 0);
    }
  }

  private int at(int cell) {
    return MARGIN + Objects.checkIndex(cell, count);
  }
}
