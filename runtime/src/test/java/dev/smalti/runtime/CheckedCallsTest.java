package dev.smalti.runtime;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.runtime.protocol.Event;
import dev.smalti.runtime.protocol.Skeleton;
import dev.smalti.runtime.protocol.TracedWorld;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A run is checked before it starts: once for each set of arguments, in bounded time. */
final class CheckedCallsTest {
  private final CheckedCalls calls = new CheckedCalls("Ring.all on threads(2)", 2);
  private final AtomicInteger checks = new AtomicInteger();

  private Skeleton call(int value, Consumer<TracedWorld> skeleton) {
    return new Skeleton(
        world -> {
          checks.incrementAndGet();
          skeleton.accept(world);
        },
        List.of(Map.entry("value", value)));
  }

  private static Consumer<TracedWorld> awaiting(int value) {
    return world -> {
      world.signal(3, "s", 2, 2);
      world.forEachRank(
          (trace, rank) -> {
            trace.in("Ring.java");
            trace.notify(1 - rank, "s", 3, Event.Update.ADD, 1, 5);
            trace.await("s", 3, Event.Relation.GE, value, 6);
          });
    };
  }

  @Test
  void theSameCallIsCheckedOnce() {
    calls.check(call(1, awaiting(1)));
    calls.check(call(1, awaiting(1)));
    assertThat(checks.get()).isEqualTo(1);
    calls.check(call(0, awaiting(0)));
    assertThat(checks.get()).isEqualTo(2);
  }

  @Test
  void aCallThatWouldNotEndIsRefusedEveryTime() {
    for (int again = 0; again < 2; again++) {
      var refused = assertThrows(ProtocolException.class, () -> calls.check(call(2, awaiting(2))));
      assertThat(refused)
          .hasMessageThat()
          .isEqualTo(
              """
              Ring.all on threads(2) was not started: deadlock for 2 ranks: every rank waits for ever
                at Ring.java:6, called with value = 2
                rank 0 waits at line 6 for s[1, 1] >= 2, holds 1; every notify of it is counted already, by rank 1 at line 5
                rank 1 waits at line 6 for s[1, 1] >= 2, holds 1; every notify of it is counted already, by rank 0 at line 5
                Notify once more, or wait for what arrives: at most 1.\
              """);
    }
    assertThat(checks.get()).isEqualTo(1);
  }

  @Test
  void whatDependsOnDataIsLeftToTheRun() {
    calls.check(
        call(
            1,
            world ->
                world.forEachRank(
                    (trace, _) -> {
                      throw trace.end("it depends on an element of x", 4);
                    })));
    assertThat(checks.get()).isEqualTo(1);
  }

  @Test
  void veryManyDifferentCallsAreNotCheckedForEver() {
    for (int value = 0; value < 1000; value++) {
      calls.check(call(value - 1000, awaiting(0)));
    }
    assertThat(checks.get()).isEqualTo(256);
    calls.check(call(7, awaiting(7)));
  }

  @Test
  void anEndlessSkeletonIsGivenUpSoon() {
    long start = System.nanoTime();
    calls.check(
        call(
            1,
            world -> {
              while (true) {
                world.turn(2);
              }
            }));
    assertThat(System.nanoTime() - start).isLessThan(10_000_000_000L);
  }
}
