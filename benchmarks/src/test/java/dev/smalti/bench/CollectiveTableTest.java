package dev.smalti.bench;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.bench.gate.Verdict;
import dev.smalti.bench.peer.Peer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CollectiveTableTest {
  private static final CollectivePeers NONE =
      new CollectivePeers(
          new Peer.Missing("apt-get install -y openmpi-bin"), new Peer.Missing("no javac"));

  private static CollectiveTable table(String what, int ranks, long bytes, String peer)
      throws InterruptedException {
    Goals.Exchanged goal = new Goals.Exchanged(1, what, ranks, bytes, peer, 1, 2);
    CollectiveTable table =
        new CollectiveTable(Plan.QUICK, List.of(CollectiveCell.of(goal, true)), NONE);
    table.fill();
    table.fillAgain(Long.MAX_VALUE);
    return table;
  }

  @Test
  void aPeerThatIsMissingMakesItsCellMissed() throws Exception {
    CollectiveTable table = table("barrier", 2, 0, "Open MPI");
    TableLine line = table.lines().getFirst();
    assertThat(line.absent()).isEqualTo(Optional.of("apt-get install -y openmpi-bin"));
    assertThat(line.verdict()).isEqualTo(Verdict.MISSED);
    assertThat(table.runs()).isEmpty();
    assertThat(table("sum", 2, 8, "by hand in Java").lines().getFirst().absent())
        .isEqualTo(Optional.of("no javac"));
  }

  @Test
  void aCopyAndTheBarrierOfTheJdkNeedNobody() throws Exception {
    CollectiveTable copy = table("allreduce", 2, 1024, "memcpy");
    assertThat(copy.lines().getFirst().absent()).isEqualTo(Optional.empty());
    assertThat(copy.lines().getFirst().rounds()).hasSize(1);
    CollectiveTable crowd = table("barrier", 1000, 0, "CyclicBarrier");
    assertThat(crowd.lines().getFirst().absent()).isEqualTo(Optional.empty());
    assertThat(crowd.lines().getFirst().cell().name()).isEqualTo("barrier, 16 ranks");
    assertThat(crowd.runs().getFirst().seconds())
        .containsKey("smalti: inplace P=16 n=1048576"); // it was right, else there is no time
  }
}
