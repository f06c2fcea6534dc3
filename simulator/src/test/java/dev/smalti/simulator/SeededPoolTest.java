package dev.smalti.simulator;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Signal;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Window;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.Dispatch;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One rank at a time: the same order gives the same run, and a schedule is followed or refused. */
@Timeout(60)
final class SeededPoolTest {
  @Test
  void theSameSeedGivesTheSameRun() {
    for (long seed = 0; seed < 20; seed++) {
      List<String> first = steps(DevicePool.seeded(4, seed));
      assertThat(steps(DevicePool.seeded(4, seed))).isEqualTo(first);
    }
  }

  @Test
  void eachRunOfAPoolStartsFromTheSeed() {
    List<String> steps = new ArrayList<>();
    try (DevicePool pool = DevicePool.seeded(3, 9);
        Scripted program = Scripted.program().prepare(pool)) {
      program.run(logging(steps));
      List<String> first = List.copyOf(steps);
      steps.clear();
      program.run(logging(steps));
      assertThat(steps).isEqualTo(first);
    }
  }

  @Test
  void otherSeedsGiveOtherRuns() {
    Set<List<String>> runs = new HashSet<>();
    for (long seed = 0; seed < 50; seed++) {
      runs.add(steps(DevicePool.seeded(4, seed)));
    }
    assertThat(runs.size()).isAtLeast(45);
  }

  /**
   * A seed is a reproducer, so it must mean the same in every release: the published outputs of
   * SplitMix64 for seed 1 are 10451216379200822465, 13757245211066428519, 17911839290282890590, ...
   */
  @Test
  void seedsKeepTheirMeaning() {
    SplitMix random = new SplitMix(1);
    List<Integer> drawn = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      drawn.add(random.below(100));
    }
    assertThat(drawn).containsExactly(65, 19, 90, 35, 61, 48).inOrder();
  }

  @Test
  void aScheduleIsFollowed() {
    assertThat(steps(DevicePool.seeded(2, "1.5,0.5,1.7,0.7")))
        .containsExactly("1 past 5", "0 past 5", "1 past 7", "0 past 7")
        .inOrder();
    assertThat(steps(DevicePool.seeded(2, "0,1,1,0")))
        .containsExactly("0 past 5", "1 past 5", "1 past 7", "0 past 7")
        .inOrder();
  }

  @Test
  void anEntryWithALineCoversAllStepsAtThatLine() {
    List<String> seen = new ArrayList<>();
    try (DevicePool pool = DevicePool.seeded(2, "0.5,1.5,0.7");
        Scripted program = Scripted.program().prepare(pool)) {
      program.run(
          dispatch -> {
            Signal s = dispatch.signal("s", 1, 1);
            dispatch.forEachRank(
                (core, rank) -> {
                  for (int i = 0; i < 3; i++) {
                    Scripted.raise(core, s, rank, 0, 5);
                    seen.add(rank + " at 5");
                  }
                  Scripted.await(core, s, 0, 3, 7);
                  seen.add(rank + " at 7");
                });
          });
    }
    assertThat(seen)
        .containsExactly(
            "0 at 5", "0 at 5", "0 at 5", "1 at 5", "1 at 5", "1 at 5", "0 at 7", "1 at 7")
        .inOrder();
  }

  @Test
  void aRaceIsReplayed() {
    // Rank 0 reads the window of rank 1 before, or after, rank 1 has written it.
    assertThat(readBy("0.8,1.5")).isEqualTo(0f);
    assertThat(readBy("1.5,0.8")).isEqualTo(3f);
  }

  private static float readBy(String schedule) {
    float[] read = new float[1];
    try (DevicePool pool = DevicePool.seeded(2, schedule);
        Scripted program = Scripted.program().prepare(pool)) {
      program.run(
          dispatch -> {
            Window<Smalti.F32> data = dispatch.window("data", Smalti.F32, 1, 1);
            dispatch.forEachRank(
                (core, rank) -> {
                  var layout = java.lang.foreign.ValueLayout.JAVA_FLOAT;
                  if (rank == 1) {
                    core.instance(data, 1, 5).set(layout, 0, 3f);
                  } else {
                    read[0] = core.instance(data, 1, 8).get(layout, 0);
                  }
                });
          });
    }
    return read[0];
  }

  @Test
  void aScheduleThatDoesNotFitIsRefused() {
    mismatch("entry 2, 0.6: rank 0 stands before line 7", "0.5,0.6,0.7");
    mismatch("entry 3, 0.9: rank 0 has nothing left to do", "0.5,0.7,0.9");
    mismatch("every rank has finished before entry 5, 1.9", "0.5,0.7,1.5,1.7,1.9");
  }

  private static void mismatch(String expected, String schedule) {
    IllegalStateException error =
        assertThrows(IllegalStateException.class, () -> steps(DevicePool.seeded(2, schedule)));
    assertThat(error).hasMessageThat().contains(expected);
  }

  @Test
  void malformedSchedulesAreRefused() {
    malformed("0.5,x", "schedule \"0.5,x\", at character 5: 'x' is no entry");
    malformed("0.5,", "at character 5: '' is no entry");
    malformed("3", "there is no rank 3; ranks are 0 to 1");
    malformed("0.0", "lines count from 1");
    assertThat(steps(DevicePool.seeded(2, ""))).hasSize(4);
  }

  private static void malformed(String schedule, String expected) {
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> DevicePool.seeded(2, schedule));
    assertThat(error).hasMessageThat().contains(expected);
  }

  private static List<String> steps(DevicePool pool) {
    List<String> steps = new ArrayList<>();
    try (pool;
        Scripted program = Scripted.program().prepare(pool)) {
      program.run(logging(steps));
    }
    return steps;
  }

  private static Consumer<Dispatch> logging(List<String> steps) {
    return dispatch -> {
      Signal s = dispatch.signal("s", 2, 1);
      dispatch.forEachRank(
          (core, rank) -> {
            Scripted.raise(core, s, rank, 0, 5);
            steps.add(rank + " past 5");
            Scripted.await(core, s, 0, 1, 7);
            steps.add(rank + " past 7");
          });
    };
  }
}
