package dev.smalti.runtime.protocol;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.runtime.protocol.DeadlockVerdict.Aspect;
import dev.smalti.runtime.protocol.DeadlockVerdict.Differ;
import dev.smalti.runtime.protocol.DeadlockVerdict.Taken;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Which calls of collectives meet, and when they are not the same. */
class AgreementTest {
  private static final TracedMemory DATA = TracedMemory.of(TracedMemory.Kind.WINDOW, "data", 8);
  private static final TracedMemory SIGNAL = TracedMemory.of(TracedMemory.Kind.SIGNAL, "signal", 8);
  private static final TracedMemory OTHER = TracedMemory.of(TracedMemory.Kind.SIGNAL, "other", 8);

  @Test
  void theFirstThatDiffersIsFound() {
    Differ differ =
        differ(
            3,
            (trace, rank) -> {
              allReduce(trace, SIGNAL, "SUM", 4);
              allReduce(trace, SIGNAL, rank == 1 ? "MAX" : "MIN", 5 + rank);
              allReduce(trace, SIGNAL, rank == 2 ? "MAX" : "MIN", 8);
            });
    assertThat(differ.aspect()).isEqualTo(Aspect.OPERATOR);
    assertThat(differ.turn()).isEqualTo(2);
    assertThat(differ.missing()).isEmpty();
    assertThat(differ.calls().stream().map(taken -> taken.event().line()))
        .containsExactly(5, 6, 7)
        .inOrder();
    assertThat(differ.calls().stream().map(Taken::rank)).containsExactly(0, 1, 2).inOrder();
  }

  @Test
  void whatIsMoreBasicIsNamedFirst() {
    Differ differ =
        differ(
            2,
            (trace, rank) -> {
              TracedMemory part = DATA.part(0, rank == 0 ? 8 : 4);
              trace.joins("broadcast", "", "AUTO", "F32", rank, 3, SIGNAL, part);
              trace.chooses(rank == 0 ? "TREE" : "MESH");
            });
    assertThat(differ.aspect()).isEqualTo(Aspect.ELEMENTS);
  }

  @Test
  void whatIsChosenCounts() {
    assertThat(differ(2, (trace, rank) -> chosen(trace, rank == 0 ? "TREE" : "MESH")).aspect())
        .isEqualTo(Aspect.ALGORITHM);
    assertThat(
            verdict(
                2,
                (trace, rank) -> {
                  if (rank == 0) {
                    chosen(trace, "TREE");
                  } else {
                    trace.joins("allReduce", "SUM", "TREE", "F32", -1, 3, SIGNAL, DATA);
                  }
                }))
        .isEqualTo(new DeadlockVerdict.Passes());
  }

  @Test
  void whoNamesItsAlgorithmIsNotToldAnother() {
    Trace trace = new Trace(0, 1);
    trace.joins("allReduce", "SUM", "RING", "F32", -1, 3, SIGNAL, DATA);
    trace.chooses("TREE");
    assertThat(trace.events()).hasSize(1);
    assertThat(((Event.Collective) trace.event(0)).call().algorithm()).isEqualTo("RING");
  }

  @Test
  void anotherSignalIsAnotherMeeting() {
    assertThat(
            verdict(
                2,
                (trace, rank) -> {
                  allReduce(trace, rank == 0 ? SIGNAL : OTHER, "SUM", 3);
                  allReduce(trace, rank == 0 ? OTHER : SIGNAL, "SUM", 4);
                }))
        .isEqualTo(new DeadlockVerdict.Passes());
    TracedMemory rows = TracedMemory.of(TracedMemory.Kind.SIGNAL, "rows", 2, 4);
    assertThat(
            verdict(
                2,
                (trace, rank) -> {
                  long[] start = {rank, 0};
                  TracedMemory row = rows.view(trace, 1, 1, start, new long[] {1, 4});
                  allReduce(trace, row, rank == 0 ? "SUM" : "MAX", 3);
                }))
        .isEqualTo(new DeadlockVerdict.Passes());
  }

  @Test
  void anotherDomainIsAnotherMeeting() {
    assertThat(
            verdict(
                4,
                (trace, rank) -> {
                  trace.enters(DeviceSet.range(rank / 2 * 2, rank / 2 * 2 + 2, 4), rank % 2);
                  allReduce(trace, SIGNAL, rank < 2 ? "SUM" : "MAX", 3);
                  trace.leaves();
                }))
        .isEqualTo(new DeadlockVerdict.Passes());
  }

  @Test
  void oneCallMoreIsOnlyWrongIfItIsWaitedIn() {
    assertThat(
            verdict(
                2,
                (trace, rank) -> {
                  if (rank == 0) {
                    allReduce(trace, SIGNAL, "SUM", 3);
                  }
                }))
        .isEqualTo(new DeadlockVerdict.Passes());
    Differ differ =
        differ(
            2,
            (trace, rank) -> {
              if (rank == 0) {
                allReduce(trace, SIGNAL, "SUM", 3);
                trace.in("Credits.java");
                trace.await("signal", 1, Event.Relation.GE, 1, 29);
              }
            });
    assertThat(differ.missing()).containsExactly(1);
  }

  @Test
  void aWaitByHandIsADeadlock() {
    assertThat(
            verdict(
                2,
                (trace, rank) -> {
                  if (rank == 0) {
                    allReduce(trace, SIGNAL, "SUM", 3);
                    trace.completes();
                    trace.await("signal", 1, Event.Relation.GE, 1, 3);
                  }
                }))
        .isInstanceOf(DeadlockVerdict.Stuck.class);
  }

  @Test
  void whatDependsOnDataIsNotCompared() {
    assertThat(
            verdict(
                2,
                (trace, rank) -> {
                  allReduce(trace, SIGNAL, "SUM", 3);
                  if (rank == 0) {
                    allReduce(trace, SIGNAL, "SUM", 4);
                  } else {
                    trace.undetermined("it depends on an element", 5);
                  }
                }))
        .isInstanceOf(DeadlockVerdict.NotDecided.class);
    assertThat(
            verdict(
                2,
                (trace, rank) -> {
                  if (rank == 0) {
                    trace.joins("broadcast", "", "MESH", "F32", 0, 3, SIGNAL);
                  } else {
                    trace.joins("broadcast", "", "MESH", "F32", 0, 4, SIGNAL, DATA);
                  }
                }))
        .isEqualTo(new DeadlockVerdict.Passes());
    assertThat(
            differ(
                    2,
                    (trace, rank) -> {
                      allReduce(trace, SIGNAL, rank == 0 ? "SUM" : "MAX", 3);
                      trace.undetermined("it depends on an element", 5);
                    })
                .aspect())
        .isEqualTo(Aspect.OPERATOR);
  }

  private static void allReduce(Trace trace, TracedMemory signal, String operator, int line) {
    trace.joins("allReduce", operator, "MESH", "F32", CollectiveCall.UNKNOWN, line, signal, DATA);
  }

  private static void chosen(Trace trace, String algorithm) {
    trace.joins("allReduce", "SUM", "AUTO", "F32", CollectiveCall.UNKNOWN, 3, SIGNAL, DATA);
    trace.chooses(algorithm);
  }

  private static Differ differ(int ranks, BiConsumer<Trace, Integer> program) {
    DeadlockVerdict verdict = verdict(ranks, program);
    assertThat(verdict).isInstanceOf(Differ.class);
    return (Differ) verdict;
  }

  private static DeadlockVerdict verdict(int ranks, BiConsumer<Trace, Integer> program) {
    List<Trace> traces = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      Trace trace = new Trace(rank, ranks);
      program.accept(trace, rank);
      traces.add(trace);
    }
    return Deadlock.verdict(traces);
  }
}
