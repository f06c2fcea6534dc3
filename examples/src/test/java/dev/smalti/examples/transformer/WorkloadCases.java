package dev.smalti.examples.transformer;

import dev.smalti.examples.conformance.Case;
import java.util.List;
import java.util.stream.Stream;

/** The workloads in several sizes, each with what the reference in doubles has. */
public final class WorkloadCases {
  private WorkloadCases() {}

  /** Small ones, odd and of size 1. */
  public static List<Case> small() {
    return Stream.of(
            RowCases.small(),
            LinearCases.small(),
            SplitCases.small(),
            AttentionCases.small(),
            PagedCases.small(),
            RopeCases.small(),
            LayerCases.small(),
            TopKCases.small(),
            QuantisedCases.small())
        .flatMap(List::stream)
        .toList();
  }

  /** Large enough for several blocks and more than a strip; even, and with tails. */
  static List<Case> large() {
    return Stream.of(
            RowCases.large(),
            LinearCases.large(),
            SplitCases.large(),
            AttentionCases.large(),
            PagedCases.large(),
            RopeCases.large(),
            LayerCases.large(),
            TopKCases.large(),
            QuantisedCases.large())
        .flatMap(List::stream)
        .toList();
  }
}
