package dev.smalti.docs;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fenced block of a page. A block of {@code java} or {@code xml} is a whole file, whose first
 * line is its name.
 *
 * @param page the page, for messages
 * @param line where it starts
 * @param language what stands behind the fence, such as {@code java} or {@code sh}
 * @param text the lines inside
 */
record Block(String page, int line, String language, String text) {
  private static final Pattern NAME =
      Pattern.compile("(?:// |<!-- )([\\w-]+\\.(?:java|xml))(, does not compile)?(?: -->)?");

  /** Where it is, for messages. */
  String place() {
    return page + ":" + line;
  }

  boolean isFile() {
    return language.equals("java") || language.equals("xml");
  }

  /** The name of the file, if the first line says it. */
  Optional<String> fileName() {
    return name().map(matched -> matched.group(1));
  }

  /** Whether the compiler is meant to refuse it. */
  boolean isRefused() {
    return name().map(matched -> matched.group(2) != null).orElse(false);
  }

  /** The class of the file. */
  String className() {
    return fileName().orElseThrow().replace(".java", "");
  }

  private Optional<Matcher> name() {
    Matcher matcher = NAME.matcher(firstLine());
    return matcher.matches() ? Optional.of(matcher) : Optional.empty();
  }

  private String firstLine() {
    return text.lines().findFirst().orElse("");
  }

  /** Whether the block only shows imports, which belong to every file. */
  boolean isImports() {
    return language.equals("java") && text.lines().allMatch(line -> line.startsWith("import "));
  }

  /**
   * Whether something printed this block. A line of three dots stands for any lines.
   *
   * @param output what was printed
   */
  boolean shows(String output) {
    List<String> parts =
        text.lines()
            .map(line -> line.equals("...") ? "(?:.*\n)*" : Pattern.quote(line) + "\n")
            .toList();
    return Pattern.matches(String.join("", parts), output.stripTrailing() + "\n");
  }

  @Override
  public String toString() {
    return place();
  }
}
