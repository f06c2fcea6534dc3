package dev.smalti.processor.ir.run;

import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.processor.ir.run.Build.at;
import static dev.smalti.processor.ir.run.Build.c;
import static dev.smalti.processor.ir.run.Build.integer;
import static dev.smalti.processor.ir.run.Build.kernel;
import static dev.smalti.processor.ir.run.Build.let;
import static dev.smalti.processor.ir.run.Build.n;
import static dev.smalti.processor.ir.run.Build.op;
import static dev.smalti.processor.ir.run.Build.read;
import static dev.smalti.processor.ir.run.Build.signal;
import static dev.smalti.processor.ir.run.Build.tell;
import static dev.smalti.processor.ir.run.Build.waitFor;
import static dev.smalti.processor.ir.run.Build.window;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Update;
import dev.smalti.processor.ir.Variable;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several ranks, one at a time. */
final class ProgramTest {
  private static final Schedule LOWEST = new Schedule.LowestFirst();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8})
  void allReduceSums(int ranks) {
    float[] expected = AllReduce.expected(AllReduce.inputs(ranks), ranks);
    assertThat(AllReduce.of().run(ranks, LOWEST)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8})
  void allReduceSumsInAnySchedule(int ranks) {
    float[] expected = AllReduce.expected(AllReduce.inputs(ranks), ranks);
    for (long seed = 0; seed < 20; seed++) {
      assertThat(AllReduce.of().run(ranks, new Schedule.Seeded(seed))).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8})
  void barriersLeaveTheCellsReadyForTheNext(int ranks) {
    float[] expected = AllReduce.expected(AllReduce.inputs(ranks), ranks);
    assertThat(AllReduce.barrier().run(ranks, LOWEST)).isEqualTo(expected);
    for (long seed = 0; seed < 20; seed++) {
      assertThat(AllReduce.barrier().run(ranks, new Schedule.Seeded(seed))).isEqualTo(expected);
    }
  }

  @Test
  void aMissingWaitShowsInSomeSchedule() {
    Function kernel = AllReduce.of().kernel();
    Block body =
        new Block(
            kernel.body().statements().stream()
                .filter(
                    s -> !(s instanceof Stmt.For loop && loop.variable().name().equals("source")))
                .toList());
    AllReduce racy =
        new AllReduce(kernel.withBody(body), AllReduce.of().graph(), AllReduce.of().program());
    float[] expected = AllReduce.expected(AllReduce.inputs(3), 3);
    boolean shown = false;
    for (long seed = 0; seed < 20; seed++) {
      shown |= !Arrays.equals(racy.run(3, new Schedule.Seeded(seed)), expected);
    }
    assertThat(shown).isTrue();
  }

  @Test
  void aStallNamesEveryBlockedRank() {
    StalledRunException stall =
        assertThrows(StalledRunException.class, () -> AllReduce.stalled().run(3, LOWEST));
    assertThat(stall.blocked().stream().map(BlockedRank::toString).toList())
        .containsExactly(
            "rank 0 waits at Test.java:22:5 for flags[1, 0] >= 1, holds 0",
            "rank 1 waits at Test.java:22:5 for flags[0, 0] >= 1, holds 0",
            "rank 2 waits at Test.java:22:5 for flags[0, 0] >= 1, holds 0")
        .inOrder();
    assertThat(stall.blocked().get(1).wanted()).isEqualTo(1);
    assertThat(stall.blocked().get(1).cell()).containsExactly(0L, 0L);
    assertThat(stall).hasMessageThat().contains("no wait can end");
  }

  @Test
  void aStallOfOneRankLeavesTheFinishedOnesOut() {
    Variable flags = signal("flags", n(1));
    Variable me = integer("me");
    Function kernel =
        kernel(
            "wait",
            List.of(flags),
            let(me, new Scalar.Rank(flags)),
            Build.when(op(BinaryScalar.EQUAL, read(me), c(1)), waitFor(12, flags, at(0), c(2))));
    Memory cells = Memory.signal("flags", 3, 1);
    List<Argument> arguments = List.of(cells);
    StalledRunException stall =
        assertThrows(
            StalledRunException.class,
            () ->
                Build.interpreter()
                    .runKernels(kernel, List.of(arguments, arguments, arguments), LOWEST));
    assertThat(stall.blocked()).hasSize(1);
    assertThat(stall.blocked().getFirst().rank()).isEqualTo(1);
  }

  @Test
  void aWaitThatALaterDispatchOfAnotherRankEndsIsNoStall() {
    Variable flags = signal("flags", n(1));
    Variable rank = integer("rank");
    Function waits =
        kernel(
            "waits",
            List.of(flags, rank),
            Build.when(op(BinaryScalar.EQUAL, read(rank), c(0)), waitFor(12, flags, at(0), c(2))));
    Function tells = kernel("tells", List.of(flags), tell(11, flags, c(0), at(0), c(2)));
    Variable r = integer("r");
    Function program =
        Build.program(
            "program",
            List.of(),
            let(flags, new Place.NewSignal(flags.signal())),
            Build.forEachRank(r, Build.call(waits, Build.named(flags), read(r))),
            Build.forEachRank(integer("s"), Build.call(tells, Build.named(flags))));
    Interpreter interpreter = Build.interpreter(waits, tells, program);
    interpreter.runProgram(program, 2, List.of(), LOWEST);
    // Rank 0 alone is behind its own wait.
    assertThrows(
        StalledRunException.class, () -> interpreter.runProgram(program, 1, List.of(), LOWEST));
  }

  @Test
  void aProgramReadsWhatItsDispatchesHaveWritten() {
    Variable x = Build.tensor("x", Element.I32, n(2));
    Variable seen = integer("seen");
    Function writes = kernel("writes", List.of(x), Build.write(x, at(0), c(7)));
    Function copies = kernel("copies", List.of(x, seen), Build.write(x, at(1), read(seen)));
    Function program =
        Build.program(
            "program",
            List.of(x),
            Build.forEachRank(integer("r"), Build.call(writes, Build.named(x))),
            let(seen, Build.element(x, ScalarType.INT, c(0))),
            Build.forEachRank(integer("s"), Build.call(copies, Build.named(x), read(seen))));
    int[] values = new int[2];
    Build.interpreter(writes, copies)
        .runProgram(program, 2, List.of(Build.ints("x", values, 2)), LOWEST);
    assertThat(values).isEqualTo(new int[] {7, 7});
  }

  @Test
  void aProgramHasNoRank() {
    Variable data = window("data", Element.F32, Dim.ONE, n(4));
    Function program =
        Build.program(
            "program",
            List.of(),
            let(data, new Place.NewWindow(data.tensor())),
            let(integer("me"), new Scalar.Rank(data)));
    InterpretationException e =
        assertThrows(
            InterpretationException.class,
            () -> Build.interpreter().runProgram(program, 2, List.of(), LOWEST));
    assertThat(e).hasMessageThat().isEqualTo("Test.java:10:5: a program has no rank of its own");
  }

  @Test
  void cellsAreSetAndAddedToAndWrap() {
    Variable flags = signal("flags", n(2));
    Function kernel =
        kernel(
            "cells",
            List.of(flags),
            new Stmt.Notify(flags, c(1), at(0), Update.SET, c(7), Build.TEN),
            new Stmt.Notify(flags, c(1), at(0), Update.ADD, c(-2), Build.TEN),
            new Stmt.Notify(flags, c(1), at(1), Update.SET, c(Integer.MAX_VALUE), Build.TEN),
            new Stmt.Notify(flags, c(1), at(1), Update.ADD, c(1), Build.TEN));
    Memory cells = Memory.signal("flags", 2, 2);
    Build.interpreter().runKernel(kernel, List.of(cells), 0, 2);
    assertThat((int[]) cells.instance(1).array()).isEqualTo(new int[] {5, Integer.MIN_VALUE});
    assertThat((int[]) cells.instance(0).array()).isEqualTo(new int[] {0, 0});
  }

  @Test
  void remoteStoresReachThePeerAlone() {
    Variable data = window("data", Element.I32, Dim.ONE, n(4));
    Function kernel =
        kernel(
            "remote",
            List.of(data),
            new Stmt.RemoteStore(data, c(1), at(0, 1), nines(2), Update.SET, Build.TEN),
            new Stmt.RemoteStore(data, c(1), at(0, 2), nines(2), Update.ADD, Build.TEN));
    Memory memory = Memory.window("data", Element.I32, 3, 1, 4);
    Build.interpreter().runKernel(kernel, List.of(memory), 0, 3);
    assertThat((int[]) memory.instance(1).array()).isEqualTo(new int[] {0, 9, 18, 9});
    assertThat((int[]) memory.instance(0).array()).isEqualTo(new int[4]);
    assertThat((int[]) memory.instance(2).array()).isEqualTo(new int[4]);
  }

  @Test
  void peersOutsideTheWorldAreRefused() {
    Variable data = window("data", Element.F32, Dim.ONE, n(4));
    Variable flags = signal("flags", n(1));
    Memory memory = Memory.window("data", Element.F32, 2, 1, 4);
    Memory cells = Memory.signal("flags", 2, 1);
    Function stores = kernel("notify", List.of(flags), tell(31, flags, c(2), at(0), c(1)));
    Function loads =
        kernel(
            "load",
            List.of(data),
            let(Build.named("t", Build.load(data)), Build.remoteLoad(data, c(-1))));
    assertThat(refused(stores, cells))
        .isEqualTo("Test.java:31:5: flags: peer 2 is no rank, there are 2 (rank 1 of 2)");
    assertThat(refused(loads, memory)).contains("data: peer -1 is no rank");
  }

  @Test
  void cellsOutsideTheSignalAreRefused() {
    Variable flags = signal("flags", n(2), n(1));
    Memory cells = Memory.signal("flags", 2, 2, 1);
    Function kernel = kernel("await", List.of(flags), waitFor(32, flags, at(2, 0), c(0)));
    assertThat(refused(kernel, cells))
        .isEqualTo(
            "Test.java:32:5: flags: axis 0 has extent 2, 1 elements from 2 are outside"
                + " (rank 1 of 2)");
  }

  @Test
  void aBarrierNeedsACellForEachRank() {
    Variable flags = signal("flags", n(3));
    Function kernel = kernel("barrier", List.of(flags), new Stmt.Barrier(flags, Build.TEN));
    assertThat(refused(kernel, Memory.signal("flags", 2, 3)))
        .contains("the barrier needs one cell a rank, flags is [3] and there are 2 ranks");
  }

  private static String refused(Function kernel, Memory memory) {
    InterpretationException e =
        assertThrows(
            InterpretationException.class,
            () -> Build.interpreter().runKernel(kernel, List.of(memory), 1, 2));
    return String.valueOf(e.getMessage());
  }

  private static Tile nines(int columns) {
    return new Tile.Fill(TileType.of(Element.I32, Dim.ONE, n(columns)), c(9));
  }
}
