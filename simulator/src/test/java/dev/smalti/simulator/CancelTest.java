package dev.smalti.simulator;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static dev.smalti.lang.Smalti.at;
import static dev.smalti.lang.Smalti.shape;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Signal;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Window;
import dev.smalti.lang.World;
import dev.smalti.runtime.CancelledException;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.Dispatch;
import dev.smalti.runtime.RankFailedException;
import dev.smalti.runtime.Run;
import dev.smalti.runtime.RunTimeoutException;
import dev.smalti.runtime.StalledException;
import dev.smalti.runtime.Worker;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs that never end are given up: by cancel, by close, by an interrupt. Nothing hangs. */
@Timeout(120)
final class CancelTest {
  private static final Duration AT_ONCE = Duration.ZERO;

  @Test
  void aRunThatIsUnderWayStopsAndSaysWhere() {
    onPools(
        3,
        program -> {
          CountDownLatch running = new CountDownLatch(3);
          Run run = program.submit(endless(running));
          await(running);
          run.cancel();
          run.cancel();
          CancelledException cancelled = assertThrows(CancelledException.class, run::join);
          assertThat(poolless(cancelled))
              .isEqualTo(
                  """
                  Ring.all on POOL was cancelled: Run.cancel() was called
                    rank 0 was stopped while it ran in Ring.step, past Ring.java:3
                    ranks 1, 2 were stopped while they waited at Ring.java:4 for s[0, 0] >= 1\
                  """);
          assertThat(assertThrows(CancelledException.class, run::join)).isSameInstanceAs(cancelled);
          program.run(_ -> {});
        });
  }

  @Test
  void aRunThatHasNotBegunNeverDoes() {
    onPools(
        2,
        program -> {
          CountDownLatch running = new CountDownLatch(2);
          AtomicBoolean ran = new AtomicBoolean();
          Run first = program.submit(endless(running));
          Run second = program.submit(_ -> ran.set(true));
          Run third = program.submit(_ -> {});
          await(running);
          RunTimeoutException late =
              assertThrows(RunTimeoutException.class, () -> third.join(Duration.ofMillis(1)));
          assertThat(late)
              .hasMessageThat()
              .isEqualTo(
                  "Ring.all has not ended within PT0.001S; it goes on, join it again or cancel it\n"
                      + "  it waits for 2 runs before it");
          second.cancel();
          assertThat(assertThrows(CancelledException.class, second::join))
              .hasMessageThat()
              .isEqualTo("Ring.all was cancelled before it began: Run.cancel() was called");
          first.cancel();
          assertThrows(CancelledException.class, first::join);
          third.join();
          assertThat(ran.get()).isFalse();
        });
  }

  @Test
  void aRunThatHasEndedStaysAsItIs() {
    onPools(
        2,
        program -> {
          AtomicInteger ran = new AtomicInteger();
          Run run = program.submit(d -> d.forEachRank((_, _) -> ran.incrementAndGet()));
          run.join();
          run.cancel();
          run.join();
          program.run(d -> d.forEachRank((_, _) -> ran.incrementAndGet()));
          assertThat(ran.get()).isEqualTo(4);
        });
  }

  /**
   * Before it begins, under way, stalled or over: a cancel ends it once, and harms no later run.
   */
  @Test
  void aCancelMayComeAtAnyTime() {
    int ranks = 5;
    long seed = System.nanoTime();
    SplitMix random = new SplitMix(seed);
    List<DevicePool> pools =
        List.of(
            DevicePool.threads(ranks), DevicePool.seeded(ranks, seed), Jitter.threads(ranks, seed));
    for (DevicePool pool : pools) {
      try (pool;
          Scripted program = Scripted.program().prepare(pool)) {
        for (int repetition = 0; repetition < 400; repetition++) {
          boolean stalls = random.below(3) == 0;
          Run run = program.submit(ring(3, stalls));
          LockSupport.parkNanos(random.below(200_000));
          run.cancel();
          try {
            run.join();
          } catch (CancelledException | StalledException given) {
            assertWithMessage("seed %s, repetition %s", seed, repetition)
                .that(stalls || given instanceof CancelledException)
                .isTrue();
          }
          program.run(ring(2, false));
        }
      }
    }
  }

  /** A token goes round; at last rank 0 keeps it, or waits for it in vain. */
  private static Consumer<Dispatch> ring(int rounds, boolean stalls) {
    return dispatch -> {
      Signal token = dispatch.signal("token", 1, 1);
      int ranks = dispatch.size();
      dispatch.forEachRank(
          (core, rank) -> {
            for (int round = 1; round <= rounds; round++) {
              if (rank == 0) {
                Scripted.raise(core, token, 1, 0, 8);
              }
              Scripted.await(core, token, 0, round, 9);
              if (rank != 0) {
                Scripted.raise(core, token, (rank + 1) % ranks, 0, 10);
              }
            }
            if (stalls && rank == 0) {
              Scripted.await(core, token, 0, rounds + 1, 11);
            }
          });
    };
  }

  @Test
  void aTimeoutSaysWhatEachRankDoes() {
    onPools(
        4,
        program -> {
          CountDownLatch running = new CountDownLatch(4);
          Run run =
              program.submit(
                  dispatch -> {
                    Signal s = dispatch.signal("s", 1, 1);
                    dispatch.forEachRank(
                        (core, rank) -> {
                          core.enter(Scripted.KERNEL);
                          Scripted.raise(core, s, rank, 0, 3);
                          running.countDown();
                          if (rank == 0) {
                            while (true) {
                              core.poll();
                            }
                          }
                          if (rank != 3) {
                            Scripted.await(core, s, 0, 2, 4);
                          }
                        });
                  });
          await(running);
          List<String> expected =
              List.of(
                  "  rank 0 runs in Ring.step, past Ring.java:3",
                  "  ranks 1, 2 wait at Ring.java:4 for s[0, 0] >= 2, hold 1",
                  "  rank 3 has nothing to do");
          List<String> said = List.of();
          for (int trial = 0; trial < 2000 && !said.equals(expected); trial++) {
            said = timeout(run).lines().skip(1).toList();
          }
          assertThat(said).isEqualTo(expected);
          run.cancel();
          assertThrows(CancelledException.class, run::join);
        });
  }

  @Test
  void aHostThatDispatchesForEverStopsToo() {
    onPools(
        2,
        program -> {
          CountDownLatch running = new CountDownLatch(1);
          Run run =
              program.submit(
                  dispatch -> {
                    while (true) {
                      dispatch.forEachRank((_, _) -> Thread.onSpinWait());
                      running.countDown();
                    }
                  });
          await(running);
          run.cancel();
          assertThrows(CancelledException.class, run::join);
          RankFailedException failed =
              program.failure(
                  RankFailedException.class,
                  dispatch -> {
                    for (int round = 0; round < 1_000_000; round++) {
                      dispatch.forEachRank((_, rank) -> failOnRankOne(rank));
                    }
                  });
          assertThat(failed).hasCauseThat().hasMessageThat().isEqualTo("on purpose");
          assertThat(failed.getSuppressed()).isEmpty();
        });
  }

  @Test
  void aHostThatIsInterruptedBetweenDispatchesStops() {
    onPools(
        2,
        program -> {
          CancelledException cancelled =
              program.failure(
                  CancelledException.class,
                  dispatch -> {
                    dispatch.forEachRank((_, _) -> {});
                    Thread.currentThread().interrupt();
                    dispatch.forEachRank((_, _) -> {});
                  });
          assertThat(Thread.interrupted()).isTrue();
          assertThat(poolless(cancelled))
              .isEqualTo(
                  "Ring.all on POOL was cancelled: the thread that waited for it was interrupted");
          program.run(_ -> {});
        });
  }

  @Test
  void aHostThatOnlyComputesStopsAtAPoll() {
    onPools(
        2,
        program -> {
          CountDownLatch before = new CountDownLatch(2);
          Run stopped = program.submit(endless(before));
          await(before);
          stopped.cancel();
          for (boolean dispatches : new boolean[] {false, true}) {
            CountDownLatch running = new CountDownLatch(1);
            Run run =
                program.submit(
                    dispatch -> {
                      if (dispatches) {
                        dispatch.forEachRank((_, _) -> {});
                      }
                      running.countDown();
                      while (true) {
                        dispatch.poll();
                      }
                    });
            await(running);
            run.cancel();
            assertThat(poolless(assertThrows(CancelledException.class, run::join)))
                .isEqualTo("Ring.all on POOL was cancelled: Run.cancel() was called");
          }
          Thread.currentThread().interrupt();
          assertThrows(CancelledException.class, () -> program.run(Dispatch::poll));
          assertThat(Thread.interrupted()).isTrue();
          program.run(Dispatch::poll);
        });
  }

  @Test
  void closingAPoolCancelsItsRuns() {
    for (DevicePool pool : pools(3)) {
      CountDownLatch running = new CountDownLatch(3);
      Scripted program = Scripted.program().prepare(pool);
      Run first = program.submit(endless(running));
      Run second = program.submit(_ -> {});
      await(running);
      pool.close(AT_ONCE);
      assertThat(poolless(assertThrows(CancelledException.class, first::join)))
          .startsWith("Ring.all on POOL was cancelled: the pool was closed\n");
      assertThat(assertThrows(CancelledException.class, second::join))
          .hasMessageThat()
          .isEqualTo("Ring.all was cancelled before it began: the pool was closed");
      program.failure(IllegalStateException.class, _ -> {});
      program.close();
      pool.close();
    }
  }

  @Test
  void closingAProgramOrAWorkerCancelsItsRunsAndNoOthers() {
    for (DevicePool pool : pools(2)) {
      try (pool;
          Worker worker = pool.worker()) {
        Scripted other = Scripted.program().prepare(pool);
        CountDownLatch othersRun = new CountDownLatch(2);
        Run goesOn = other.submit(endless(othersRun));
        await(othersRun);
        Scripted program = worker.prepare(Scripted.program());
        Run one = program.submit(d -> d.window("w", Smalti.F32, 1, 4));
        program.close(AT_ONCE);
        assertThat(assertThrows(CancelledException.class, one::join))
            .hasMessageThat()
            .isEqualTo("Ring.all was cancelled before it began: Ring.all was closed");
        Run two = worker.prepare(Scripted.program()).submit(_ -> {});
        worker.close(AT_ONCE);
        assertThat(assertThrows(CancelledException.class, two::join))
            .hasMessageThat()
            .isEqualTo("Ring.all was cancelled before it began: the worker was closed");
        assertThrows(RunTimeoutException.class, () -> goesOn.join(Duration.ofMillis(5)));
        goesOn.cancel();
        assertThrows(CancelledException.class, goesOn::join);
        other.run(_ -> {});
      }
    }
  }

  @Test
  void aRunThatIsWaitedForIsCancelledWithoutAnInterrupt() throws Exception {
    for (DevicePool pool : pools(3)) {
      Scripted program = Scripted.program().prepare(pool);
      CountDownLatch running = new CountDownLatch(3);
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      AtomicBoolean interrupted = new AtomicBoolean();
      Thread caller =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      program.run(endless(running));
                    } catch (CancelledException cancelled) {
                      thrown.set(cancelled);
                      interrupted.set(Thread.currentThread().isInterrupted());
                    }
                  });
      running.await();
      pool.close(AT_ONCE);
      caller.join();
      assertThat(poolless(Objects.requireNonNull(thrown.get())))
          .startsWith("Ring.all on POOL was cancelled: the pool was closed");
      assertThat(interrupted.get()).isFalse();
    }
  }

  @Test
  void anInterruptOfWhoClosesCancelsAtOnceAndIsKept() {
    for (DevicePool pool : pools(2)) {
      CountDownLatch running = new CountDownLatch(2);
      Run run = Scripted.program().prepare(pool).submit(endless(running));
      await(running);
      Thread.currentThread().interrupt();
      long start = System.nanoTime();
      pool.close(Duration.ofDays(400_000));
      assertThat(Thread.interrupted()).isTrue();
      assertWithMessage("closed at once")
          .that(System.nanoTime() - start)
          .isLessThan(Duration.ofSeconds(60).toNanos());
      assertThrows(CancelledException.class, run::join);
    }
  }

  @Test
  void timesAreNotNegative() {
    try (DevicePool pool = DevicePool.threads(2);
        Worker worker = pool.worker()) {
      Scripted program = worker.prepare(Scripted.program());
      Duration negative = Duration.ofMillis(-1);
      assertThrows(IllegalArgumentException.class, () -> pool.close(negative));
      assertThrows(IllegalArgumentException.class, () -> worker.close(negative));
      IllegalArgumentException wrong =
          assertThrows(IllegalArgumentException.class, () -> program.close(negative));
      assertThat(wrong).hasMessageThat().isEqualTo("close(PT-0.001S): a time is not negative");
      program.run(_ -> {});
    }
  }

  @Test
  void closingAPoolFreesTheWindowsOfItsPrograms() {
    AtomicReference<MemorySegment> memory = new AtomicReference<>();
    DevicePool pool = DevicePool.threads(2);
    Scripted.program()
        .prepare(pool)
        .run(d -> memory.set(d.window("w", Smalti.F32, 1, 4).instance(0)));
    MemorySegment kept = Objects.requireNonNull(memory.get());
    assertThat(kept.scope().isAlive()).isTrue();
    pool.close();
    assertThat(kept.scope().isAlive()).isFalse();
  }

  @Test
  void aProgramThatWasClosedFreesItsWindowsBehindTheRunsOfOthers() throws Exception {
    AtomicReference<MemorySegment> memory = new AtomicReference<>();
    try (DevicePool pool = DevicePool.threads(2)) {
      Scripted program = Scripted.program().prepare(pool);
      program.run(d -> memory.set(d.window("w", Smalti.F32, 1, 4).instance(0)));
      CountDownLatch running = new CountDownLatch(2);
      Run other = Scripted.program().prepare(pool).submit(endless(running));
      await(running);
      program.close(AT_ONCE);
      MemorySegment kept = Objects.requireNonNull(memory.get());
      assertThat(kept.scope().isAlive()).isTrue();
      other.cancel();
      long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (kept.scope().isAlive()) {
        assertWithMessage("freed").that(System.nanoTime()).isLessThan(deadline);
        Thread.sleep(1);
      }
    }
  }

  @Test
  void aRankCannotJoinARunThatWaitsForIt() {
    try (DevicePool pool = DevicePool.threads(2);
        Scripted program = Scripted.program().prepare(pool)) {
      AtomicReference<Run> next = new AtomicReference<>();
      CountDownLatch set = new CountDownLatch(1);
      Run run =
          program.submit(
              d -> {
                await(set);
                d.forEachRank((_, _) -> Objects.requireNonNull(next.get()).join());
              });
      next.set(program.submit(_ -> {}));
      set.countDown();
      RankFailedException failed = assertThrows(RankFailedException.class, run::join);
      assertThat(failed)
          .hasCauseThat()
          .hasMessageThat()
          .isEqualTo(
              "join() of Ring.all is called by a rank; call it outside of dispatches, the pool is"
                  + " in use");
    }
  }

  @Test
  void aProgramThatIsClosedIsForgottenByItsWorker() throws Exception {
    try (DevicePool pool = DevicePool.threads(1);
        Worker worker = pool.worker()) {
      java.lang.ref.WeakReference<Scripted> closed = closedProgram(worker);
      for (int trial = 0; trial < 100 && closed.get() != null; trial++) {
        System.gc();
        Thread.sleep(10);
      }
      assertThat(closed.get()).isNull();
    }
  }

  private static java.lang.ref.WeakReference<Scripted> closedProgram(Worker worker) {
    Scripted program = worker.prepare(Scripted.program());
    program.close();
    return new java.lang.ref.WeakReference<>(program);
  }

  // ---- methods that run as they stand

  @Test
  void methodsAsTheyStandStopAtWindowsAndReads() throws Exception {
    CountDownLatch running = new CountDownLatch(3);
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread caller =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    endlessAsItStands(World.eager(3), running);
                  } catch (CancelledException cancelled) {
                    thrown.set(cancelled);
                  }
                });
    running.await();
    caller.interrupt();
    caller.join();
    assertThat(Objects.requireNonNull(thrown.get()))
        .hasMessageThat()
        .matches(
            """
            World\\.eager\\(3\\) was cancelled: the thread that waited for it was interrupted
              rank 0 was stopped while it read go\\[0] again and again at CancelTest\\.java:\\d+
              rank 1 was stopped while it ran at CancelTest\\.java:\\d+
              rank 2 was stopped while it ran at CancelTest\\.java:\\d+\
            """);
  }

  @Test
  void aHostThatFailsAsItStandsStopsRanksThatPoll() {
    IllegalStateException failed =
        assertThrows(
            IllegalStateException.class,
            () ->
                World.eager(2)
                    .run(
                        world -> {
                          Signal go = world.signal(shape(1));
                          world.forEachRank(_ -> pollForEver(go));
                          throw new IllegalStateException("host");
                        }));
    assertThat(failed).hasMessageThat().isEqualTo("host");
    assertThat(failed.getSuppressed()).isEmpty();
  }

  private static void endlessAsItStands(World world, CountDownLatch running) {
    Signal go = world.signal(shape(1));
    Window<Smalti.F32> data = world.window(Smalti.F32, shape(1, 4));
    world.forEachRank(
        rank -> {
          running.countDown();
          if (rank == 0) {
            pollForEver(go);
          }
          while (rank == 1) {
            data.load();
          }
          while (rank == 2) {
            go.notify(1, at(0));
          }
        });
  }

  private static void pollForEver(Signal go) {
    int seen = 0;
    while (seen == 0) {
      seen = go.read(at(0));
    }
  }

  // ---- tools

  /** Rank 0 runs, the others wait. */
  private static Consumer<Dispatch> endless(CountDownLatch running) {
    return dispatch -> {
      Signal s = dispatch.signal("s", 1, 1);
      dispatch.forEachRank(
          (core, rank) -> {
            core.enter(Scripted.KERNEL);
            if (rank != 0) {
              running.countDown();
              Scripted.await(core, s, 0, 1, 4);
            }
            Scripted.raise(core, s, rank, 0, 3);
            running.countDown();
            while (true) {
              core.poll();
            }
          });
    };
  }

  private static String timeout(Run run) {
    return String.valueOf(
        assertThrows(RunTimeoutException.class, () -> run.join(Duration.ofMillis(5))).getMessage());
  }

  private static void failOnRankOne(int rank) {
    if (rank == 1) {
      throw new IllegalStateException("on purpose");
    }
  }

  private static String poolless(Throwable thrown) {
    return String.valueOf(thrown.getMessage())
        .replaceFirst("on [a-z]+\\(.*\\) was cancelled", "on POOL was cancelled");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  private static List<DevicePool> pools(int ranks) {
    return List.of(DevicePool.threads(ranks), Jitter.threads(ranks, 5));
  }

  private static void onPools(int ranks, Consumer<Scripted> test) {
    for (DevicePool pool : pools(ranks)) {
      try (pool;
          Scripted program = Scripted.program().prepare(pool)) {
        test.accept(program);
      }
    }
  }
}
