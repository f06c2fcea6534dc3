package dev.smalti.bench;

import static com.google.common.truth.Truth.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GrowthTest {
  private static final Growth GROWTH =
      new Growth(
          Map.of(
              "smalti: ring P=2 n=8", 1e-6,
              "smalti: ring P=4 n=8", 3e-6,
              "smalti: ring P=4 n=1024", 5e-6,
              "smalti: mesh P=2 n=8", 2e-6));

  @TempDir private Path directory;

  @Test
  void threeTimesTheDataOfAllRanksFitsIntoMemory() {
    assertThat(Growth.sizes(2)).contains(256L << 20);
    assertThat(Growth.sizes(8).getLast()).isEqualTo(64L << 20);
    assertThat(Growth.sizes(1000).getLast()).isEqualTo(1L << 20);
  }

  @Test
  void eachAlgorithmHasATable() {
    assertThat(GROWTH.markdown())
        .contains(
            """
            | `RING`, ranks | 8 B | 1 KiB |
            |---|---|---|
            | 2 | 1.00 us | - |
            | 4 | 3.00 us | 5.00 us |
            """);
    assertThat(new Growth(Map.of()).markdown()).isEmpty();
    assertThat(GROWTH.markdown()).contains("| `HIERARCHICAL`, ranks |");
  }

  @Test
  void thePlotIsAPicture() throws Exception {
    GrowthPlot.write(directory.resolve("growth"), GROWTH);
    assertThat(Files.size(directory.resolve("growth.png"))).isGreaterThan(1000L);
  }
}
