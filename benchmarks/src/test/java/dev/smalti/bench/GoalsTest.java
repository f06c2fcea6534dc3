package dev.smalti.bench;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.bench.kernel.Workloads;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class GoalsTest {
  @Test
  void theFirstLineThatFitsCounts() throws IOException {
    Goals goals = Goals.read();
    assertThat(goals.of("softmax-32x1024, heap, vector tier", KernelJvm.VECTOR_HEAP).isPresent())
        .isTrue();
    assertThat(goals.of("softmax-32x1024, heap, scalar tier", KernelJvm.VECTOR_HEAP))
        .isEqualTo(OptionalDouble.empty());
    assertThat(goals.of("softmax-32x1024, heap, scalar tier", KernelJvm.INTRINSICS))
        .isEqualTo(OptionalDouble.of(0.22));
    assertThat(goals.of("softmax-32x1024, native, scalar tier", KernelJvm.INTRINSICS))
        .isEqualTo(OptionalDouble.empty());
  }

  /** The table is agreed on: whoever changes its cells has to say so here. */
  @Test
  void theTableOfKernelsHasThirtySixCells() throws IOException {
    List<KernelCell> cells = Goals.read().cells();
    Map<Integer, Long> rows =
        cells.stream()
            .collect(Collectors.groupingBy(KernelCell::row, TreeMap::new, Collectors.counting()));
    assertThat(cells).hasSize(36);
    assertThat(rows.keySet()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
    assertThat(rows.values())
        .containsExactly(2L, 3L, 4L, 4L, 4L, 1L, 1L, 2L, 1L, 2L, 2L, 7L, 1L, 2L)
        .inOrder();
  }

  @Test
  void eachCellOfTheTableCanBeAskedFor() throws IOException {
    for (KernelCell cell : Goals.read().cells()) {
      if (cell.isWarmUp()) {
        assertThat(cell.tier()).isEqualTo("vector tier");
        assertThat(cell.must()).isGreaterThan(cell.aim()); // seconds
      } else {
        assertThat(Workloads.named(cell.workload()).make()).isNotNull();
        assertThat(cell.against()).isNotEqualTo(cell.ours());
        assertThat(cell.must()).isLessThan(cell.aim());
      }
    }
  }
}
