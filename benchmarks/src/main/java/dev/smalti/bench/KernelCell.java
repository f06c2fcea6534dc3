package dev.smalti.bench;

import dev.smalti.bench.gate.Gate;
import dev.smalti.bench.gate.Judgement;
import dev.smalti.bench.gate.Round;
import dev.smalti.bench.kernel.Competitor;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A cell of the table of kernels.
 *
 * @param row of the table
 * @param name workload, memory and tier, such as {@code gelu-65536, heap, vector tier}; or warm-up
 * @param peer what it is compared with
 * @param must the ratio, or the seconds of a warm-up, that are asked for
 * @param aim what would be better still
 */
record KernelCell(int row, String name, String peer, double must, double aim) implements TableCell {
  private static final String WARM_UP = "warm-up, ";
  private static final String WORST = "worst";
  private static final String HEAP = "heap";

  /** Whether it is about the time until a kernel is fast; such a cell has no peer. */
  boolean isWarmUp() {
    return name.startsWith(WARM_UP);
  }

  @Override
  public boolean isInSeconds() {
    return isWarmUp();
  }

  String workload() {
    return name.split(", ", -1)[0];
  }

  String tier() {
    return name.split(", ", -1)[isWarmUp() ? 1 : 2];
  }

  Competitor ours() {
    return name.split(", ", -1)[1].equals(HEAP) ? Competitor.SMALTI_HEAP : Competitor.SMALTI_NATIVE;
  }

  Competitor against() {
    return Competitor.named(peer);
  }

  @Override
  public Judgement judge(List<Round> rounds) {
    if (!isWarmUp()) {
      return Gate.judge(rounds, OptionalDouble.of(must));
    }
    List<Double> seconds = rounds.stream().map(Round::ours).toList();
    return name.contains(WORST)
        ? Gate.judgeWorst(seconds, must)
        : Gate.judgeSeconds(seconds, OptionalDouble.of(must));
  }
}
