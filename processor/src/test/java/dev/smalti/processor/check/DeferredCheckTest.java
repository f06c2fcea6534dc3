package dev.smalti.processor.check;

import static com.google.common.truth.Truth.assertThat;
import static com.google.testing.compile.Compiler.javac;

import com.google.testing.compile.JavaFileObjects;
import dev.smalti.processor.SmaltiProcessor;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What the compiler says about programs whose tasks wait for signals. */
final class DeferredCheckTest {
  /** The body of the task graph stands from line 19 on. */
  private static List<String> check(String... body) {
    String source =
        """
        import static dev.smalti.lang.Smalti.*;
        import dev.smalti.lang.*;
        final class P {
          @Host
          static void main(World world) {
            Signal s = world.signal(shape(world.size()));
            world.forEachRank(r -> graph(s));
          }
          @InCore
          static void tell(@Shape("ranks") Signal s, int peer, int cell) {
            s.notify(peer, at(cell));
          }
          @InCore
          static void meet(@Shape("ranks") Signal s, int cell) {
            s.await(at(cell), GE, 1);
          }
          @Jit
          static void graph(@Shape("ranks") Signal s) {
            int me = s.rank(); int next = (me + 1) % s.ranks(); int last = s.ranks() - 1;
        BODY
          }
        }
        """
            .replace("BODY", String.join("\n", body));
    return javac()
        .withProcessors(new SmaltiProcessor())
        .compile(JavaFileObjects.forSourceString("P", source))
        .diagnostics()
        .stream()
        .map(
            found ->
                found.getKind().name().toLowerCase(Locale.ROOT)
                    + " at "
                    + found.getLineNumber()
                    + ": "
                    + found.getMessage(Locale.ROOT))
        .toList();
  }

  @Test
  void whatIsToldBehindTheTasksLetsThemBegin() {
    assertThat(
            check(
                "Task first = s.reaches(at(0), GE, 1);",
                "Task second = submit(() -> tell(s, me, last), after(first));",
                "submit(() -> meet(s, last), after(second));",
                "tell(s, next, 0);"))
        .isEmpty();
  }

  @Test
  void aConditionThatNobodyMakesHoldIsADeadlock() {
    List<String> found = check("Task never = s.reaches(at(0), GE, 2);", "tell(s, next, 0);");
    assertThat(found).hasSize(1);
    assertThat(found.getFirst()).startsWith("error at 20: [SML-701] ");
  }

  /** Each rank tells only when it has been told itself. */
  @Test
  void tasksThatWaitForEachOtherAreADeadlock() {
    List<String> found =
        check(
            "Task told = s.reaches(at(0), GE, 1);", "submit(() -> tell(s, next, 0), after(told));");
    assertThat(found).hasSize(1);
    assertThat(found.getFirst())
        .startsWith(
            """
            error at 20: [SML-701] deadlock for 1 rank: the rank waits here before it notifies
              rank 0 waits at line 20 for s[0] >= 1, holds 0; only rank 0 at line 11 can raise it, after its own wait
              Move the notify (line 11) before the wait (line 20).
            """);
  }

  /** The end of the dispatch waits for its tasks; what stands behind it comes too late. */
  @Test
  void aWaitInADeferredTaskIsNamedToo() {
    List<String> found =
        check(
            "Task told = s.reaches(at(0), GE, 1);",
            "submit(() -> meet(s, last), after(told));",
            "tell(s, next, 0);");
    assertThat(found).hasSize(1);
    assertThat(found.getFirst())
        .startsWith(
            """
            error at 15: [SML-701] deadlock for 2 ranks: every rank waits for ever
              rank 0 waits at line 15 for s[1] >= 1, holds 0; no rank notifies this cell
            """);
  }
}
