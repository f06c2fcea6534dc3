package dev.smalti.examples.conformance;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The page of the manual that shows the table. */
final class ConformancePage {
  private static final String HEAD =
      """
      # Conformance

      The programs of the distributed model that Smalti follows, one row an id. The tests write this
      page: they run every program of groups A to G on worlds of these sizes, eagerly, compiled on
      threads, one rank at a time and with random delays, on the heap and on native memory, and
      compare all elements bit for bit; they compile every program of the other groups and compare
      the lines and messages. A row that is missing, or a program that fails, fails the build.

      """;

  private final ConformanceTable table;
  private final Corpus rejected;
  private final Map<String, List<String>> refused;
  private final StringBuilder text = new StringBuilder(HEAD);

  private ConformancePage(
      ConformanceTable table, Corpus rejected, Map<String, List<String>> refused) {
    this.table = table;
    this.rejected = rejected;
    this.refused = refused;
  }

  /** The text of the page; of the sources that are refused when they run, the messages by id. */
  static String of(ConformanceTable table, Corpus rejected, Map<String, List<String>> refused) {
    return new ConformancePage(table, rejected, refused).write();
  }

  private String write() {
    counts();
    table.groups().forEach(this::group);
    worker();
    constructs();
    return text.toString();
  }

  private void counts() {
    Map<String, Long> counts = table.counts();
    text.append("| outcome | rows | meaning |\n|---|---|---|\n");
    count(counts, "Runs", "runs", "in every form, with these bits");
    count(counts, "Rejected", "rejected", "the compiler refuses it, at the line of the mistake");
    count(counts, "Accepted", "accepted", "a limit that is lifted; a test runs it");
    count(counts, "RefusedWhenRun", "refused", "by an exception, when it is prepared or run");
    count(
        counts, "Inexpressible", "not expressible", "there is no such program; the type says why");
    count(counts, "ButForWorker", "runs, worker", "runs as above; the worker adds something later");
    count(counts, "Worker", "worker", "waits for a part of the worker that is not there yet");
  }

  /** What is left for the worker, of those that run and of those that do not. */
  private void worker() {
    List<Row> rows = table.rows().stream().filter(row -> !missing(row).isEmpty()).toList();
    text.append("\n## Worker\n\n");
    text.append(
        "What of %d rows waits for the worker; everything else of them is tested above.\n\n"
            .formatted(rows.size()));
    text.append("| id | what is left |\n|---|---|\n");
    rows.forEach(row -> text.append(line(row.id(), missing(row))).append('\n'));
  }

  private void constructs() {
    text.append("\n## Constructs of graph languages\n\n");
    text.append(
        "What languages for graphs of tasks have besides, and what has become of it here.\n\n");
    text.append("| construct | fate | here | rows |\n|---|---|---|---|\n");
    for (GraphConstruct each : GraphConstruct.all()) {
      String fate = each.fate().name().toLowerCase(Locale.ROOT);
      text.append(line(each.name(), fate, each.instead(), String.join(", ", each.rows())))
          .append('\n');
    }
  }

  private static String missing(Row row) {
    return switch (row.outcome()) {
      case Outcome.Worker(String missing) -> missing;
      case Outcome.ButForWorker(_, _, String missing) -> missing;
      case Outcome.Runs _,
          Outcome.Rejected _,
          Outcome.Accepted _,
          Outcome.RefusedWhenRun _,
          Outcome.Inexpressible _ ->
          "";
    };
  }

  private void count(Map<String, Long> counts, String kind, String name, String meaning) {
    text.append("| %s | %d | %s |\n".formatted(name, counts.getOrDefault(kind, 0L), meaning));
  }

  private void group(ConformanceTable.Group group) {
    List<Row> rows = table.rows(group);
    if (rows.isEmpty()) {
      return;
    }
    boolean wrong = "HSTIR".contains(group.ids().getFirst().substring(0, 1));
    text.append("\n## ").append(group.title()).append("\n\n");
    text.append(
        wrong
            ? "| id | program | outcome | what is said, or holds instead |\n|---|---|---|---|\n"
            : "| id | program | ranks | result | test |\n|---|---|---|---|---|\n");
    rows.forEach(row -> text.append(wrong ? wrongRow(row) : rightRow(row)).append('\n'));
  }

  private static String rightRow(Row row) {
    return switch (row.outcome()) {
      case Outcome.Runs(String result, Worlds worlds) -> ran(row, result, worlds);
      case Outcome.ButForWorker(String result, Worlds worlds, _) ->
          ran(row, result + " (worker: see below)", worlds);
      case Outcome.Worker(String missing) -> line(row.id(), row.program(), "", "worker", missing);
      case Outcome.Accepted(String instead) ->
          line(row.id(), row.program(), "", instead, "`accepted/" + row.id() + ".java`");
      case Outcome.Rejected _, Outcome.Inexpressible _, Outcome.RefusedWhenRun _ ->
          throw new IllegalArgumentException(row.id() + " is a program that runs");
    };
  }

  private static String ran(Row row, String result, Worlds worlds) {
    return line(
        row.id(),
        row.program(),
        worlds.sizes().stream().map(String::valueOf).collect(Collectors.joining(", ")),
        result,
        "`" + worlds.methods() + "`");
  }

  private String wrongRow(Row row) {
    return switch (row.outcome()) {
      case Outcome.Rejected _ -> line(row.id(), row.program(), "rejected", messages(row.id()));
      case Outcome.Accepted(String instead) -> line(row.id(), row.program(), "accepted", instead);
      case Outcome.RefusedWhenRun _ ->
          line(
              row.id(),
              row.program(),
              "refused",
              refusals(refused.getOrDefault(row.id(), List.of())));
      case Outcome.Inexpressible(String type, String reason) ->
          line(row.id(), row.program(), "not expressible", "`" + type + "`: " + reason);
      case Outcome.Worker(String missing) -> line(row.id(), row.program(), "worker", missing);
      case Outcome.Runs _, Outcome.ButForWorker _ ->
          throw new IllegalArgumentException(row.id() + " is a program that is wrong");
    };
  }

  /** What is said of a source, each message once. */
  private String messages(String id) {
    return rejected.errors(id).stream()
        .map(message -> MessageText.of(message.brief(), "../errors/"))
        .distinct()
        .collect(Collectors.joining("<br>"));
  }

  private static String refusals(List<String> messages) {
    return messages.stream()
        .map(message -> message.lines().findFirst().orElse(""))
        .map(MessageText::quoted)
        .distinct()
        .collect(Collectors.joining("<br>"));
  }

  private static String line(String... cells) {
    return List.of(cells).stream().collect(Collectors.joining(" | ", "| ", " |"));
  }
}
