package dev.smalti.examples.conformance;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A message of the compiler in a table of the manual. */
final class MessageText {
  private static final Pattern CODE = Pattern.compile("^\\[(SML-\\d{3})] (.*)$", Pattern.DOTALL);

  private MessageText() {}

  /** With a link to the page of its code, or named as javac's. */
  static String of(String message, String pages) {
    Matcher code = CODE.matcher(message);
    return code.matches()
        ? "[%1$s](%2$s%1$s.md) `%3$s`".formatted(code.group(1), pages, escaped(code.group(2)))
        : "javac " + quoted(message);
  }

  /** As it is said, by whomever. */
  static String quoted(String message) {
    return "`" + escaped(message) + "`";
  }

  private static String escaped(String text) {
    return text.replace("|", "\\|").replace("`", "'");
  }
}
