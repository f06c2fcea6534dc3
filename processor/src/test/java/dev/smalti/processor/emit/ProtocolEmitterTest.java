package dev.smalti.processor.emit;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.Parser;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.run.CommunicationTrace;
import dev.smalti.processor.ir.run.Interpreter;
import dev.smalti.runtime.protocol.Communication;
import dev.smalti.runtime.protocol.Event;
import dev.smalti.runtime.protocol.Skeleton;
import dev.smalti.runtime.protocol.Trace;
import dev.smalti.runtime.protocol.TracedMemory;
import dev.smalti.runtime.protocol.TracedWorld;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A skeleton communicates what the interpreter says that the function communicates. */
final class ProtocolEmitterTest {
  private static final EmitOptions OPTIONS = new EmitOptions(true, false, SourceLines.NONE);

  /** The events of every rank by the skeletons, and by the interpreter. */
  private static Communication compare(String ir, int ranks, Map<String, Long> sizes) {
    List<Function> functions = Parser.parse(ir).functions();
    Map<FunctionId, Function> table =
        functions.stream().collect(Collectors.toMap(Function::id, f -> f));
    Function program =
        functions.stream().filter(f -> f.kind() == FunctionKind.HOST).findFirst().orElseThrow();
    FunctionTable known = id -> Optional.ofNullable(table.get(id));
    CommunicationTrace expected = Interpreter.of(known).trace(program, ranks, sizes, Map.of());
    assertThat(same(expected.communication(), run(functions, program, ranks, sizes))).isEqualTo("");
    return expected.communication();
  }

  /** Both traces of the first rank for which they differ; empty if there is none. */
  private static String same(Communication expected, Communication found) {
    for (int rank = 0; rank < expected.traces().size(); rank++) {
      String wanted = text(expected.traces().get(rank));
      String seen = text(found.traces().get(rank));
      if (!wanted.equals(seen)) {
        return "rank " + rank + "\ninterpreted\n" + wanted + "skeleton\n" + seen;
      }
    }
    return expected.signals().equals(found.signals()) ? "" : "signals " + found.signals();
  }

  private static String text(Trace trace) {
    StringBuilder text = new StringBuilder();
    for (int step = 0; step < trace.events().size(); step++) {
      text.append(trace.file(step)).append(' ').append(trace.events().get(step)).append('\n');
    }
    return text.toString();
  }

  private static Communication run(
      List<Function> functions, Function program, int ranks, Map<String, Long> sizes) {
    Emitted emitted = Emitted.ofSources(skeletons(functions));
    ToLongFunction<String> binding =
        name -> name.equals(Function.RANKS) ? ranks : sizes.getOrDefault(name, 0L);
    List<Object> arguments = new ArrayList<>();
    program
        .parameters()
        .forEach(
            p -> {
              if (p.type() instanceof TensorType type) {
                arguments.add(
                    TracedMemory.of(
                        TracedMemory.Kind.TENSOR,
                        p.name(),
                        type.shape().stream().mapToLong(d -> d.evaluate(binding)).toArray()));
              }
            });
    Skeleton skeleton =
        (Skeleton)
            emitted.call(
                "app." + program.id().flatOwner() + "_" + program.id().method() + "_Protocol",
                "of",
                arguments.toArray());
    return TracedWorld.run(ranks, 1_000_000, skeleton.run());
  }

  private static Map<String, String> skeletons(List<Function> functions) {
    Map<String, String> sources = new LinkedHashMap<>();
    FunctionTable table = id -> functions.stream().filter(f -> f.id().equals(id)).findFirst();
    functions.stream()
        .filter(ProtocolEmitter::hasSkeleton)
        .map(function -> new ProtocolEmitter(OPTIONS, table).emit(function, false))
        .forEach(g -> sources.put(g.name(), g.text()));
    return sources;
  }

  @Test
  void allReduce() {
    for (int ranks = 1; ranks <= 4; ranks++) {
      compare(ProgramEmitterTest.RING_SUM, ranks, Map.of());
    }
  }

  private static String program(String body) {
    return """
    smalti ir 1

    incore app.P.step  @ P.java:1:1
        in x: tensor<F32>[n, 8]  @ P.java:1:1
        inout w: window<F32>[n, 8]  @ P.java:1:1
        inout c: window<I32>[2, ranks]  @ P.java:1:1
        in s: signal[ranks, 2]  @ P.java:1:1
        in round: int  @ P.java:1:1
        symbols n, ranks
    """
        + body.indent(2)
        + """

        host app.P.main  @ P.java:50:1
            in world: world  @ P.java:50:1
            in xs: tensor<F32>[ranks, n, 8]  @ P.java:50:1
            symbols ranks, n
          w: window<F32>[2, n, 8] = new window<F32>[2, n, 8]  @ P.java:51:1
          c: window<I32>[2, ranks] = new window<I32>[2, ranks]  @ P.java:52:1
          s: signal[ranks, 2] = new signal[ranks, 2]  @ P.java:53:1
          for round in 0..2  @ P.java:54:1
            foreachrank r  @ P.java:55:1
              half: window<F32>[n, 8] = view w[round, 0, 0] shape(1, n, 8) drop 1  @ P.java:56:1
              call app.P.step(view xs[r, 0, 0] shape(1, n, 8) drop 1, half, c, s, round)  @ P.java:57:1
        """;
  }

  private static void compareKernel(String body) {
    for (int ranks = 1; ranks <= 3; ranks++) {
      compare(program(body), ranks, Map.of("n", 5L));
    }
  }

  @Test
  void viewsCountFromTheWholeWindow() {
    compareKernel(
        """
        me: int = rank(w)  @ P.java:2:1
        next: int = (me + 1) % ranks  @ P.java:3:1
        part: window<F32>[2, 4] = view w[1, 2] shape(2, 4)  @ P.java:4:1
        row: signal[2] = view s[me, 0] shape(1, 2) drop 1  @ P.java:5:1
        store load x[0, 0] shape(2, 4) -> part[0, 0]  @ P.java:6:1
        %t: F32[2, 4] = load part[0, 0] of next shape(2, 4)  @ P.java:7:1
        store %t + F32(1) -> part[0, 0] of next add  @ P.java:8:1
        notify s[me, 1] of next add round + 1  @ P.java:9:1
        await row[1] >= 0  @ P.java:10:1
        """);
  }

  @Test
  void aScalarThatOnlyAShapeNamesIsPassed() {
    for (int ranks = 1; ranks <= 3; ranks++) {
      Communication found =
          compare(
              """
              smalti ir 1

              incore app.P.step  @ P.java:1:1
                  inout w: window<F32>[2 * rows, 8]  @ P.java:1:1
                  in s: signal[ranks]  @ P.java:1:1
                  in rows: int  @ P.java:1:1
                  symbols ranks
                notify s[0] of 0 add 1  @ P.java:2:1

              host app.P.main  @ P.java:50:1
                  in world: world  @ P.java:50:1
                  in xs: tensor<F32>[ranks, 8]  @ P.java:50:1
                  symbols ranks
                w: window<F32>[6, 8] = new window<F32>[6, 8]  @ P.java:51:1
                s: signal[ranks] = new signal[ranks]  @ P.java:52:1
                foreachrank r  @ P.java:53:1
                  call app.P.step(w, s, 3)  @ P.java:54:1
              """,
              ranks,
              Map.of());
      assertThat(found.traces().getFirst().events()).hasSize(1);
    }
  }

  @Test
  void whatOnlyChangesValuesIsPassedOver() {
    compareKernel(
        """
        me: int = rank(w)  @ P.java:2:1
        total: double = 0.0  @ P.java:3:1
        for i in 0..n  @ P.java:4:1
          total := total + x[i, 0]{double}  @ P.java:5:1
          if total > 3.0  @ P.java:6:1
            break  @ P.java:6:9
        store fill(F32[1, 8], total) -> w[0, 0]  @ P.java:7:1
        k: int = 3  @ P.java:8:1
        for j in 0..k step 2  @ P.java:9:1
          notify s[me, 0] of me set j * k  @ P.java:10:1
        """);
  }

  @Test
  void theTraceEndsWhereDataDecides() {
    compareKernel(
        """
        me: int = rank(w)  @ P.java:2:1
        notify s[me, 0] of me add 1  @ P.java:3:1
        count: int = c[0, me]{int}  @ P.java:4:1
        if count > 2  @ P.java:5:1
          notify s[me, 1] of me add 1  @ P.java:6:1
        notify s[me, 1] of me add 5  @ P.java:7:1
        """);
    compareKernel(
        """
        me: int = rank(w)  @ P.java:2:1
        seen: int = read(s[me, 1])  @ P.java:3:1
        store load w[seen, 0] shape(1, 8) -> w[0, 0]  @ P.java:4:1
        notify s[me, 1] of me add 5  @ P.java:7:1
        """);
    compareKernel(
        """
        me: int = rank(w)  @ P.java:2:1
        notify s[me, 1] of me add c[0, me]{int}  @ P.java:7:1
        """);
  }

  /** A rank fails at a division whatever becomes of the quotient. */
  @Test
  void whatIsDividedByZeroEndsTheTraceThoughNobodyUsesIt() {
    for (String wrong :
        List.of(
            "unused: int = 7 / (me - 1)  @ P.java:7:1",
            "store fill(F32[1, 8], (double) (7 % (me - 1))) -> x[0, 0]  @ P.java:7:1",
            "store fill(F32[1, 8], (double) (7 / (me - 1))) -> w[0, 0]  @ P.java:7:1",
            "write (double) (7 / (me - 1)) -> x[0, 0]  @ P.java:7:1")) {
      Communication world =
          compare(
              program(
                  "me: int = rank(w)  @ P.java:2:1\n"
                      + wrong
                      + "\nnotify s[me, 1] of me add 1  @ P.java:8:1\n"),
              2,
              Map.of("n", 5L));
      assertWithMessage(wrong)
          .that(world.traces().get(1).events().getLast())
          .isEqualTo(new Event.Fault("/ by zero", 7));
      assertWithMessage(wrong).that(world.traces().get(0).partial()).isFalse();
    }
  }

  @Test
  void whatIsOutsideEndsTheTrace() {
    for (String wrong :
        List.of(
            "notify s[me, 2] of me add 1  @ P.java:7:1",
            "notify s[me, 1] of me + 1 - ranks * 3 add 1  @ P.java:7:1",
            "store load w[0, 0] shape(1, 8) -> w[n, 0]  @ P.java:7:1",
            "%t: F32[1, 8] = load w[0, 0] of me + ranks shape(1, 8)  @ P.java:7:1",
            "notify s[me, 1] of 7 / (me - me) add 1  @ P.java:7:1")) {
      Communication world =
          compare(program("me: int = rank(w)  @ P.java:2:1\n" + wrong), 2, Map.of("n", 5L));
      Event last = world.traces().get(1).events().getLast();
      assertWithMessage(wrong).that(last).isInstanceOf(Event.Fault.class);
      assertThat(last.line()).isEqualTo(7);
    }
  }

  @Test
  void aSkeletonHasNoTiles() {
    String text =
        skeletons(Parser.parse(ProgramEmitterTest.RING_SUM).functions())
            .get("app.RingSum_reduceStep_Protocol");
    assertThat(text).doesNotContain("float");
    assertThat(text).doesNotContain("Tensor");
  }

  @Test
  void whatCommunicatesNothingIsToldByItsCallers() {
    String unit =
        """
        smalti ir 1

        incore app.P.half  @ K.java:1:1
            in x: tensor<F32>[n, 8]  @ K.java:1:1
            in a: int  @ K.java:1:1
            symbols n
          return  @ K.java:2:1

        jit app.P.both  @ P.java:1:1
            in x: tensor<F32>[n, 8]  @ P.java:1:1
            in y: tensor<F32>[4, 8]  @ P.java:1:1
            symbols n
          submit a: task  @ P.java:2:1
            call app.P.half(x, 1)  @ P.java:2:1
          submit b: task after a  @ P.java:3:1
            call app.P.half(y, 2)  @ P.java:3:1

        host app.P.main  @ P.java:50:1
            in world: world  @ P.java:50:1
            in xs: tensor<F32>[ranks, 4, 8]  @ P.java:50:1
            symbols ranks
          foreachrank r  @ P.java:54:1
              call app.P.both(view xs[r, 0, 0] shape(1, 4, 8) drop 1, view xs[r, 0, 0] shape(1, 4, 8) drop 1)  @ P.java:55:1
        """;
    compare(unit, 2, Map.of());
    Map<String, String> skeletons = skeletons(Parser.parse(unit).functions());
    assertThat(skeletons.keySet()).containsExactly("app.P_main_Protocol");
    assertThat(skeletons.get("app.P_main_Protocol"))
        .contains("private static void both(Trace trace, TracedMemory x, TracedMemory y)");
  }
}
