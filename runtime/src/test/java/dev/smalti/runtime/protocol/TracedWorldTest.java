package dev.smalti.runtime.protocol;

import static com.google.common.truth.Truth.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Skeletons run in bounded time, and what fails in them is kept. */
final class TracedWorldTest {
  private static List<Event> events(Communication world, int rank) {
    return world.traces().get(rank).events();
  }

  @Test
  void anEndlessLoopWithoutStepsIsGivenUp() {
    Communication world =
        TracedWorld.run(
            2,
            1000,
            w ->
                w.forEachRank(
                    (trace, _) -> {
                      while (true) {
                        trace.turn(7);
                      }
                    }));
    assertThat(events(world, 0))
        .containsExactly(new Event.Undetermined("it takes more than 1000 steps", 7));
    assertThat(world.traces().get(1).partial()).isTrue();
  }

  @Test
  void aProgramThatLoopsForEverIsGivenUpToo() {
    Communication world =
        TracedWorld.run(
            2,
            1000,
            w -> {
              while (true) {
                w.turn(3);
              }
            });
    assertThat(events(world, 1))
        .containsExactly(new Event.Undetermined("it takes more than 1000 steps", 3));
  }

  @Test
  void stepsOfAllRanksTogetherAreBounded() {
    Communication world =
        TracedWorld.run(
            3,
            50,
            w -> {
              TracedMemory s = w.signal(2, "s", 1);
              w.forEachRank(
                  (trace, rank) -> {
                    for (int i = 0; i < 30; i++) {
                      trace.notify(rank, s.name(), 0, Event.Update.ADD, 1, 4);
                    }
                  });
            });
    assertThat(events(world, 0)).hasSize(30);
    assertThat(events(world, 1)).hasSize(21);
    assertThat(events(world, 2)).hasSize(1);
    assertThat(world.signals()).containsExactly("s", List.of(1L));
  }

  /** HotSpot throws one without a text where it has thrown many. */
  @Test
  void aDivisionByZeroHasItsTextHoweverOftenItHappens() {
    Communication world =
        TracedWorld.run(
            1,
            100,
            w ->
                w.forEachRank(
                    (trace, _) -> {
                      trace.at(9);
                      throw new ArithmeticException();
                    }));
    assertThat(events(world, 0)).containsExactly(new Event.Fault("/ by zero", 9));
  }

  @Test
  void aDivisionByZeroIsAFaultOfItsRankAtItsLine() {
    Communication world =
        TracedWorld.run(
            2,
            100,
            w ->
                w.forEachRank(
                    (trace, rank) -> {
                      trace.at(9);
                      trace.notify(1 / rank, "s", 0, Event.Update.ADD, 1, 9);
                    }));
    assertThat(events(world, 0)).containsExactly(new Event.Fault("/ by zero", 9));
    assertThat(world.traces().get(1).partial()).isFalse();
  }

  @Test
  void aFaultOfTheProgramIsOneOfEveryRank() {
    Communication world =
        TracedWorld.run(
            2,
            100,
            w -> {
              w.in("Ring.java");
              w.window(5, "data", 4, 0);
            });
    for (int rank = 0; rank < 2; rank++) {
      assertThat(events(world, rank))
          .containsExactly(
              new Event.Fault("the extents of data are [4, 0], each is at least 1", 5));
      assertThat(world.traces().get(rank).file(0)).isEqualTo("Ring.java");
    }
  }

  /** As the language says it: rows that have no room go on along the axis before. */
  @Test
  void aStoreFillsLeadingAxes() {
    Trace trace = new Trace(0, 1);
    TracedMemory w = TracedMemory.of(TracedMemory.Kind.WINDOW, "w", 2, 3, 4);
    w.store(trace, 1, 0, Event.Mode.WRITE, new long[] {0, 0, 1}, 6, 3);
    w.store(trace, 2, 0, Event.Mode.WRITE, new long[] {1, 1, 0}, 2, 4);
    assertThat(trace.events())
        .containsExactly(
            new Event.Access(
                "w", 0, new Box(List.of(0L, 0L, 1L), List.of(2L, 3L, 3L)), Event.Mode.WRITE, 1),
            new Event.Access(
                "w", 0, new Box(List.of(1L, 1L, 0L), List.of(1L, 2L, 4L)), Event.Mode.WRITE, 2))
        .inOrder();
    for (long rows : new long[] {4, 5, 12}) {
      Trace outside = new Trace(0, 1);
      try {
        w.store(outside, 3, 0, Event.Mode.WRITE, new long[] {0, 0, 0}, rows, 4);
      } catch (TraceEndedException ended) {
        assertThat(ended).hasMessageThat().contains("does not fit");
      }
      assertThat(outside.partial()).isTrue();
    }
  }

  @Test
  void signalsAloneTakeNoMemoryForAccesses() {
    Skeleton skeleton =
        new Skeleton(
            w -> {
              TracedMemory data = w.window(1, "data", 4);
              w.forEachRank(
                  (trace, rank) ->
                      data.access(trace, 2, rank, Event.Mode.READ, new long[] {0}, new long[] {4}));
            },
            List.of());
    assertThat(events(skeleton.signals(2, 100), 1)).isEmpty();
    assertThat(events(TracedWorld.run(2, 100, skeleton.run()), 1)).hasSize(1);
  }
}
