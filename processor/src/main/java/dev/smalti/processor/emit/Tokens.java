package dev.smalti.processor.emit;

/**
 * The tokens of generated code, as far as its size and its names need them: names, text in quotes,
 * line comments, and all other characters one by one. Written by hand, since every line that is
 * generated comes by several times.
 */
final class Tokens {
  private final String text;
  private int start;
  private int end;
  private boolean name;
  private boolean member;

  Tokens(String text) {
    this.text = text;
  }

  /** Goes on to the next token; gives whether there is one. */
  boolean next() {
    name = false;
    member = false;
    start = afterSpace(end);
    if (start == text.length()) {
      return false;
    }
    int first = text.codePointAt(start);
    if (first == '"') {
      end = afterQuoted();
    } else if (isComment()) {
      int line = text.indexOf('\n', start);
      end = line < 0 ? text.length() : line;
    } else if (startsName(first)) {
      name = true;
      end = afterName(start);
    } else {
      end = start + Character.charCount(first);
      if (first == '.') {
        int after = afterSpace(end);
        if (after < text.length() && startsName(text.codePointAt(after))) {
          name = true;
          member = true;
          end = afterName(after);
        }
      }
    }
    return true;
  }

  boolean isComment() {
    return text.startsWith("//", start);
  }

  /** Whether it is a name that may be that of a local: no member, and nothing that is called. */
  boolean mayBeLocal() {
    return name && !member && !(end < text.length() && text.charAt(end) == '(');
  }

  String text() {
    return text.substring(start, end);
  }

  private int afterSpace(int from) {
    int at = from;
    while (at < text.length() && isSpace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }

  private int afterQuoted() {
    int at = start + 1;
    while (at < text.length() && text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return at < text.length() ? at + 1 : start + 1;
  }

  private int afterName(int from) {
    int at = from;
    while (at < text.length() && isInName(text.codePointAt(at))) {
      at += Character.charCount(text.codePointAt(at));
    }
    return at;
  }

  private static boolean startsName(int c) {
    return Character.isLetter(c) || c == '_' || c == '$';
  }

  private static boolean isInName(int c) {
    return startsName(c) || Character.isDigit(c);
  }
}
