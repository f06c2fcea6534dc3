package dev.smalti.processor.ir;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The source places that a statement came from: never empty; the first is where a report points.
 *
 * <p>Passes that merge statements merge their origins; passes that expand one hand its origin to
 * every part. An inlined statement names its own place first, then the place of the call.
 *
 * @param spans without repetition
 */
public record Origin(List<Span> spans) {
  public Origin {
    spans = List.copyOf(spans);
    if (spans.isEmpty()) {
      throw new IllegalArgumentException("an origin has at least one place");
    }
  }

  public static Origin of(Span span) {
    return new Origin(List.of(span));
  }

  public Span first() {
    return spans.getFirst();
  }

  public int line() {
    return first().line();
  }

  /** The line in a file: of what was put there from another one, of its call; else the first. */
  public int line(String file) {
    return spans.stream()
        .filter(span -> span.file().equals(file))
        .findFirst()
        .orElse(first())
        .line();
  }

  /** This, then what only {@code other} has. */
  public Origin then(Origin other) {
    Set<Span> all = new LinkedHashSet<>(spans);
    all.addAll(other.spans);
    return new Origin(List.copyOf(all));
  }

  /** Both, in the order of the source. */
  public Origin merge(Origin other) {
    List<Span> all = new ArrayList<>(then(other).spans);
    all.sort(
        Comparator.comparing(Span::file)
            .thenComparingInt(Span::line)
            .thenComparingInt(Span::column));
    return new Origin(all);
  }
}
