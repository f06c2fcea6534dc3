package dev.smalti.processor.ir;

/** A text is not the text form of functions, or is of a form version that is not read here. */
public final class IrSyntaxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;

  /**
   * An error at a place of the text.
   *
   * @param line from 1
   * @param column from 1
   * @param text what was expected, and what is there
   */
  public IrSyntaxException(int line, int column, String text) {
    super(line + ":" + column + ": " + text);
    this.line = line;
    this.column = column;
  }

  public int line() {
    return line;
  }

  public int column() {
    return column;
  }
}
