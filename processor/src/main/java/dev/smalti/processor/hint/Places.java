package dev.smalti.processor.hint;

import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Span;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** Places of the source in the words of a hint. */
public final class Places {
  private Places() {}

  /** Where the work of a statement that others were merged into ends: its own operation. */
  public static Span operation(Origin origin) {
    return origin.spans().getLast();
  }

  /** {@code line 13}, with the file where it is another one. */
  public static String line(Span place, Span from) {
    return place.file().equals(from.file())
        ? "line " + place.line()
        : place.file() + ":" + place.line();
  }

  /** {@code lines 13 and 14}, in the order of the source. */
  public static String lines(Collection<Span> places, Span from) {
    List<String> here =
        places.stream()
            .filter(place -> place.file().equals(from.file()))
            .map(Span::line)
            .distinct()
            .sorted()
            .map(String::valueOf)
            .toList();
    List<String> elsewhere =
        places.stream()
            .filter(place -> !place.file().equals(from.file()))
            .map(place -> line(place, from))
            .distinct()
            .sorted()
            .toList();
    if (here.isEmpty()) {
      return and(elsewhere);
    }
    Stream<String> all =
        Stream.concat(
            Stream.of((here.size() == 1 ? "line " : "lines ") + and(here)), elsewhere.stream());
    return and(all.toList());
  }

  private static String and(List<String> words) {
    int last = words.size() - 1;
    return last <= 0
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
  }
}
