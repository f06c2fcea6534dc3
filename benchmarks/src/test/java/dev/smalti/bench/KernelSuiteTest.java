package dev.smalti.bench;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.bench.peer.Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KernelSuiteTest {
  @Test
  void aPeerThatIsMissingMakesItsCellsAbsent() throws IOException {
    KernelSuite suite =
        new KernelSuite(Plan.QUICK, Goals.read(), new Peer.Missing("no gcc"), Path.of(""));
    Suite found = suite.of(List.of("gelu-1024"));
    assertThat(found.absent().stream().filter(cell -> cell.why().equals("no gcc")).toList())
        .contains(new Absent("gelu-1024, native, scalar tier", KernelJvm.INTRINSICS, "no gcc"));
    for (Contest contest : found.contests()) {
      assertThat(contest.cells().stream().map(Cell::peer).toList())
          .doesNotContain(KernelJvm.INTRINSICS);
      assertThat(contest.cells()).hasSize(6);
    }
  }
}
