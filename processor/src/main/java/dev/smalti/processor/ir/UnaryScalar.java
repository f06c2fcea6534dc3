package dev.smalti.processor.ir;

/** A prefix operator of Java. */
public enum UnaryScalar {
  NEGATE("-"),
  NOT("!"),
  COMPLEMENT("~");

  private final String symbol;

  UnaryScalar(String symbol) {
    this.symbol = symbol;
  }

  public String symbol() {
    return symbol;
  }
}
