package dev.smalti.examples.transformer;

import dev.smalti.examples.conformance.Case;
import dev.smalti.examples.conformance.Conformance;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The workloads are right, and the same in every form, in sizes that are worth it. */
final class WorkloadsTest {
  static Stream<Case> cases() {
    return WorkloadCases.large().stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void allFormsAgree(Case tried) {
    Conformance.check(tried);
  }
}
