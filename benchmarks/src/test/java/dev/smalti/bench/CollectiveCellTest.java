package dev.smalti.bench;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.bench.gate.Round;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class CollectiveCellTest {
  private static CollectiveCell cell(String what, int ranks, long bytes, String peer) {
    return CollectiveCell.of(new Goals.Exchanged(1, what, ranks, bytes, peer, 1, 2), false);
  }

  private static List<Double> thrice(double seconds) {
    return List.of(seconds, seconds, seconds);
  }

  private static List<Double> ratios(List<Round> rounds) {
    return rounds.stream().map(Round::ratio).toList();
  }

  @Test
  void theBetterSettingOfThePeerCounts() {
    CollectiveCell cell = cell("allreduce", 2, 65536, "Open MPI");
    assertThat(cell.name()).isEqualTo("all-reduce 64 KiB, 2 ranks");
    Map<String, List<Double>> seconds =
        Map.of(
            "smalti: allreduce P=2 n=65536", List.of(1.0, 2.0, 4.0),
            "Open MPI: allreduce P=2 n=65536", List.of(1.0, 9.0, 9.0),
            "Open MPI without CMA: allreduce P=2 n=65536", List.of(8.0, 8.0, 8.0));
    assertThat(cell.timings().stream().map(Timing::toString).collect(Collectors.toSet()))
        .isEqualTo(seconds.keySet());
    // By the median, not round by round: a lucky round is not a better setting.
    assertThat(ratios(cell.rounds(new Measured("", List.of(), seconds))))
        .containsExactly(8.0, 4.0, 2.0)
        .inOrder();
  }

  @Test
  void aCopyIsMeasuredInTheSameProcess() {
    CollectiveCell cell = cell("allreduce", 2, 64 << 20, "memcpy");
    assertThat(cell.timings())
        .containsExactly(
            new Timing("smalti", "allreduce", 2, 64 << 20),
            new Timing("smalti", "memcpy", 2, 64 << 20));
  }

  @Test
  void theWorseOfTwoSumsCounts() {
    CollectiveCell cell = cell("sum", 4, 65536, "by hand in Java");
    Map<String, List<Double>> seconds = new LinkedHashMap<>();
    seconds.put("smalti: allreduce P=4 n=65536", thrice(2));
    seconds.put("smalti: inplace P=4 n=65536", thrice(4));
    seconds.put("by hand in Java, flags: push P=4 n=65536", thrice(6));
    seconds.put("by hand in Java, central: push P=4 n=65536", thrice(5));
    seconds.put("by hand in Java, flags: inplace P=4 n=65536", thrice(3));
    seconds.put("by hand in Java, central: inplace P=4 n=65536", thrice(7));
    assertThat(cell.name()).isEqualTo("all-reduce, the worse of both, 64 KiB, 4 ranks");
    assertThat(ratios(cell.rounds(new Measured("", List.of(), seconds))))
        .containsExactly(0.75, 0.75, 0.75); // 5 / 2 out of place, 3 / 4 in place
  }

  @Test
  void partsAreTwelvePairs() {
    CollectiveCell mean = cell("mean of parts", 0, 0, "Open MPI");
    CollectiveCell least = cell("least of parts", 0, 0, "Open MPI");
    Set<String> names = mean.timings().stream().map(Timing::toString).collect(Collectors.toSet());
    assertThat(names).hasSize(36); // ours, and two settings of the peer
    assertThat(names).contains("Open MPI without CMA: alltoall P=4 n=1048576");
    Map<String, List<Double>> seconds = new LinkedHashMap<>();
    names.forEach(name -> seconds.put(name, new ArrayList<>(thrice(2))));
    seconds.put("smalti: alltoall P=2 n=1024", thrice(4096)); // 2 to the power of 12
    seconds.put("smalti: allgather P=4 n=1024", thrice(1));
    Measured measured = new Measured("", List.of(), seconds);
    assertThat(mean.rounds(measured).getFirst().ratio()).isWithin(1e-9).of(Math.pow(2, -10 / 12.0));
    assertThat(least.rounds(measured).getFirst().ratio()).isWithin(1e-9).of(2.0 / 4096);
  }

  /** The table is agreed on: whoever changes its cells has to say so here. */
  @Test
  void theTableHasTwentySevenCells() throws IOException {
    List<CollectiveCell> cells =
        Goals.exchanged().stream().map(goal -> CollectiveCell.of(goal, false)).toList();
    assertThat(cells).hasSize(27);
    assertThat(cells.stream().map(CollectiveCell::row).toList())
        .containsExactly(
            1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 8, 8, 9, 10, 11, 11, 11, 11)
        .inOrder();
    assertThat(Set.copyOf(cells)).hasSize(27);
    for (CollectiveCell cell : cells) {
      assertThat(cell.must()).isLessThan(cell.aim());
    }
  }
}
