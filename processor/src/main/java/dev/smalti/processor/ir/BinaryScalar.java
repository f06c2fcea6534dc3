package dev.smalti.processor.ir;

/** A binary operator of Java, with its precedence (higher binds tighter). */
public enum BinaryScalar {
  MULTIPLY("*", 10),
  DIVIDE("/", 10),
  REMAINDER("%", 10),
  ADD("+", 9),
  SUBTRACT("-", 9),
  SHIFT_LEFT("<<", 8),
  SHIFT_RIGHT(">>", 8),
  SHIFT_RIGHT_UNSIGNED(">>>", 8),
  LESS("<", 7),
  LESS_EQUAL("<=", 7),
  GREATER(">", 7),
  GREATER_EQUAL(">=", 7),
  EQUAL("==", 6),
  NOT_EQUAL("!=", 6),
  AND("&", 5),
  XOR("^", 4),
  OR("|", 3),
  LOGICAL_AND("&&", 2),
  LOGICAL_OR("||", 1);

  private final String symbol;
  private final int precedence;

  BinaryScalar(String symbol, int precedence) {
    this.symbol = symbol;
    this.precedence = precedence;
  }

  public String symbol() {
    return symbol;
  }

  public int precedence() {
    return precedence;
  }

  public boolean isComparison() {
    return precedence == 7 || precedence == 6;
  }

  public boolean isShift() {
    return precedence == 8;
  }

  public boolean isLogical() {
    return precedence <= 2;
  }
}
