package dev.smalti.processor;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import javax.annotation.processing.ProcessingEnvironment;
import javax.inject.Inject;
import javax.inject.Singleton;
import javax.tools.Diagnostic.Kind;

/**
 * Where the time of the compiler goes, printed at the end as one note if {@code -Asmalti.timings}
 * asks for it. A phase inside of another, such as a helper that a pass wants to read, counts for
 * itself alone. What javac does with the generated classes is no part of it.
 */
@Singleton
final class Timings {
  private static final double NANOS = 1e9;

  private final ProcessingEnvironment javac;
  private final boolean wanted;
  private final Map<String, Long> nanos = new LinkedHashMap<>();
  private final Deque<String> open = new ArrayDeque<>();
  private long last;
  private int methods;
  private int classes;
  private long lines;

  @Inject
  Timings(ProcessingEnvironment javac, Options options) {
    this.javac = javac;
    this.wanted = options.timings();
  }

  /** Does something as a part of a phase. */
  <T> T in(String phase, Supplier<T> work) {
    begin(phase);
    try {
      return work.get();
    } finally {
      end();
    }
  }

  /** Does something as a part of a phase. */
  void during(String phase, Runnable work) {
    begin(phase);
    try {
      work.run();
    } finally {
      end();
    }
  }

  private void begin(String phase) {
    credit();
    open.push(phase);
  }

  private void end() {
    credit();
    open.pop();
  }

  /** What was done since the phase changed last belongs to one of its own, which ends here. */
  void ended(String phase) {
    long now = System.nanoTime();
    nanos.merge(phase, now - last, Long::sum);
    last = now;
  }

  private void credit() {
    long now = System.nanoTime();
    if (!open.isEmpty()) {
      nanos.merge(open.element(), now - last, Long::sum);
    }
    last = now;
  }

  /** Counts a method of the user's that was compiled. */
  void method() {
    methods++;
  }

  /** Counts a class that was written. */
  void written(String text) {
    if (wanted) {
      classes++;
      lines += text.lines().count();
    }
  }

  /** Prints everything, at the end of the last round. */
  void print() {
    if (wanted) {
      javac.getMessager().printMessage(Kind.NOTE, text());
    }
  }

  private String text() {
    long sum = nanos.values().stream().mapToLong(Long::longValue).sum();
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "Smalti: %d methods, %d classes with %d lines written, in %.3f s",
            methods,
            classes,
            lines,
            sum / NANOS));
    nanos.forEach(
        (phase, time) ->
            text.append(String.format(Locale.ROOT, "%n  %-28s %8.3f s", phase, time / NANOS)));
    return text.toString();
  }
}
