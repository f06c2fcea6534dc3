package dev.smalti.processor.emit;

import java.util.Collection;
import java.util.stream.Collectors;

/**
 * An expression in Java.
 *
 * @param text its source
 * @param precedence how tightly its outermost operator binds
 */
record Java(String text, int precedence) {
  static final int CONDITIONAL = 0;
  static final int ADDITIVE = 9;
  static final int MULTIPLICATIVE = 10;
  static final int UNARY = 12;
  static final int PRIMARY = 13;

  static Java primary(String text) {
    return new Java(text, PRIMARY);
  }

  /** A number, whose minus sign counts as an operator. */
  static Java number(String text) {
    return new Java(text, text.startsWith("-") ? UNARY : PRIMARY);
  }

  static Java cast(String type, Java operand) {
    return new Java("(" + type + ") " + operand.in(UNARY, true), UNARY);
  }

  static Java call(String method, Java... arguments) {
    return call(method, java.util.List.of(arguments));
  }

  static Java call(String method, Collection<Java> arguments) {
    return primary(
        method + "(" + arguments.stream().map(Java::text).collect(Collectors.joining(", ")) + ")");
  }

  /** A binary operation that groups to the left. */
  static Java binary(Java left, String symbol, int precedence, Java right) {
    return new Java(
        left.in(precedence) + " " + symbol + " " + right.in(precedence + 1), precedence);
  }

  Java plus(Java other) {
    return binary(this, "+", ADDITIVE, other);
  }

  Java times(Java other) {
    return binary(this, "*", MULTIPLICATIVE, other);
  }

  /** The text, in parentheses where it binds less tightly than its place needs. */
  String in(int least) {
    return precedence >= least ? text : "(" + text + ")";
  }

  /** The same behind a prefix operator, where a sign must not meet a sign. */
  String in(int least, boolean afterPrefix) {
    return afterPrefix && (text.startsWith("-") || text.startsWith("+"))
        ? "(" + text + ")"
        : in(least);
  }

  boolean isZero() {
    return text.equals("0");
  }

  /** A name or a number: cheap to write twice. */
  boolean isSimple() {
    return text.chars().allMatch(c -> Character.isJavaIdentifierPart(c) || c == '-' || c == '.');
  }
}
