package dev.smalti.processor.ir;

/**
 * A place in the user's source.
 *
 * @param file the simple file name, {@code Ring.java}
 * @param line from 1
 * @param column from 1; where a caret would stand
 */
public record Span(String file, int line, int column) {
  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}
