package dev.smalti.examples;

import dev.smalti.examples.conformance.Case;
import dev.smalti.examples.conformance.Conformance;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The methods of the examples are the same in every form. */
final class ExamplesConformanceTest {
  static Stream<Case> cases() {
    return ExampleCases.all().stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void allFormsAgree(Case tried) {
    Conformance.check(tried);
  }
}
