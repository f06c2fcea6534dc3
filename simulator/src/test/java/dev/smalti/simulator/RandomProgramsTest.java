package dev.smalti.simulator;

import static com.google.common.truth.Truth.assertWithMessage;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Compare;
import dev.smalti.lang.Signal;
import dev.smalti.lang.Update;
import dev.smalti.runtime.Core;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.Dispatch;
import dev.smalti.runtime.StalledException;
import dev.smalti.runtime.protocol.Deadlock;
import dev.smalti.runtime.protocol.DeadlockVerdict;
import dev.smalti.runtime.protocol.Event;
import dev.smalti.runtime.protocol.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs random programs whose end does not depend on the schedule: what the pools do is what the
 * verdict says. Shows that no wake-up is lost, that no stall is reported too early, and that none
 * is missed.
 */
@Timeout(300)
final class RandomProgramsTest {
  private static final int CELLS = 3;

  @Test
  void threads() {
    for (int ranks : new int[] {2, 3, 6}) {
      try (DevicePool pool = DevicePool.threads(ranks)) {
        compare(pool, 3000);
      }
    }
  }

  @Test
  void threadsWithDelays() {
    for (int ranks : new int[] {2, 5}) {
      try (DevicePool pool = Jitter.threads(ranks, 11)) {
        compare(pool, 1500);
      }
    }
  }

  @Test
  void seeded() {
    try (DevicePool pool = DevicePool.seeded(4, 13)) {
      compare(pool, 1000);
    }
  }

  private static void compare(DevicePool pool, int programs) {
    try (Scripted prepared = Scripted.program().prepare(pool)) {
      int stuck = 0;
      for (int program = 0; program < programs; program++) {
        List<Trace> traces = random(new Random(program), pool.size());
        DeadlockVerdict verdict = Deadlock.verdict(traces);
        String which = pool + ", program " + program;
        if (verdict instanceof DeadlockVerdict.Stuck blocked) {
          stuck++;
          StalledException stalled =
              assertThrows(StalledException.class, () -> prepared.run(body(traces)), which);
          for (DeadlockVerdict.Blocked rank : blocked.blocked()) {
            assertWithMessage(which).that(stalled.getMessage()).contains(text(rank));
          }
        } else {
          prepared.run(body(traces));
        }
      }
      assertWithMessage("programs that stall").that(stuck).isAtLeast(programs / 10);
      assertWithMessage("programs that end").that(programs - stuck).isAtLeast(programs / 10);
    }
  }

  private static String text(DeadlockVerdict.Blocked blocked) {
    Event.Await await = blocked.await();
    return "at Ring.java:"
        + await.line()
        + " for s["
        + await.cell()
        + "] >= "
        + await.value()
        + ", hold";
  }

  /**
   * Adds come more often than awaits, so that some programs end; each step has a line of its own.
   */
  private static List<Trace> random(Random random, int ranks) {
    List<Trace> traces = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      Trace trace = new Trace(rank, ranks);
      int steps = random.nextInt(12);
      for (int step = 0; step < steps; step++) {
        int line = 100 * (rank + 1) + step;
        int cell = random.nextInt(CELLS);
        if (random.nextInt(5) > 0) {
          trace.notify(random.nextInt(ranks), "s", cell, Event.Update.ADD, 1, line);
        } else {
          trace.await("s", cell, Event.Relation.GE, random.nextInt(5) == 0 ? 2 : 1, line);
          if (random.nextInt(3) == 0) {
            trace.notify(rank, "s", cell, Event.Update.ADD, -1, line);
          }
        }
      }
      traces.add(trace);
    }
    return traces;
  }

  private static Consumer<Dispatch> body(List<Trace> traces) {
    return dispatch -> {
      Signal signal = dispatch.signal("s", CELLS);
      dispatch.forEachRank((core, rank) -> replay(core, signal, traces.get(rank)));
    };
  }

  private static void replay(Core core, Signal signal, Trace trace) {
    core.enter(Scripted.KERNEL);
    for (Event event : trace.events()) {
      switch (event) {
        case Event.Notify n ->
            core.notify(
                signal,
                n.peer(),
                core.cell(signal, n.line(), n.cell()),
                Update.ADD,
                n.value(),
                n.line());
        case Event.Await a ->
            core.await(
                signal, core.cell(signal, a.line(), a.cell()), Compare.GE, a.value(), a.line());
        case Event.Access _,
            Event.Collective _,
            Event.Unseen _,
            Event.Begin _,
            Event.End _,
            Event.Join _,
            Event.Fence _,
            Event.Undetermined _,
            Event.Fault _ ->
            throw new AssertionError(event);
      }
    }
    core.leave();
  }
}
