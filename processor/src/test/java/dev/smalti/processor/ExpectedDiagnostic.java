package dev.smalti.processor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/**
 * A comment in a source that says what the compiler reports for it: {@code // error: SML-204 at
 * 9:13 shapes differ}, with {@code javac} for the code of javac's own, and {@code note} or {@code
 * warning} for other kinds.
 *
 * @param kind error, warning or note
 * @param code {@code SML-204} or {@code javac}
 * @param line from 1
 * @param column from 1
 * @param fragment part of the message
 */
record ExpectedDiagnostic(String kind, String code, long line, long column, String fragment) {
  private static final Pattern COMMENT =
      Pattern.compile("// (error|warning|note): (SML-\\d{3}|javac) at (\\d+):(\\d+)(.*)");
  private static final Pattern CODE = Pattern.compile("^\\[(SML-\\d{3})] ");

  /** What the comments of a source expect. */
  static List<ExpectedDiagnostic> in(String source) {
    return COMMENT.matcher(source).results().map(ExpectedDiagnostic::of).toList();
  }

  private static ExpectedDiagnostic of(MatchResult comment) {
    return new ExpectedDiagnostic(
        comment.group(1),
        comment.group(2),
        Long.parseLong(comment.group(3)),
        Long.parseLong(comment.group(4)),
        comment.group(5).strip());
  }

  /** As it was reported; the fragment is the whole message. */
  static ExpectedDiagnostic reported(Diagnostic<? extends JavaFileObject> diagnostic) {
    String message = diagnostic.getMessage(Locale.ROOT);
    Matcher code = CODE.matcher(message);
    return new ExpectedDiagnostic(
        diagnostic.getKind().name().replace("MANDATORY_", "").toLowerCase(Locale.ROOT),
        code.find() ? code.group(1) : "javac",
        diagnostic.getLineNumber(),
        diagnostic.getColumnNumber(),
        message);
  }

  boolean matches(ExpectedDiagnostic reported) {
    return kind.equals(reported.kind)
        && code.equals(reported.code)
        && line == reported.line
        && column == reported.column
        && reported.fragment.contains(fragment);
  }

  /** What differs; empty if everything expected was reported, and nothing else. */
  static List<String> differences(
      List<ExpectedDiagnostic> expected, List<ExpectedDiagnostic> reported) {
    List<ExpectedDiagnostic> rest = new ArrayList<>(reported);
    List<String> differences = new ArrayList<>();
    for (ExpectedDiagnostic each : expected) {
      rest.stream()
          .filter(each::matches)
          .findFirst()
          .ifPresentOrElse(rest::remove, () -> differences.add("missing    " + each));
    }
    rest.stream()
        .sorted(Comparator.comparingLong(ExpectedDiagnostic::line))
        .forEach(each -> differences.add("unexpected " + each));
    return differences;
  }

  @Override
  public String toString() {
    return "// %s: %s at %d:%d %s".formatted(kind, code, line, column, fragment);
  }
}
