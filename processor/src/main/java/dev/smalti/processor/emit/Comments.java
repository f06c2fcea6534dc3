package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Span;
import java.util.ArrayList;
import java.util.List;

/** The user's lines as comments in front of what became of them. */
final class Comments {
  private final SourceLines source;
  private List<String> last = List.of();

  Comments(SourceLines source) {
    this.source = source;
  }

  /** Writes the lines of a statement, but those that the statement before came from too. */
  void write(Origin origin, Lines out) {
    List<String> places = new ArrayList<>();
    for (Span span : origin.spans()) {
      String place = span.file() + ":" + span.line();
      if (!places.contains(place)) {
        places.add(place);
      }
    }
    List<String> fresh = places.stream().filter(place -> !last.contains(place)).toList();
    last = places;
    for (String place : fresh) {
      int colon = place.lastIndexOf(':');
      String file = place.substring(0, colon);
      int line = Integer.parseInt(place.substring(colon + 1));
      String text = source.line(file, line).map(String::strip).orElse("");
      out.line(("// " + place + "   " + harmless(text)).stripTrailing());
    }
  }

  /**
   * A unicode escape would end the comment, or the file; so would what some take for a line end.
   */
  static String harmless(String text) {
    StringBuilder result = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean escape = c == '\\' && i + 1 < text.length() && text.charAt(i + 1) == 'u';
      result.append(c < ' ' && c != '\t' || endsLine(c) ? ' ' : c);
      if (escape) {
        result.append(' ');
      }
    }
    return result.toString();
  }

  /** Whether JavaPoet ends a line here, though Java does not. */
  static boolean endsLine(char c) {
    return c == '\u0085' || c == '\u2028' || c == '\u2029';
  }
}
