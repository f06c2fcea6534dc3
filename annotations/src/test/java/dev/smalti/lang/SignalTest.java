package dev.smalti.lang;

import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class SignalTest {
  private final TestRanks three = new TestRanks(3);

  private Signal signal(int... shape) {
    long[] extents = new long[shape.length];
    for (int axis = 0; axis < shape.length; axis++) {
      extents[axis] = shape[axis];
    }
    return Signal.over("arrived", three.signal("arrived", shape), three, extents);
  }

  private static String message(Runnable wrong) {
    String message = assertThrows(RuntimeException.class, wrong::run).getMessage();
    return message == null ? "" : message;
  }

  @Test
  void notifyChangesAPeersCell() {
    Signal signal = signal(2, 2);
    three.as(
        0,
        () -> {
          signal.notify(1, at(1, 0));
          signal.notify(1, at(1, 0), ADD, 5);
          signal.notify(2, at(0, 1), SET, -7);
          signal.notify(2, at(0, 1), SET, -8);
          signal.notify(0, at(0, 0), ADD, Integer.MAX_VALUE);
          signal.notify(0, at(0, 0));
          assertThat(signal.read(at(0, 0))).isEqualTo(Integer.MIN_VALUE);
          assertThat(signal.read(at(1, 0))).isEqualTo(0);
        });
    three.as(1, () -> assertThat(signal.read(at(1, 0))).isEqualTo(6));
    three.as(2, () -> assertThat(signal.read(at(0, 1))).isEqualTo(-8));
    assertThat(three.log.get(0)).isEqualTo("0 ADD 1 to 2 of 1");
  }

  @Test
  void awaitIsOfTheOwnCell() {
    Signal signal = signal(4);
    three.as(
        2,
        () -> {
          signal.await(at(3));
          signal.await(at(1), EQ, 5);
          assertThat(signal.rank()).isEqualTo(2);
        });
    assertThat(three.log).containsExactly("2 awaits 3 GE 1 of 2", "2 awaits 1 EQ 5 of 2").inOrder();
    assertThat(signal.ranks()).isEqualTo(3);
  }

  @Test
  void aLaneIsAColumn() {
    Signal lane = signal(3, 4).lane(2);
    three.as(
        0,
        () -> {
          lane.notify(1, at(1, 0));
          lane.counted().notify(1, at(2), ADD, 5);
          lane.at(0).notify(1, at(0));
        });
    assertThat(three.log)
        .containsExactly("0 ADD 1 to 6 of 1", "0 ADD 5 to 10 of 1", "0 ADD 1 to 2 of 1")
        .inOrder();
    assertThat(message(() -> signal(3, 4).lane(4)))
        .isEqualTo("signal arrived [3, 4] has no cells of core 4");
    assertThat(message(() -> signal(12).lane(0))).contains("has no cells of core 0");
  }

  @Test
  void collectivesCountTheFirstColumnOfARowForEachRank() {
    three.as(
        0,
        () -> {
          signal(3, 4).counted().notify(1, at(2));
          signal(2, 3).counted().notify(1, at(2));
          signal(6).counted().notify(1, at(2));
        });
    assertThat(three.log)
        .containsExactly("0 ADD 1 to 8 of 1", "0 ADD 1 to 2 of 1", "0 ADD 1 to 2 of 1")
        .inOrder();
  }

  @Test
  void views() {
    Signal row = signal(4, 3).at(2);
    assertThat(row.axes()).isEqualTo(1);
    assertThat(row.extent(0)).isEqualTo(3);
    assertThat(row.offset()).isEqualTo(6);
    assertThat(row.name()).isEqualTo("arrived");
    assertThat(row.cells().size()).isEqualTo(12);
    assertThat(row.toString()).isEqualTo("signal arrived [3]");
    three.as(0, () -> row.notify(1, at(1)));
    assertThat(three.log).containsExactly("0 ADD 1 to 7 of 1");
    assertThat(message(() -> signal(4, 3).at(4))).contains("leaves axis 0, whose extent is 4");
    assertThat(message(() -> signal(4).at(0))).contains("leave at least one");
  }

  @Test
  void severalCellsAreAwaitedOneByOne() {
    Signal signal = signal(3, 2);
    three.as(1, () -> signal.notify(1, at(1, 1), SET, 7));
    three.as(1, () -> signal.notify(1, at(2, 1), SET, 7));
    three.as(1, () -> signal.awaitAll(at(1, 1), shape(2, 1), EQ, 7));
    three.as(1, () -> signal.at(2).awaitAll(at(1), shape(1)));
    three.as(1, () -> signal.awaitAll(at(0, 0), shape(0, 2)));
    assertThat(three.log.subList(2, three.log.size()))
        .containsExactly("1 awaits 3 EQ 7 of 1", "1 awaits 5 EQ 7 of 1", "1 awaits 5 GE 1 of 1")
        .inOrder();
    assertThat(message(() -> three.as(1, () -> signal.awaitAll(at(0), shape(1, 1)))))
        .contains("has 2 axes, at[0] has 1");
    assertThat(message(() -> three.as(1, () -> signal.awaitAll(at(2, 1), shape(2, 1)))))
        .contains("leaves axis 0");
  }

  @Test
  void noCellsAreLegal() {
    Signal none = World.eager(1).signal(shape(0, 1));
    assertThat(none.extent(0)).isEqualTo(0);
    assertThat(none.cells().size()).isEqualTo(0);
  }

  @Test
  void wrongCellsAndPeers() {
    Signal signal = signal(2, 2);
    three.as(
        0,
        () -> {
          assertThat(message(() -> signal.notify(3, at(0, 0))))
              .isEqualTo("signal arrived has no cells on rank 3; ranks are 0 to 2");
          assertThat(message(() -> signal.notify(-1, at(0, 0)))).contains("Math.floorMod");
          assertThat(message(() -> signal.notify(1, at(2, 0))))
              .isEqualTo("signal arrived [2, 2]: the cell [2, 0] leaves axis 0, whose extent is 2");
          assertThat(message(() -> signal.await(at(0, -1)))).contains("leaves axis 1");
          assertThat(message(() -> signal.read(at(0)))).contains("has 2 axes, at[0] has 1");
          assertThat(message(() -> signal.await(at(0, 0), LT, 1)))
              .contains("await takes GE and EQ, not LT");
        });
    assertThat(three.log).isEmpty();
  }

  @Test
  void noRankOutsideOfADispatch() {
    Signal signal = World.eager(1).signal(shape(1));
    assertThat(message(signal::rank)).contains("signal signal has no rank here");
    assertThat(message(() -> signal.notify(0, at(0)))).contains("has no rank here");
    assertThat(message(() -> signal.await(at(0)))).contains("has no rank here");
    assertThat(message(() -> signal.read(at(0)))).contains("has no rank here");
  }

  @Test
  void barrierIsTheCreditProtocol() {
    Signal signal = signal(3, 1);
    three.as(1, signal::barrier);
    assertThat(three.log)
        .containsExactly(
            "1 ADD 1 to 1 of 0",
            "1 ADD 1 to 1 of 2",
            "1 awaits 0 GE 1 of 1",
            "1 awaits 2 GE 1 of 1",
            "1 ADD -1 to 0 of 1",
            "1 ADD -1 to 2 of 1")
        .inOrder();
  }

  @Test
  void barrierLeavesZeros() {
    Signal signal = signal(3);
    signal.barrier(); // As in a @Host method: one dispatch to every rank.
    for (int rank = 0; rank < 3; rank++) {
      three.as(
          rank,
          () -> {
            for (int cell : range(3)) {
              assertThat(signal.read(at(cell))).isEqualTo(0);
            }
          });
    }
    assertThat(three.log).hasSize(18);
  }

  @Test
  void barrierNeedsACellForEachRank() {
    assertThat(message(() -> signal(2).barrier()))
        .isEqualTo(
            "signal arrived [2] is of no shape for a barrier of 3 ranks; make it [3] or [3, 1]");
    assertThat(message(() -> signal(3, 2).barrier())).contains("[3, 2] is of no shape");
    assertThat(message(() -> signal(3, 1, 1).barrier())).contains("is of no shape");
  }

  @Test
  void theCellsHaveToFit() {
    assertThat(message(() -> Signal.over("s", three.signal("s", new int[] {3}), three, 4)))
        .isEqualTo("signal s [4] needs 4 cells on 3 ranks; there are 3 on 3");
    assertThat(
            message(() -> Signal.over("s", three.signal("s", new int[] {3}), new TestRanks(2), 3)))
        .contains("on 2 ranks; there are 3 on 3");
  }
}
