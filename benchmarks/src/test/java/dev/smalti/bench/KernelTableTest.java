package dev.smalti.bench;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.bench.peer.Peer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KernelTableTest {
  @TempDir private Path directory;

  @Test
  void aPeerThatIsMissingMakesItsCellMissed() throws Exception {
    KernelCell cell = new KernelCell(2, "gelu-1024, heap, scalar tier", "C intrinsics", 0.5, 1);
    KernelPeers peers =
        new KernelPeers(
            new Peer.Missing("apt-get install -y gcc"),
            new Peer.Missing("-"),
            new Peer.Missing("-"),
            new Peer.Missing("-"));
    KernelTable table = new KernelTable(Plan.QUICK, List.of(cell), peers, directory, Duration.ZERO);
    TableLine line = table.fill().getFirst();
    assertThat(line.absent()).isEqualTo(Optional.of("apt-get install -y gcc"));
    assertThat(line.verdict().toString()).isEqualTo("missed");
    assertThat(table.runs()).isEmpty();
  }
}
