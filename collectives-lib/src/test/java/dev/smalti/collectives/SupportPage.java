package dev.smalti.collectives;

import dev.smalti.lang.Algorithm;
import dev.smalti.lang.Reduce;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page of the manual that shows what collectives support, from what the tests run. */
final class SupportPage {
  private static final String HEAD =
      """
      # What collectives support

      The tests write this page. A cell says where a collective can be called with an operator, an
      element type and an algorithm: `K` or `k` in a kernel, `P` or `p` in a program. A run compares
      the eager run, threads and one or two seeded pools with what the collective means, element for
      element, with two calls one behind the other; what lies beside the target keeps its bits, and all
      signal cells are 0 afterwards.

      A capital letter is a program that every build runs. Every build runs each two of the choices
      together: collective with algorithm, element type, operator, path, number of ranks, number of
      elements. The programs of all other letters are run, on all numbers of ranks and elements, by

          mvn -q verify -Pcollectives -pl collectives-lib -am

      which takes two hours as estimated from parts of it; `-Dsmalti.collectives=P_ALL_REDUCE_RING` runs those of one algorithm. All run on
      threads; eagerly and on a seeded pool too where all ranks together have at most 20,000 elements, where they
      have more one in 32. A name is
      that of the test: collective, algorithm, type, operator, and `K` or `H` for the path.

      """;

  private static final String OTHERS =
      """

      ## All-to-all-v and barriers

      | call | algorithms | tested by |
      |---|---|---|
      | `allToAllV`, all element types, in kernels and programs, eager | `AUTO`, `MESH` | `AllToAllVTest`, at 1 to 8 ranks |
      | `barrier`, in kernels and programs, eager | `AUTO`, `MESH`, `RECURSIVE_DOUBLING`, `TREE`, `CENTRAL` | `BarrierTest`, at 1 to 64 ranks |
      """;

  private final Refusals refusals;
  private final List<Choice> built = Choice.inEveryBuild();
  private final Set<String> inEveryBuild =
      built.stream().map(Choice::program).collect(Collectors.toSet());
  private final Set<String> possible =
      Choice.programs().stream().map(Choice::program).collect(Collectors.toSet());
  private final StringBuilder text = new StringBuilder(HEAD);

  private SupportPage(Refusals refusals) {
    this.refusals = refusals;
  }

  /** The text of the page. */
  static String of(Refusals refusals) {
    return new SupportPage(refusals).write();
  }

  private String write() {
    numbers();
    for (Form form : Form.values()) {
      text.append("\n## ").append(title(form)).append('\n');
      if (form.reduces()) {
        form.algorithms().forEach(algorithm -> reductions(form, algorithm));
      } else {
        moves(form);
      }
    }
    text.append(OTHERS);
    algorithms();
    operators();
    paths();
    return text.toString();
  }

  private static String title(Form form) {
    String name = "`" + form.method() + "`";
    return switch (form) {
      case ALL_REDUCE, REDUCE_SCATTER -> name + " in place";
      case ALL_REDUCE_INTO, REDUCE_SCATTER_INTO -> name + " of another window";
      default -> name;
    };
  }

  // ---- how often

  private void numbers() {
    text.append("%d runs of %d programs in every build:\n\n".formatted(built.size(), programs()));
    row("ranks", Choice.RANKS, String::valueOf);
    rule(Choice.RANKS.size());
    row("runs", Choice.RANKS, ranks -> count(choice -> choice.ranks() == ranks));
    text.append('\n');
    row("elements of each rank", Choice.COUNTS, String::valueOf);
    rule(Choice.COUNTS.size());
    row("runs", Choice.COUNTS, count -> count(choice -> choice.count() == count));
  }

  private long programs() {
    return built.stream().map(Choice::program).distinct().count();
  }

  private String count(Predicate<Choice> wanted) {
    return Long.toString(built.stream().filter(wanted).count());
  }

  // ---- what is supported

  private void reductions(Form form, Algorithm algorithm) {
    text.append('\n');
    row("`" + algorithm + "`", Choice.TYPES, Function.identity());
    rule(Choice.TYPES.size());
    for (Reduce operator : Choice.OPERATORS) {
      row("`" + operator + "`", Choice.TYPES, type -> cell(form, algorithm, type, operator));
    }
  }

  private void moves(Form form) {
    text.append('\n');
    row("algorithm", Choice.TYPES, Function.identity());
    rule(Choice.TYPES.size());
    for (Algorithm algorithm : form.algorithms()) {
      row("`" + algorithm + "`", Choice.TYPES, type -> cell(form, algorithm, type, Reduce.SUM));
    }
  }

  private String cell(Form form, Algorithm algorithm, String type, Reduce operator) {
    String letters =
        Stream.of(true, false)
            .map(inKernel -> new Choice(form, algorithm, type, operator, inKernel, 1, 1).program())
            .filter(possible::contains)
            .map(program -> letter(program, inEveryBuild.contains(program)))
            .collect(Collectors.joining(" "));
    return letters.isEmpty() ? "-" : letters;
  }

  private static String letter(String program, boolean built) {
    boolean inKernel = program.endsWith("_K");
    return built ? inKernel ? "K" : "P" : inKernel ? "k" : "p";
  }

  // ---- what is not

  private void algorithms() {
    text.append(
        """

        ## Algorithms that are not offered

        In kernels, in programs and in eager runs. `...` is the algorithm that was named.

        | call | error | eager |
        |---|---|---|
        """);
    for (Form form : Form.values()) {
      refused(
          title(form),
          call ->
              call.form() == form
                  && !form.algorithms().contains(call.algorithm())
                  && (call.inKernel() || form != Form.SEND_RECEIVE));
    }
  }

  private void operators() {
    text.append(
        """

        ## Operators that a type does not have

        For all collectives that combine.

        | type, operator | error | eager |
        |---|---|---|
        """);
    for (String type : Choice.TYPES) {
      for (Reduce operator : Choice.OPERATORS) {
        refused(
            type + ", `" + operator + "`",
            call ->
                call.form().reduces()
                    && call.form().algorithms().contains(call.algorithm())
                    && call.type().equals(type)
                    && call.operator() == operator);
      }
    }
  }

  private void paths() {
    text.append(
        """

        ## Paths that do not exist

        | call | error | eager |
        |---|---|---|
        """);
    refused(
        "`sendReceive` in a program", call -> call.form() == Form.SEND_RECEIVE && !call.inKernel());
  }

  /** A row for what is said of all these calls, if there are any. */
  private void refused(String what, Predicate<Choice> calls) {
    List<Choice> found = Choice.refused().stream().filter(calls).toList();
    if (found.isEmpty()) {
      return;
    }
    String said =
        only(
            found.stream()
                .map(
                    call ->
                        "[%s](../errors/%1$s.md) %s"
                            .formatted(
                                refusals.compiled(call).code(),
                                unnamed(refusals.compiled(call).text(), call))));
    String eager =
        only(
            found.stream()
                .filter(call -> !call.inKernel() || found.getFirst().form() == Form.SEND_RECEIVE)
                .map(call -> call.inKernel() ? "-" : unnamed(refusals.eager(call), call)));
    text.append("| %s | %s | %s |\n".formatted(what, said, eager));
  }

  private static String unnamed(String text, Choice call) {
    return text.replace("by " + call.algorithm() + " ", "by ... ");
  }

  private static String only(Stream<String> texts) {
    List<String> different = texts.distinct().toList();
    if (different.size() != 1) {
      throw new AssertionError("one text was expected: " + different);
    }
    return different.getFirst();
  }

  // ---- tables

  private <T> void row(String first, List<T> values, Function<T, String> cell) {
    text.append("| ").append(first);
    values.forEach(value -> text.append(" | ").append(cell.apply(value)));
    text.append(" |\n");
  }

  private void rule(int columns) {
    text.append("|---".repeat(columns + 1)).append("|\n");
  }
}
