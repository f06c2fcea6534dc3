package dev.smalti.examples.conformance;

import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.lang.Smalti;
import dev.smalti.runtime.DevicePool;
import dev.smalti.simulator.WeakMemory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs compute the same where memory is published by signals only. */
final class WeakMemoryTest {
  /** Programs that add to windows, which this memory does not take. */
  private static final Map<Class<?>, Set<String>> ADDING =
      Map.of(
          Transfers.class, Set.of("putAdding"),
          TransferTypes.class, Set.of("floats", "integers"),
          WindowTypes.class, Set.of("halves", "integers"),
          RemoteStoreShift.class, Set.of("shift"),
          TypedViews.class, Set.of("views", "overwritten"));

  static Stream<Case> cases() {
    return Stream.of(2, 3, 5)
        .flatMap(ranks -> CommunicationCases.on(ranks).stream())
        .filter(each -> !ADDING.getOrDefault(each.owner(), Set.of()).contains(each.method()));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void programsThatAreRightPass(Case tried) {
    List<long[]> eager = Conformance.eagerly(tried);
    for (long seed = 1; seed <= 3; seed++) {
      Arguments given = run(tried, seed);
      for (int i = 0; i < eager.size(); i++) {
        Slot<?> slot = tried.slots().get(i);
        assertWithMessage("%s, seed %s, tensor %s", tried, seed, i)
            .that(new Expected.Exactly(eager.get(i)).wrong(slot.dtype(), given.placed(slot).bits()))
            .isEmpty();
      }
    }
  }

  private static Arguments run(Case tried, long seed) {
    Arguments given = new Arguments(tried.slots(), Placement.HEAP);
    Compiled.OnPool program = (Compiled.OnPool) tried.compiled();
    try (DevicePool pool = WeakMemory.seeded(tried.ranks(), seed);
        Compiled.Prepared prepared = program.prepare(pool)) {
      prepared.run(given);
    }
    return given;
  }

  @Test
  void aProgramThatAwaitsNothingSeesNothing() {
    int ranks = 3;
    float[] values = new float[ranks * 64];
    Arrays.fill(values, 7);
    Slot<Smalti.F32> x = Slot.of(values, ranks, 1, 64);
    Slot<Smalti.F32> y = Slot.output(Smalti.F32, ranks, 1, 64);
    Case racing =
        Case.program(
            RacingShift.class,
            "shift",
            ranks,
            (world, of) -> RacingShift.shift(world, of.of(x), of.of(y)),
            RacingShiftPrograms.shift(),
            (program, of) -> program.run(of.of(x), of.of(y)),
            x,
            y);
    for (long seed = 1; seed <= 10; seed++) {
      assertWithMessage("seed %s", seed)
          .that(run(racing, seed).placed(y).bits())
          .isEqualTo(new long[ranks * 64]);
    }
  }
}
