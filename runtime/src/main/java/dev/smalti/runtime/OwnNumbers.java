package dev.smalti.runtime;

/**
 * A few numbers that one rank writes all the time, on cache lines that no other rank writes: the
 * notes that ranks take of themselves lie side by side on the heap otherwise, and each would wait
 * for the line that another has just written.
 */
final class OwnNumbers {
  /** Two lines, since processors fetch them in pairs. */
  private static final int MARGIN = 128 / Integer.BYTES;

  private final int[] numbers;

  OwnNumbers(int count) {
    numbers = new int[count + 2 * MARGIN];
  }

  int get(int number) {
    return numbers[MARGIN + number];
  }

  void set(int number, int value) {
    numbers[MARGIN + number] = value;
  }
}
