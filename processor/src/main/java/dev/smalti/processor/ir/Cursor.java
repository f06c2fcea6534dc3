package dev.smalti.processor.ir;

/** A place in one line of the text form, and what can be read there. Spaces separate. */
final class Cursor {
  private final String text;
  private final int line;
  private int at;

  Cursor(String text, int line, int at) {
    this.text = text;
    this.line = line;
    this.at = at;
  }

  Cursor copy() {
    return new Cursor(text, line, at);
  }

  IrSyntaxException error(String expected) {
    skipSpaces();
    String found = at == text.length() ? "the end of the line" : "'" + text.substring(at) + "'";
    return errorHere(expected + " expected, not " + found);
  }

  IrSyntaxException errorHere(String message) {
    return new IrSyntaxException(line, at + 1, message);
  }

  private void skipSpaces() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
  }

  boolean atEnd() {
    skipSpaces();
    return at == text.length();
  }

  boolean at(String symbol) {
    skipSpaces();
    return text.startsWith(symbol, at);
  }

  boolean accept(String symbol) {
    boolean found = at(symbol);
    at += found ? symbol.length() : 0;
    return found;
  }

  void expect(String symbol) {
    if (!accept(symbol)) {
      throw error("'" + symbol + "'");
    }
  }

  /** The bare identifier here, or the empty string. */
  String word() {
    skipSpaces();
    if (at == text.length() || !Character.isJavaIdentifierStart(text.codePointAt(at))) {
      return "";
    }
    int end = at;
    while (end < text.length() && Words.isIdentifierPart(text.codePointAt(end))) {
      end += Character.charCount(text.codePointAt(end));
    }
    return text.substring(at, end);
  }

  boolean atWord(String word) {
    return word().equals(word);
  }

  boolean acceptWord(String word) {
    return atWord(word) && accept(word);
  }

  void expectWord(String word) {
    if (!acceptWord(word)) {
      throw error("'" + word + "'");
    }
  }

  /** Whether a name is here, bare or quoted. */
  boolean atName() {
    return at("`") || !word().isEmpty();
  }

  String name() {
    return name("a name");
  }

  String name(String expected) {
    if (at("`")) {
      return quoted('`');
    }
    String word = word();
    if (word.isEmpty()) {
      throw error(expected);
    }
    accept(word);
    return word;
  }

  /** What stands behind the name here, which stays unread. */
  Cursor behindName() {
    Cursor ahead = copy();
    ahead.name();
    return ahead;
  }

  String quoted(char quote) {
    expect(String.valueOf(quote));
    StringBuilder result = new StringBuilder();
    while (at < text.length() && text.charAt(at) != quote) {
      result.append(text.charAt(at) == '\\' ? escaped() : text.charAt(at++));
    }
    if (at == text.length()) {
      throw errorHere(quote + " expected, which closes the name");
    }
    at++;
    return result.toString();
  }

  private char escaped() {
    if (text.startsWith("\\u", at) && at + 6 <= text.length()) {
      try {
        char c = (char) Integer.parseInt(text, at + 2, at + 6, 16);
        at += 6;
        return c;
      } catch (NumberFormatException e) {
        throw errorHere("four hexadecimal digits expected");
      }
    }
    if (at + 1 == text.length()) {
      throw errorHere("a character expected behind \\");
    }
    at += 2;
    return text.charAt(at - 1);
  }

  /** Identifier parts, possibly none, or a quoted string. */
  String tag() {
    if (at("`")) {
      return quoted('`');
    }
    return run(Words::isIdentifierPart);
  }

  String file() {
    if (at("\"")) {
      return quoted('"');
    }
    String file = run(Words::isFilePart);
    if (file.isEmpty()) {
      throw error("a file name");
    }
    return file;
  }

  private String run(java.util.function.IntPredicate part) {
    int from = at;
    while (at < text.length() && part.test(text.codePointAt(at))) {
      at += Character.charCount(text.codePointAt(at));
    }
    return text.substring(from, at);
  }

  /** The dotted name of a class; a part of the last dot on is left. */
  String dotted() {
    if (at("`")) {
      return quoted('`');
    }
    StringBuilder owner = new StringBuilder(name("the name of a class"));
    while (at(".") && !isLastDot()) {
      accept(".");
      owner.append('.').append(name("the name of a class"));
    }
    return owner.toString();
  }

  private boolean isLastDot() {
    Cursor ahead = new Cursor(text, line, at + 1);
    if (!ahead.atName()) {
      return true;
    }
    ahead.name();
    return !ahead.text.startsWith(".", ahead.at);
  }

  boolean atDigit() {
    skipSpaces();
    return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
  }

  /** Whether a number is here: a sign belongs to the digits right behind it. */
  boolean atNumber() {
    return atDigit()
        || at("-")
            && at + 1 < text.length()
            && text.charAt(at + 1) >= '0'
            && text.charAt(at + 1) <= '9';
  }

  /** A whole number, possibly negative. */
  long integer() {
    String digits = atNumber() ? number() : "";
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw error("a whole number");
    }
  }

  int integer(String what) {
    long value = integer();
    if (value != (int) value) {
      throw errorHere(what + " " + value + " is no int");
    }
    return (int) value;
  }

  /**
   * The text of a number: sign, digits, fraction, exponent, one letter of {@code Lfd}. A dot before
   * a dot is not part of it.
   */
  String number() {
    skipSpaces();
    int from = at;
    at += at("-") ? 1 : 0;
    digits();
    if (at + 1 < text.length() && text.charAt(at) == '.' && text.charAt(at + 1) != '.') {
      at++;
      digits();
    }
    if (at < text.length() && text.charAt(at) == 'E') {
      at++;
      at += at < text.length() && text.charAt(at) == '-' ? 1 : 0;
      digits();
    }
    if (at < text.length() && "Lfd".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return text.substring(from, at);
  }

  private void digits() {
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
  }
}
