package dev.smalti.lang;

import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WorldTest {
  @Test
  void oneRankRunsInTheCallersThread() {
    World world = World.eager(1);
    List<String> calls = new ArrayList<>();
    world.forEachRank(r -> calls.add(r + " " + Thread.currentThread().getName()));
    world.forEachRank(r -> calls.add("again " + r));
    assertThat(world.size()).isEqualTo(1);
    assertThat(calls).containsExactly("0 " + Thread.currentThread().getName(), "again 0").inOrder();
  }

  @Test
  void runGivesANewWorldOfTheSameSize() {
    World outer = World.eager(1);
    List<Integer> ranks = new ArrayList<>();
    outer.run(
        world -> {
          assertThat(world).isNotSameInstanceAs(outer);
          assertThat(world.size()).isEqualTo(1);
          world.forEachRank(ranks::add);
          world.forEachRank(ranks::add);
        });
    assertThat(ranks).containsExactly(0, 0);
  }

  @Test
  void failuresAreTheUsersOwn() {
    World world = World.eager(1);
    ArithmeticException failure = new ArithmeticException("mine");
    assertThat(
            assertThrows(
                ArithmeticException.class,
                () ->
                    world.forEachRank(
                        _ -> {
                          throw failure;
                        })))
        .isSameInstanceAs(failure);
    assertThat(
            assertThrows(
                ArithmeticException.class,
                () ->
                    world.run(
                        _ -> {
                          throw failure;
                        })))
        .isSameInstanceAs(failure);
  }

  @Test
  void aWorldHasARank() {
    Exception none = assertThrows(IllegalArgumentException.class, () -> World.eager(0));
    assertThat(none).hasMessageThat().isEqualTo("World.eager(0): a world has at least 1 rank");
  }

  @Test
  void severalRanksNeedTheSimulator() {
    Exception missing = assertThrows(IllegalStateException.class, () -> World.eager(4));
    assertThat(missing)
        .hasMessageThat()
        .isEqualTo(
            "World.eager(4) needs the artefact dev.smalti:simulator at run time; without it there"
                + " is World.eager(1)");
  }

  @Test
  void ranksDoNotDispatchOrAllocate() {
    World world = World.eager(1);
    Exception nested =
        assertThrows(
            IllegalStateException.class, () -> world.forEachRank(_ -> world.forEachRank(_ -> {})));
    assertThat(nested).hasMessageThat().contains("forEachRank is called by rank 0");
    Exception window =
        assertThrows(
            IllegalStateException.class,
            () -> world.forEachRank(_ -> world.window(F32, shape(1, 1))));
    assertThat(window).hasMessageThat().contains("a window is made by rank 0");
    Exception signal =
        assertThrows(
            IllegalStateException.class, () -> world.forEachRank(_ -> world.signal(shape(1))));
    assertThat(signal).hasMessageThat().contains("a signal is made by rank 0");
  }

  @Test
  void wrongWindowsAndSignals() {
    World world = World.eager(1);
    assertThat(assertThrows(RuntimeException.class, () -> world.window(F32, shape(0, 4))))
        .hasMessageThat()
        .contains("axis 0 has extent 0");
    assertThat(assertThrows(RuntimeException.class, () -> world.window(F64, shape(1L << 61))))
        .hasMessageThat()
        .contains("more bytes than a long can count");
    assertThat(assertThrows(RuntimeException.class, () -> world.signal(shape(1 << 16, 1 << 16))))
        .hasMessageThat()
        .contains("has 4294967296 cells");
    assertThat(assertThrows(RuntimeException.class, () -> world.signal(shape(0, 1L << 40))))
        .hasMessageThat()
        .contains("no axis longer");
  }
}
