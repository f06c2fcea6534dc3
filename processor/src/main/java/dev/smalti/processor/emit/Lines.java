package dev.smalti.processor.emit;

/** Lines of Java, two spaces a level. */
final class Lines {
  private final StringBuilder text = new StringBuilder();
  private int depth;

  Lines line(String line) {
    if (!line.isEmpty()) {
      text.append("  ".repeat(depth)).append(line);
    }
    text.append('\n');
    return this;
  }

  /** A line and an opening brace. */
  Lines open(String head) {
    line(head + " {");
    depth++;
    return this;
  }

  Lines close() {
    return closeWith("}");
  }

  /** Ends a block with more than a brace. */
  Lines closeWith(String end) {
    depth--;
    return line(end);
  }

  /** Ends a block and opens the next: {@code } else {}. */
  Lines next(String head) {
    depth--;
    line("} " + head + " {");
    depth++;
    return this;
  }

  /** Other lines, moved to this level. */
  Lines add(String lines) {
    lines.lines().forEach(this::line);
    return this;
  }

  boolean isEmpty() {
    return text.isEmpty();
  }

  String text() {
    return text.toString();
  }

  @Override
  public String toString() {
    return text();
  }
}
