package dev.smalti.processor.emit;

import java.util.ArrayList;
import java.util.List;

/**
 * Breaks lines of more than 100 columns: at the outermost place that helps, the last one that fits,
 * and goes on four columns further right. Comments and text in quotes stay whole.
 */
final class Layout {
  private static final int WIDTH = 100;

  private Layout() {}

  /** Lays out a whole source file; line ends are {@code \n}. */
  static String of(String source) {
    StringBuilder result = new StringBuilder();
    compact(LaidBody.lines(source).stream().map(String::stripTrailing).toList())
        .forEach(line -> layOut(line).forEach(l -> result.append(l).append('\n')));
    return result.toString();
  }

  /** Short comments and empty bodies take one line. */
  private static List<String> compact(List<String> lines) {
    List<String> result = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      boolean three = i + 2 < lines.size();
      if (three
          && line.endsWith("/**")
          && lines.get(i + 2).strip().equals("*/")
          && line.length() + lines.get(i + 1).strip().length() + 2 <= WIDTH) {
        result.add(line + lines.get(i + 1).strip().substring(1) + " */");
        i += 2;
      } else if (line.endsWith(") {")
          && i + 1 < lines.size()
          && lines.get(i + 1).strip().equals("}")) {
        result.add(line + "}");
        i++;
      } else {
        result.add(line);
      }
    }
    return result;
  }

  private static List<String> layOut(String line) {
    String code = line.stripLeading();
    boolean comment = code.startsWith("//") || code.startsWith("*") || code.startsWith("/*");
    if (line.length() <= WIDTH || comment || code.startsWith("import ")) {
      return List.of(line);
    }
    String indent = line.substring(0, line.length() - code.length());
    List<String> lines = new ArrayList<>();
    String rest = line;
    while (rest.length() > WIDTH) {
      int at = breakOf(rest, indent.length() + (lines.isEmpty() ? 0 : 4));
      if (at < 0) {
        break;
      }
      lines.add(rest.substring(0, at).stripTrailing());
      rest = indent + "    " + rest.substring(at).stripLeading();
    }
    lines.add(rest);
    return lines;
  }

  /** Where to break: least depth first, then as far right as fits; -1 if nowhere. */
  private static int breakOf(String line, int start) {
    int depth = 0;
    int best = -1;
    int bestDepth = Integer.MAX_VALUE;
    for (int i = start; i < line.length() && i < WIDTH; i++) {
      char c = line.charAt(i);
      if (c == '"' || c == '\'') {
        i = endOfQuoted(line, i);
      } else if (c == '(' || c == '{' || c == '[') {
        depth++;
        if (c == '(' && isBetter(line, i + 1, start, 4 * depth + 1, best, bestDepth)) {
          best = i + 1;
          bestDepth = 4 * depth + 1;
        }
      } else if (c == ')' || c == '}' || c == ']') {
        depth--;
      } else if (c == ' ' && i > start && isBreak(line, i)) {
        char before = line.charAt(i - 1);
        int weight = 4 * depth + (before == '=' ? 3 : before == ',' ? 0 : 2);
        if (isBetter(line, i + 1, start, weight, best, bestDepth)) {
          best = i + 1;
          bestDepth = weight;
        }
      }
    }
    return best;
  }

  private static boolean isBetter(
      String line, int at, int start, int depth, int best, int bestDepth) {
    return at > start + 4 && at < line.length() && (best < 0 || depth <= bestDepth);
  }

  private static int endOfQuoted(String line, int open) {
    char quote = line.charAt(open);
    int i = open + 1;
    while (i < line.length() && line.charAt(i) != quote) {
      i += line.charAt(i) == '\\' ? 2 : 1;
    }
    return i;
  }

  /** Behind a comma, or in front of an operator. */
  private static boolean isBreak(String line, int space) {
    char before = line.charAt(space - 1);
    if (before == ',' || before == ';') {
      return true;
    }
    if (before == '=' && space >= 2 && line.charAt(space - 2) == ' ') {
      return true;
    }
    String rest = line.substring(space + 1);
    return rest.startsWith("+ ")
        || rest.startsWith("- ")
        || rest.startsWith("* ")
        || rest.startsWith("/ ")
        || rest.startsWith("? ")
        || rest.startsWith(": ")
        || rest.startsWith("&& ")
        || rest.startsWith("|| ");
  }
}
