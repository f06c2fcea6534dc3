package dev.smalti.simulator;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Signal;
import dev.smalti.runtime.Core;
import dev.smalti.runtime.Culprits;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.Dispatch;
import dev.smalti.runtime.RankFailedException;
import dev.smalti.runtime.StalledException;
import dev.smalti.runtime.protocol.Event;
import dev.smalti.runtime.protocol.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A run that cannot end is reported at once, and says why. Nothing here waits for a time-out. */
@Timeout(120)
final class StallTest {
  private static final int RANKS = 4;

  /** What rank 3 does instead of its notifies. */
  private interface Culprit {
    void run(Core core, Signal arrived);
  }

  @Test
  void rankThatReturnedEarly() {
    onEveryPool(
        program ->
            assertThat(stall(program, exchange((_, _) -> {}), Culprits.unknown()))
                .isEqualTo(
                    """
                    Ring.all on POOL: every rank is blocked or finished, and no wait can end
                      ranks 0, 1, 2 wait at Ring.java:23 for arrived[3, 0] >= 1, hold 0
                      rank 3 finished\
                    """));
  }

  @Test
  void rankThatReturnedEarlyIsTheFirstCauseIfItIsKnownWhoNotifies() {
    onEveryPool(
        program ->
            assertThat(stall(program, exchange((_, _) -> {}), Culprits.of(traces())))
                .isEqualTo(
                    """
                    Ring.all on POOL: every rank is blocked or finished, and no wait can end
                      ranks 0, 1, 2 wait at Ring.java:23 for arrived[3, 0] >= 1, hold 0; only rank 3 could raise it, at line 20
                      rank 3 finished and can raise nothing any more      <- first cause\
                    """));
  }

  @Test
  void aStallIsReportedAlsoIfItIsNotKnownWhoNotifies() {
    Culprits broken =
        (_, _, _) -> {
          throw new IndexOutOfBoundsException("the program itself is wrong");
        };
    onEveryPool(
        program ->
            assertThat(stall(program, exchange((_, _) -> {}), broken))
                .contains("ranks 0, 1, 2 wait at Ring.java:23 for arrived[3, 0] >= 1, hold 0"));
  }

  @Test
  void rankThatFailed() {
    onEveryPool(
        program -> {
          RankFailedException failed =
              assertThrows(
                  RankFailedException.class, () -> program.run(exchange(StallTest::divideByZero)));
          assertThat(failed.rank()).isEqualTo(3);
          assertThat(failed).hasCauseThat().isInstanceOf(ArithmeticException.class);
          List<String> lines = String.valueOf(failed.getMessage()).lines().toList();
          assertThat(lines.getFirst().replaceAll("on [a-z]+\\(.*\\) failed", "on POOL failed"))
              .isEqualTo(
                  "rank 3 of Ring.all on POOL failed in Ring.step, past Ring.java:17: / by zero");
          // Where the others were stopped depends on how far they had come.
          for (String line : lines.subList(1, lines.size())) {
            assertThat(line)
                .matches(
                    "  ranks? [0-9, ]+ (was|were) stopped while (it|they) waited at Ring.java:23"
                        + " for arrived\\[\\d, 0\\] >= 1");
          }
        });
  }

  @Test
  void ranksThatWereStoppedAreNamedWithTheirLines() {
    try (DevicePool pool = DevicePool.seeded(RANKS, "3.17,0.20,1.20,2.20,0.23,1.23,2.23,3.18");
        Scripted program = Scripted.program().prepare(pool)) {
      RankFailedException failed =
          assertThrows(
              RankFailedException.class, () -> program.run(exchange(StallTest::failLater)));
      assertThat(failed)
          .hasMessageThat()
          .isEqualTo(
              """
              rank 3 of Ring.all on seeded(4, "3.17,0.20,1.20,2.20,0.23,1.23,2.23,3.18") failed in Ring.step, past Ring.java:18: / by zero
                ranks 0, 1, 2 were stopped while they waited at Ring.java:23 for arrived[3, 0] >= 1\
              """);
    }
  }

  @Test
  void rankThatNotifiedTheWrongCell() {
    onEveryPool(
        program ->
            assertThat(
                    stall(
                        program,
                        exchange(
                            (core, arrived) -> {
                              Scripted.raise(core, arrived, 0, 2, 20);
                              Scripted.raise(core, arrived, 1, 3, 20);
                              Scripted.raise(core, arrived, 2, 3, 20);
                            }),
                        Culprits.unknown()))
                .isEqualTo(
                    """
                    Ring.all on POOL: every rank is blocked or finished, and no wait can end
                      rank 0 waits at Ring.java:23 for arrived[3, 0] >= 1, holds 0
                        last notifies of rank 0: rank 1 arrived[1, 0] at line 20; rank 2 arrived[2, 0] at line 20; rank 3 arrived[2, 0] at line 20
                      ranks 1, 2, 3 finished\
                    """));
  }

  @Test
  void everyRankWaitsBeforeItNotifies() {
    onEveryPool(
        program ->
            assertThat(
                    stall(
                        program,
                        dispatch -> {
                          Signal arrived = dispatch.signal("arrived", 1, 1);
                          dispatch.forEachRank(
                              (core, rank) -> {
                                core.enter(Scripted.KERNEL);
                                Scripted.await(core, arrived, 0, 1, 22);
                                Scripted.raise(core, arrived, (rank + 1) % RANKS, 0, 25);
                              });
                        },
                        Culprits.unknown()))
                .isEqualTo(
                    """
                    Ring.all on POOL: every rank is blocked or finished, and no wait can end
                      ranks 0 to 3 wait at Ring.java:22 for arrived[0, 0] >= 1, hold 0\
                    """));
  }

  /** Many ranks, few processors, random delays: never a hang, never an alarm too early. */
  @Test
  void thousandsOfTimesWithDelays() {
    int ranks = 7;
    long seed = System.nanoTime();
    try (DevicePool pool = Jitter.threads(ranks, seed);
        Scripted program = Scripted.program().prepare(pool)) {
      for (int repetition = 0; repetition < 2000; repetition++) {
        String which = "seed " + seed + ", repetition " + repetition;
        int silent = repetition % (2 * ranks);
        Consumer<Dispatch> body = ringThatBreaksAt(silent);
        if (silent < ranks) {
          StalledException stalled = assertThrows(StalledException.class, () -> program.run(body));
          assertWithMessage(which)
              .that(String.valueOf(stalled.getMessage()).lines().toList().get(1))
              .startsWith("  rank " + (silent + 1) % ranks + " waits at Ring.java:9");
        } else {
          program.run(body); // No rank is silent: the run ends.
        }
      }
    }
  }

  /** A token goes round three times; rank {@code silent} keeps it in the last round and returns. */
  private static Consumer<Dispatch> ringThatBreaksAt(int silent) {
    return dispatch -> {
      Signal token = dispatch.signal("token", 1, 1);
      int ranks = dispatch.size();
      dispatch.forEachRank(
          (core, rank) -> {
            core.enter(Scripted.KERNEL);
            for (int round = 1; round <= 3; round++) {
              if (rank != silent || round != 3) {
                Scripted.raise(core, token, (rank + 1) % ranks, 0, 8);
              }
              Scripted.await(core, token, 0, round, 9);
            }
          });
    };
  }

  // ---- the exchange of the all-reduce, with a rank 3 of its own

  private static Consumer<Dispatch> exchange(Culprit culprit) {
    return dispatch -> {
      Signal arrived = dispatch.signal("arrived", RANKS, 1);
      dispatch.forEachRank(
          (core, rank) -> {
            core.enter(Scripted.KERNEL);
            if (rank == RANKS - 1) {
              culprit.run(core, arrived);
              return;
            }
            notifyPeers(core, arrived);
            for (int source = 0; source < RANKS; source++) {
              if (source != rank) {
                Scripted.await(core, arrived, source, 1, 23);
              }
            }
          });
    };
  }

  private static void notifyPeers(Core core, Signal arrived) {
    for (int peer = 0; peer < RANKS; peer++) {
      if (peer != core.rank()) {
        Scripted.raise(core, arrived, peer, core.rank(), 20);
      }
    }
  }

  private static void divideByZero(Core core, Signal arrived) {
    Scripted.raise(core, arrived, core.rank(), 0, 17);
    core.ints(0, 1)[0] = 1 / Math.min(0, core.rank());
  }

  /** The schedule lets the others wait between the two steps. */
  private static void failLater(Core core, Signal arrived) {
    Scripted.raise(core, arrived, core.rank(), 0, 17);
    Scripted.raise(core, arrived, core.rank(), 0, 18);
    throw new ArithmeticException("/ by zero");
  }

  private static List<Trace> traces() {
    List<Trace> traces = new ArrayList<>();
    for (int rank = 0; rank < RANKS; rank++) {
      Trace trace = new Trace(rank, RANKS);
      for (int peer = 0; peer < RANKS; peer++) {
        if (peer != rank) {
          trace.notify(peer, "arrived", rank, Event.Update.ADD, 1, 20);
        }
      }
      traces.add(trace);
    }
    return traces;
  }

  // ---- pools

  private static void onEveryPool(Consumer<Scripted> test) {
    List<DevicePool> pools =
        List.of(DevicePool.threads(RANKS), DevicePool.seeded(RANKS, 7), Jitter.threads(RANKS, 7));
    for (DevicePool pool : pools) {
      try (pool;
          Scripted program = Scripted.program().prepare(pool)) {
        for (int repetition = 0; repetition < 20; repetition++) {
          test.accept(program);
        }
      }
    }
  }

  private static String stall(Scripted program, Consumer<Dispatch> body, Culprits culprits) {
    StalledException stalled =
        assertThrows(StalledException.class, () -> program.run(body, culprits));
    return String.valueOf(stalled.getMessage())
        .replaceFirst("on [a-z]+\\(.*\\): every", "on POOL: every");
  }
}
