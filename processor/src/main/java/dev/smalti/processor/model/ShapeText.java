package dev.smalti.processor.model;

import dev.smalti.processor.ir.Dim;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.lang.model.SourceVersion;

/**
 * Reads the text of a shape, {@code "2 * (ranks - 1), SIZE, ?"}: extents separated by commas, each
 * a sum, difference, product or quotient of whole numbers, names and parentheses, or {@code ?}.
 */
public final class ShapeText {
  /** The text cannot be read; the message says what is wrong and where. */
  public static final class SyntaxException extends Exception {
    private static final long serialVersionUID = 1;

    SyntaxException(String message) {
      super(message);
    }
  }

  private final String text;
  private final Function<String, Dim> names;
  private final Supplier<Dim> anything;
  private int at;

  private ShapeText(String text, Function<String, Dim> names, Supplier<Dim> anything) {
    this.text = text;
    this.names = names;
    this.anything = anything;
  }

  /**
   * The extents.
   *
   * @param names what a name stands for; names may have dots
   * @param anything the extent of a {@code ?}
   */
  public static List<Dim> parse(String text, Function<String, Dim> names, Supplier<Dim> anything)
      throws SyntaxException {
    try {
      return new ShapeText(text, names, anything).shape();
    } catch (ArithmeticException overflow) {
      throw new SyntaxException("an extent is no int, in \"" + text + "\"");
    }
  }

  /** Whether a name stands for a constant: its last part starts with an upper-case letter. */
  public static boolean isConstantName(String name) {
    return Character.isUpperCase(name.codePointAt(name.lastIndexOf('.') + 1));
  }

  private List<Dim> shape() throws SyntaxException {
    List<Dim> extents = new ArrayList<>();
    extents.add(extent());
    while (take(',')) {
      extents.add(extent());
    }
    if (at < text.length()) {
      throw wrong("expected a comma or an operator");
    }
    return extents;
  }

  private Dim extent() throws SyntaxException {
    return take('?') ? anything.get() : sum();
  }

  private Dim sum() throws SyntaxException {
    Dim sum = product();
    while (true) {
      if (take('+')) {
        sum = sum.plus(product());
      } else if (take('-')) {
        sum = sum.minus(product());
      } else {
        return sum;
      }
    }
  }

  private Dim product() throws SyntaxException {
    Dim product = factor();
    while (true) {
      if (take('*')) {
        product = product.times(factor());
      } else if (take('/')) {
        product = quotient(product, factor());
      } else if (take('%')) {
        product = remainder(product, factor());
      } else {
        return product;
      }
    }
  }

  private Dim quotient(Dim dividend, Dim divisor) throws SyntaxException {
    if (divisor.isConstant(0)) {
      throw wrong("division by zero");
    }
    return dividend.dividedBy(divisor);
  }

  private Dim remainder(Dim dividend, Dim divisor) throws SyntaxException {
    if (divisor.isConstant(0)) {
      throw wrong("division by zero");
    }
    return dividend.remainder(divisor);
  }

  private Dim factor() throws SyntaxException {
    skipBlanks();
    if (take('(')) {
      Dim inner = sum();
      if (!take(')')) {
        throw wrong("expected a closing parenthesis");
      }
      return inner;
    }
    if (at < text.length() && Character.isDigit(text.charAt(at))) {
      return number();
    }
    if (at < text.length() && Character.isJavaIdentifierStart(text.codePointAt(at))) {
      return names.apply(name());
    }
    throw wrong("expected a number, a name, `(` or `?`");
  }

  private Dim number() throws SyntaxException {
    int from = at;
    while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '_')) {
      at++;
    }
    if (at - from > 1 && text.charAt(from) == '0') {
      throw wrong("a number does not start with 0");
    }
    try {
      return Dim.of(Integer.parseInt(text.substring(from, at).replace("_", "")));
    } catch (NumberFormatException e) {
      throw wrong(text.substring(from, at) + " is not an int");
    }
  }

  private String name() throws SyntaxException {
    StringBuilder name = new StringBuilder(identifier());
    while (take('.')) {
      skipBlanks();
      name.append('.').append(identifier());
    }
    return name.toString();
  }

  private String identifier() throws SyntaxException {
    int from = at;
    if (at < text.length() && Character.isJavaIdentifierStart(text.codePointAt(at))) {
      while (at < text.length() && Character.isJavaIdentifierPart(text.codePointAt(at))) {
        at += Character.charCount(text.codePointAt(at));
      }
    }
    if (from == at) {
      throw wrong("expected a name");
    }
    String word = text.substring(from, at);
    if (SourceVersion.isKeyword(word)) {
      throw new SyntaxException(
          word + " is a word of Java and names no extent, in \"" + text + "\"");
    }
    return word;
  }

  private boolean take(char wanted) {
    skipBlanks();
    if (at < text.length() && text.charAt(at) == wanted) {
      at++;
      return true;
    }
    return false;
  }

  private void skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private SyntaxException wrong(String what) {
    String found =
        at < text.length()
            ? "found `" + Character.toString(text.codePointAt(at)) + "` at character " + (at + 1)
            : "the text ends";
    return new SyntaxException(what + ", " + found + " in \"" + text + "\"");
  }
}
