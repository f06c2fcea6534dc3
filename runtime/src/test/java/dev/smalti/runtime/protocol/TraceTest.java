package dev.smalti.runtime.protocol;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What a trace keeps. */
final class TraceTest {
  @Test
  void keepsProgramOrder() {
    Trace trace = new Trace(1, 2);
    trace.notify(0, "a", 3, Event.Update.ADD, 1, 10);
    trace.await("a", 2, Event.Relation.GE, 1, 11);
    trace.access("w", 0, new long[] {0, 4}, new long[] {1, 2}, Event.Mode.WRITE, 12);
    assertThat(trace.events())
        .containsExactly(
            new Event.Notify(0, "a", 3, Event.Update.ADD, 1, 10),
            new Event.Await("a", 2, Event.Relation.GE, 1, 11),
            new Event.Access(
                "w", 0, new Box(List.of(0L, 4L), List.of(1L, 2L)), Event.Mode.WRITE, 12))
        .inOrder();
  }

  @Test
  void eventsAreACopy() {
    Trace trace = new Trace(0, 1);
    List<Event> before = trace.events();
    trace.await("a", 0, Event.Relation.GE, 1, 1);
    assertThat(before).isEmpty();
    assertThrows(
        UnsupportedOperationException.class, () -> before.add(new Event.Undetermined("", 1)));
  }

  @Test
  void nothingFollowsWhatDependsOnData() {
    Trace trace = new Trace(0, 1);
    trace.undetermined("reads a cell", 7);
    assertThat(trace.partial()).isTrue();
    assertThrows(IllegalStateException.class, () -> trace.await("a", 0, Event.Relation.GE, 1, 8));
  }

  /** Nobody leaves such a loop here: what it waits for never happens. */
  @Test
  void aLoopThatNeverEndsEndsTheTrace() {
    Communication world =
        TracedWorld.run(
            64,
            1 << 20,
            program ->
                program.forEachRank(
                    (trace, rank) -> {
                      while (true) {
                        trace.notify(rank, "token", 0, Event.Update.ADD, 1, 8);
                        trace.await("token", 0, Event.Relation.GE, 1, 9);
                      }
                    }));
    for (Trace trace : world.traces()) {
      assertThat(trace.partial()).isTrue();
      assertThat(trace.events().getLast())
          .isEqualTo(new Event.Undetermined("it takes more than 1048576 steps", 8));
    }
  }

  @Test
  void nothingFollowsAFault() {
    Trace trace = new Trace(0, 1);
    trace.in("Ring.java");
    trace.unseen("it depends on an element of x", 6);
    assertThat(trace.partial()).isFalse();
    trace.in("Peers.java");
    trace.failed("a: peer 1 is no rank, there are 1", 7);
    assertThat(trace.partial()).isTrue();
    assertThat(trace.file(0)).isEqualTo("Ring.java");
    assertThat(trace.file(1)).isEqualTo("Peers.java");
    assertThrows(IllegalStateException.class, () -> trace.undetermined("", 8));
  }

  @Test
  void rankOutsideTheWorldIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Trace(2, 2));
    assertThrows(IllegalArgumentException.class, () -> new Trace(-1, 2));
  }

  @Test
  void boxes() {
    Box box = Box.of(new long[] {0, 0}, new long[] {2, 4});
    assertThat(box.overlaps(Box.of(new long[] {1, 3}, new long[] {1, 1}))).isTrue();
    assertThat(box.overlaps(Box.of(new long[] {1, 4}, new long[] {1, 1}))).isFalse();
    assertThat(box.overlaps(Box.of(new long[] {2, 0}, new long[] {1, 4}))).isFalse();
    assertThrows(IllegalArgumentException.class, () -> Box.of(new long[] {0}, new long[] {1, 1}));
    assertThrows(IllegalArgumentException.class, () -> Box.of(new long[] {0}, new long[] {0}));
  }
}
