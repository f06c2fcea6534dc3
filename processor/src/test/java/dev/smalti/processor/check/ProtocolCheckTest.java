package dev.smalti.processor.check;

import static com.google.common.truth.Truth.assertThat;
import static com.google.testing.compile.CompilationSubject.assertThat;
import static com.google.testing.compile.Compiler.javac;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import dev.smalti.processor.SmaltiProcessor;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;

/** What the compiler says about whole programs, with the values, and where. */
final class ProtocolCheckTest {
  /** The kernel's parameters, its body from line 13 on, and the program's attributes. */
  private static List<String> check(String host, String parameters, String... body) {
    return compile(host, parameters, body).diagnostics().stream()
        .map(ProtocolCheckTest::text)
        .toList();
  }

  private static Compilation compile(String host, String parameters, String... body) {
    StringBuilder text = new StringBuilder();
    text.append("import static dev.smalti.lang.Smalti.*;\n");
    text.append("import dev.smalti.lang.*;\n");
    text.append("final class P {\n  ").append(host).append('\n');
    text.append("  static void main(World world, @Shape(\"n, n\") Tensor<F32> x");
    text.append(parameters.isEmpty() ? "" : ", int " + parameters).append(") {\n");
    text.append("    Window<F32> data = world.window(F32, shape(4, 8));\n");
    text.append("    Signal s = world.signal(shape(world.size(), 2));\n");
    text.append("    world.forEachRank(r -> step(x, data, s");
    text.append(parameters.isEmpty() ? "" : ", " + parameters).append("));\n  }\n");
    text.append("  @InCore static void step(@Shape(\"n, n\") Tensor<F32> x,");
    text.append(" @Shape(\"4, 8\") @InOut Window<F32> data, @Shape(\"ranks, 2\") Signal s");
    text.append(parameters.isEmpty() ? "" : ", int " + parameters).append(") {\n");
    text.append("    int me = data.rank(); int ranks = data.ranks(); int n = x.dim(0);\n");
    text.append("    data.store(data.load().add(x.read(at(0, 0))));\n");
    for (String line : body) {
      text.append("    ").append(line).append('\n');
    }
    text.append("  }\n}\n");
    return javac()
        .withProcessors(new SmaltiProcessor())
        .compile(JavaFileObjects.forSourceString("P", text.toString()));
  }

  private static String text(Diagnostic<? extends JavaFileObject> found) {
    return found.getKind().name().toLowerCase(Locale.ROOT)
        + " at "
        + found.getLineNumber()
        + ": "
        + found.getMessage(Locale.ROOT);
  }

  private static final String HERE = "@Host";

  // ---- ranks that fail

  @Test
  void aNegativePeerIsAnError() {
    assertThat(
            check(HERE, "", "s.notify((me - 1) % ranks, at(0, 0));", "s.await(at(0, 0), GE, 0);"))
        .containsExactly(
            """
            error at 13: [SML-703] rank 0 fails for 2 ranks: s: peer -1 is no rank, there are 2
              found with n = 1
              Java's % is negative for a negative left side: use Math.floorMod, or add the number of ranks first.
              If it is not meant for 2 ranks, say for how many: @Host(worlds = "...").\
            """);
  }

  private static final String[] DOUBLING = {
    "int bit = 1;",
    "while (bit < ranks) {",
    "  s.notify(me ^ bit, at(me, 0));",
    "  s.await(at(me ^ bit, 0));",
    "  bit = bit * 2;",
    "}"
  };

  @Test
  void whatFailsForSomeNumbersOfRanksOnlyIsAnErrorUnlessTheyAreExcluded() {
    List<String> all = check(HERE, "", DOUBLING);
    assertThat(all).hasSize(1);
    assertThat(all.getFirst())
        .startsWith(
            "error at 15: [SML-703] rank 1 fails for 3 ranks: s: peer 3 is no rank, there are 3");
    assertThat(check("@Host(worlds = \"1, 2, 4, 8\")", "", DOUBLING)).isEmpty();
  }

  /** So that it can refuse a pool of another size. */
  @Test
  void theProgramKeepsTheNumbersOfRanksItIsFor() {
    assertThat(compile("@Host(worlds = \"1, 2, 4, 8\")", "", DOUBLING))
        .generatedSourceFile("PPrograms")
        .contentsAsUtf8String()
        .contains("new Program<>(\"P.main\", Main::new, \"1, 2, 4, 8\")");
    assertThat(compile(HERE, ""))
        .generatedSourceFile("PPrograms")
        .contentsAsUtf8String()
        .contains("new Program<>(\"P.main\", Main::new)");
  }

  private static final String[] ROW = {"data.row(n - 1).store(data.row(0).load());"};

  @Test
  void whatFailsForSomeOfOurSizesIsANote() {
    List<String> found = check(HERE, "", ROW);
    assertThat(found).hasSize(1);
    assertThat(found.getFirst()).startsWith("note at 13: [SML-703] rank 0 fails for 1 rank: data:");
    assertThat(found.getFirst()).contains("found with n = 5; other values pass");
    assertThat(check("@Host(sizes = \"n = 1, 4\")", "", ROW)).isEmpty();
    List<String> named = check("@Host(sizes = \"n = 4, 5\")", "", ROW);
    assertThat(named).hasSize(1);
    assertThat(named.getFirst())
        .startsWith("error at 13: [SML-703] rank 0 fails for 1 rank: data:");
    assertThat(named.getFirst()).contains("found with n = 5\n");
  }

  @Test
  void whatFailsForEverySizeIsAnError() {
    List<String> found = check(HERE, "", "data.row(n + 3).store(data.row(0).load());");
    assertThat(found).hasSize(1);
    assertThat(found.getFirst()).startsWith("error at 13: [SML-703]");
  }

  @Test
  void aDivisionByZeroIsFound() {
    List<String> found = check(HERE, "", "s.notify(me / (ranks - 1), at(0, 0));");
    assertThat(found).hasSize(1);
    assertThat(found.getFirst())
        .startsWith("error at 13: [SML-703] rank 0 fails for 1 rank: / by zero");
    assertThat(found.getFirst()).contains("@Host(worlds = \"2..4\")");
  }

  @Test
  void aCellOutsideIsFound() {
    List<String> found = check(HERE, "", "s.notify(me, at(me + 1, 0));");
    assertThat(found).hasSize(1);
    assertThat(found.getFirst()).contains("s: axis 0 has extent 1, 1 elements from 1 are outside");
  }

  /** Blocks of 0 elements are nothing that anybody asks for; nor does a count stand for a rank. */
  @Test
  void scalarsThatAreNoRanksAreNotTriedAsRanks() {
    assertThat(check(HERE, "blocks", "s.notify(n / blocks % ranks, at(0, 0));")).isEmpty();
    assertThat(check(HERE, "root", "s.notify(root, at(0, 0));")).isEmpty();
  }

  @Test
  void aFailureThatNoScheduleReachesIsNotReported() {
    List<String> found = check(HERE, "", "s.await(at(0, 1));", "s.notify(me + ranks, at(0, 0));");
    assertThat(found).hasSize(1);
    assertThat(found.getFirst()).startsWith("error at 13: [SML-701] deadlock for 1 rank:");
  }

  // ---- sizes

  @Test
  void aDeadlockForASizeThatIsNamedIsAnError() {
    String[] some = {"if (n == 5) {", "  s.await(at(0, 0));", "}"};
    List<String> named = check("@Host(sizes = \"n = 4, 5\")", "", some);
    assertThat(named).hasSize(1);
    assertThat(named.getFirst()).startsWith("error at 14: [SML-701]");
    List<String> ours = check(HERE, "", some);
    assertThat(ours).hasSize(1);
    assertThat(ours.getFirst()).startsWith("note at 14: [SML-701]");
  }

  // ---- what is not decided

  private static final String[] MEET = {
    "for (int p : range(ranks)) { if (p != me) s.notify(p, at(me, 0)); }",
    "for (int p : range(ranks)) { if (p != me) s.await(at(p, 0)); }"
  };

  @Test
  void dataThatDecideNoSignalAreNoReasonForANote() {
    assertThat(
            check(
                HERE,
                "",
                "if (data.read(at(0, 0)) > 0) {",
                "  data.store(data.load().neg());",
                "}",
                "int row = (int) x.read(at(0, 0));",
                "data.remoteStore(me, data.row(0).load(), at(row, 0));",
                MEET[0],
                MEET[1]))
        .isEmpty();
  }

  @Test
  void aNoteNamesAWorldInWhichRanksWaitForEachOther() {
    List<String> found =
        check(HERE, "", "if (x.read(at(0, 0)) > 0) {", "  " + MEET[0], "  " + MEET[1], "}");
    assertThat(found).hasSize(1);
    assertThat(found.getFirst())
        .startsWith(
            "note at 13: [SML-702] whether P.main deadlocks for 2 ranks is not decided here: it"
                + " depends on an element of x, read at P.java:13:");
  }

  @Test
  void whoOnlyTellsCannotBlock() {
    assertThat(check(HERE, "", "if (x.read(at(0, 0)) > 0) {", "  " + MEET[0], "}")).isEmpty();
  }

  /** A loop on a cell is a wait; nobody may ever end it, and no stall shows where ranks poll. */
  @Test
  void aLoopThatPollsACellStopsTheCheck() {
    List<String> found = check(HERE, "", "while (s.read(at(0, 1)) == 0) {", "}");
    assertThat(found).hasSize(1);
    assertThat(found.getFirst())
        .startsWith(
            "note at 13: [SML-702] whether P.main deadlocks for 2 ranks is not decided here: it"
                + " depends on a cell of s, read at P.java:13:");
  }
}
