package dev.smalti.processor.pass;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.Span;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class InlineCallsTest {
  private static final String HEAD =
      """
      incore p.K.k
          in x: tensor<F32>[4, n]
          out y: tensor<F32>[1, n]
          in s: signal[ranks, 1]
          symbols n, ranks
      """;

  private static Pass pass(String... helpers) {
    List<Function> functions = Arrays.stream(helpers).map(IrText::parse).toList();
    return new InlineCalls(id -> functions.stream().filter(f -> f.id().equals(id)).findFirst());
  }

  private static final String SCALED =
      """
      inline p.H.scaled
          in t: F32[1, m]
          in factor: double
          symbols m
          results F32[1, m]
        %a: F32[1, m] = %t * F32(factor)
        return %a
      """;

  @Test
  void bodyStandsWhereTheCallStoodWithNewNames() {
    IrText.assertRewrites(
        pass(SCALED),
        HEAD
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              call p.H.scaled(%a, 2.0) -> %b: F32[1, n]
              call p.H.scaled(%b, 3.0) -> %c: F32[1, n]
              store %c -> y[0, 0]
            """,
        HEAD
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              %t: F32[1, n] = %a
              factor: double = 2.0
              %a2: F32[1, n] = %t * F32(factor)
              %b: F32[1, n] = %a2
              %t2: F32[1, n] = %b
              factor2: double = 3.0
              %a3: F32[1, n] = %t2 * F32(factor2)
              %c: F32[1, n] = %a3
              store %c -> y[0, 0]
            """);
  }

  @Test
  void namedMemoryKeepsItsNameAndAViewGetsOne() {
    String helper =
        """
        inline p.H.copy
            in from: tensor<F32>[m]
            out to: tensor<F32>[1, m]
            symbols m
          %t: F32[1, m] = load from[0] shape(m)
          store %t -> to[0, 0]
        """;
    IrText.assertRewrites(
        pass(helper),
        HEAD
            + """
              i: int = rank(s)
              call p.H.copy(view x[i, 0] shape(1, n) drop 1, y)
            """,
        HEAD
            + """
              i: int = rank(s)
              from: tensor<F32>[n] = view x[i, 0] shape(1, n) drop 1
              %t: F32[1, n] = load from[0] shape(n)
              store %t -> y[0, 0]
            """);
  }

  @Test
  void symbolsAndIntParametersStandForTheArguments() {
    String helper =
        """
        inline p.H.part
            in from: tensor<F32>[2 * h, c]
            in count: int
            symbols h, c
          %t: F32[h, count] = load from[h, 0] shape(h, count)
          store %t -> from[0, 0]
        """;
    IrText.assertRewrites(
        pass(helper),
        HEAD
            + """
              call p.H.part(x, 8)
            """,
        HEAD
            + """
              count: int = 8
              %t: F32[2, 8] = load x[2, 0] shape(2, 8)
              store %t -> x[0, 0]
            """
                .replace("x[2, 0]", "x[extent(2), 0]"));
  }

  @Test
  void elementTypeIsTheArguments() {
    String helper =
        """
        inline p.H.twice
            in t: T[1, m]
            elements T
            symbols m
            results T[1, m]
          %a: T[1, m] = %t + %t
          return %a
        """;
    Function inlined =
        pass(helper)
            .apply(
                IrText.parse(
                    HEAD
                        + """
                          %b: F32[1, n] = load x[0, 0] shape(1, n)
                          call p.H.twice(%b) -> %c: F32[1, n]
                          store %c -> y[0, 0]
                        """));
    assertThat(IrText.print(inlined)).contains("%a: F32[1, n] = %t + %t");
  }

  @Test
  void inlinedStatementNamesTheHelperThenTheCall() {
    String helper =
        """
        inline p.H.mark
            out y: tensor<F32>[1, m]
            symbols m
          write 1.0 -> y[0, 0]  @ H.java:5:9
        """;
    Function inlined =
        pass(helper).apply(IrText.parse(HEAD + "  call p.H.mark(y)  @ K.java:30:3\n"));
    assertThat(inlined.body().statements().getFirst().origin().spans())
        .containsExactly(new Span("H.java", 5, 9), new Span("K.java", 30, 3))
        .inOrder();
  }

  @Test
  void helpersOfHelpersAreInlinedToo() {
    String outer =
        """
        inline p.H.outer
            in t: F32[1, m]
            symbols m
            results F32[1, m]
          call p.H.scaled(%t, 2.0) -> %u: F32[1, m]
          return %u
        """;
    Function inlined =
        pass(SCALED, outer)
            .apply(
                IrText.parse(
                    HEAD
                        + """
                          %a: F32[1, n] = load x[0, 0] shape(1, n)
                          call p.H.outer(%a) -> %b: F32[1, n]
                          store %b -> y[0, 0]
                        """));
    assertThat(IrText.print(inlined)).doesNotContain("call");
    assertThat(IrText.print(inlined)).contains("* F32(factor)");
  }

  @Test
  void recursionNamesTheCycle() {
    String ping = "inline p.H.ping\n  call p.H.pong()\n";
    String pong = "inline p.H.pong\n  call p.H.ping()\n";
    InlineException.Recursion thrown =
        assertThrows(
            InlineException.Recursion.class,
            () ->
                pass(ping, pong).apply(IrText.parse(HEAD + "  call p.H.ping()  @ K.java:30:3\n")));
    assertThat(thrown.cycle().stream().map(FunctionId::method))
        .containsExactly("ping", "pong", "ping")
        .inOrder();
    assertThat(thrown)
        .hasMessageThat()
        .isEqualTo("inline functions are recursive: H.ping -> H.pong -> H.ping");
    assertThat(thrown.call().line()).isEqualTo(2);
  }

  @Test
  void argumentOfAnotherShapeIsRefused() {
    String helper =
        """
        inline p.H.square
            in t: tensor<F32>[m, m]
            symbols m
          write 1.0 -> t[0, 0]
        """;
    InlineException.Mismatch thrown =
        assertThrows(
            InlineException.Mismatch.class,
            () -> pass(helper).apply(IrText.parse(HEAD + "  call p.H.square(x)\n")));
    assertThat(thrown).hasMessageThat().contains("declared is m = 4, the argument has n");
  }

  @Test
  void taskIsNotInlined() {
    String task = "incore p.H.task\n    in t: int\n";
    IrText.assertKeeps(pass(task), "jit p.K.j\n    in i: int\n  call p.H.task(i)\n");
  }

  @Test
  void earlyReturnBecomesABranch() {
    String helper =
        """
        inline p.H.first
            out y: tensor<F32>[1, m]
            in i: int
            symbols m
          if i > 0
            write 1.0 -> y[0, 0]
            return
          write 2.0 -> y[0, 0]
        """;
    IrText.assertRewrites(
        pass(helper),
        HEAD
            + """
              call p.H.first(y, 7)
              write 3.0 -> y[0, 1]
            """,
        HEAD
            + """
              i: int = 7
              if i > 0
                write 1.0 -> y[0, 0]
              else
                write 2.0 -> y[0, 0]
              write 3.0 -> y[0, 1]
            """);
  }

  @Test
  void returnFromALoopLeavesTheBody() {
    String helper =
        """
        inline p.H.find
            out y: tensor<F32>[1, m]
            symbols m
          for j in 0..m
            if j > 3
              return
            write 1.0 -> y[0, j]
          write 2.0 -> y[0, 0]
        """;
    IrText.assertRewrites(
        pass(helper),
        HEAD
            + """
              call p.H.find(y)
            """,
        HEAD
            + """
              returned: boolean = false
              for once in 0..1
                for j in 0..n
                  if j > 3
                    returned := true
                    break
                  write 1.0 -> y[0, j]
                if returned
                  break
                write 2.0 -> y[0, 0]
            """);
  }
}
