package dev.smalti.examples.conformance;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A barrier of the host orders what is dispatched before and after it. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class HostBarrierTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8})
  void allFormsAgree(int ranks) {
    Conformance.check(CommunicationCases.hostBarrier(ranks));
  }
}
