package dev.smalti.processor.emit;

import com.palantir.javapoet.CodeBlock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The body of a method on its way through JavaPoet, which goes over all code twice, piece by piece,
 * to find out what to import. A body passes it as one line that names each class once, and is put
 * back afterwards: {@code body <04> Name <04> Name}, with {@code <03>} for the ends of its lines.
 */
final class LaidBody {
  private static final char LINE_END = '\u0003';
  private static final char NAME = '\u0004';

  private LaidBody() {}

  /** Whole lines as one. */
  static CodeBlock code(String text) {
    CodeBlock.Builder code = CodeBlock.builder().add("$L", text.replace('\n', LINE_END));
    for (String mark : marks(text)) {
      code.add("$L$T", NAME, Api.className(mark));
    }
    return code.add("\n").build();
  }

  private static Set<String> marks(String text) {
    Set<String> marks = new LinkedHashSet<>();
    Api.withMarksAs(
        mark -> {
          marks.add(mark);
          return "";
        },
        text);
    return marks;
  }

  /** The lines of a file, with its bodies put back. */
  static List<String> lines(String file) {
    List<String> lines = new ArrayList<>();
    file.lines()
        .forEach(
            line -> {
              if (line.indexOf(LINE_END) >= 0) {
                putBack(line, lines);
              } else {
                lines.add(line);
              }
            });
    return lines;
  }

  private static void putBack(String line, List<String> lines) {
    String[] parts = line.split(String.valueOf(NAME), -1);
    String body = parts[0];
    Map<String, String> names = new HashMap<>();
    for (String mark : marks(body)) {
      names.put(mark, parts[names.size() + 1]);
    }
    String indent = body.substring(0, body.length() - body.stripLeading().length());
    String code = Api.withMarksAs(mark -> names.getOrDefault(mark, mark), body);
    int from = indent.length();
    for (int end = code.indexOf(LINE_END); end >= 0; end = code.indexOf(LINE_END, from)) {
      lines.add(end == from ? "" : indent + code.substring(from, end));
      from = end + 1;
    }
    if (from < code.length()) {
      lines.add(indent + code.substring(from));
    }
  }
}
