package dev.smalti.examples.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Every program of the distributed model, by its id, and what becomes of it here. */
final class ConformanceTable {
  /** A group of rows. */
  record Group(String title, List<String> ids) {}

  private static final List<Group> GROUPS =
      List.of(
          new Group("A. Collectives written by hand", numbered("A", 6)),
          new Group("B. Collectives in kernels", numbered("B", 15)),
          new Group("C. Collectives in programs", numbered("C", 21)),
          new Group("D. Primitives", numbered("D", 18)),
          new Group("E. Deferred completion", numbered("E", 3)),
          new Group("F. Structure and dispatch", numbered("F", 18)),
          new Group(
              "G. Tutorial", List.of("G1", "G2", "G3", "G4a", "G4b", "G5a", "G5b", "G6", "G7")),
          new Group("H. Wrong programs", numbered("H", 130)),
          new Group("S. Mistakes in kernels and task graphs", numbered("S", 27)),
          new Group("T. Mistakes in types and shapes", numbered("T", 27)),
          new Group("I. Mistakes in calls", numbered("I", 8)),
          new Group("R. Mistakes that show in a run", numbered("R", 2)));

  private final Map<String, Row> rows = new TreeMap<>();
  private final List<String> twice = new ArrayList<>();

  private ConformanceTable() {}

  /** The whole table. */
  static ConformanceTable all() {
    ConformanceTable table = new ConformanceTable();
    Stream.of(ProgramRows.all(), WrongPrograms.all(), WrongCollectives.all(), WrongKernels.all())
        .flatMap(List::stream)
        .forEach(
            row -> {
              if (table.rows.put(row.id(), row) != null) {
                table.twice.add(row.id());
              }
            });
    return table;
  }

  private static List<String> numbered(String letter, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(number -> letter + number).toList();
  }

  List<Group> groups() {
    return GROUPS;
  }

  /** The rows of a group, in its order. */
  List<Row> rows(Group group) {
    return group.ids().stream().filter(rows::containsKey).map(rows::get).toList();
  }

  List<Row> rows() {
    return GROUPS.stream().flatMap(group -> rows(group).stream()).toList();
  }

  /** The rows with an outcome of a kind. */
  List<String> ids(Class<? extends Outcome> kind) {
    return rows().stream().filter(row -> kind.isInstance(row.outcome())).map(Row::id).toList();
  }

  /** Ids without a row. */
  List<String> missing() {
    return GROUPS.stream()
        .flatMap(group -> group.ids().stream())
        .filter(id -> !rows.containsKey(id))
        .toList();
  }

  /** Rows that are in no group, or two for one id. */
  List<String> superfluous() {
    List<String> known = GROUPS.stream().flatMap(group -> group.ids().stream()).toList();
    return Stream.concat(twice.stream(), rows.keySet().stream().filter(id -> !known.contains(id)))
        .toList();
  }

  /** How many rows have an outcome of each kind, by the name of the kind. */
  Map<String, Long> counts() {
    return rows().stream()
        .map(row -> row.outcome().getClass().getSimpleName())
        .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
  }
}
