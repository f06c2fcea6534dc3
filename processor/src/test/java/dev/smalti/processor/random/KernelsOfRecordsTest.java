package dev.smalti.processor.random;

import static com.google.common.truth.Truth.assertWithMessage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random kernels that take a record: the names of components are no names of Java, wherever code is
 * written for them. A fifth as many as {@link EveryOperationTest} writes, of the same seed.
 */
@Tag("vector-tier")
final class KernelsOfRecordsTest {
  private static final int TOGETHER = 10;

  @Test
  void everyWayToRunAKernelHasTheSameBits() throws Exception {
    assumeTrue(
        ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
        "both tiers are compared where the module of the vector tier is");
    long seed = Long.getLong("smalti.fuzz.seed", 1);
    int programs = Integer.getInteger("smalti.fuzz.programs", 200) / 5;
    Catalogue catalogue = Catalogue.all();
    Goals goals = new Goals(catalogue, seed, Integer.getInteger("smalti.fuzz.parts", 1));
    for (int first = 0; first < programs; first += TOGETHER) {
      List<RandomKernelText> kernels = new ArrayList<>();
      for (int number = first; number < first + TOGETHER; number++) {
        Draws draws = Draws.random(seed * 1_000_003 + number);
        kernels.add(
            Writer.kernel(draws, catalogue, "kernel" + number, goals.of(number)).takingRecord());
      }
      CompiledKernels compiled = CompiledKernels.of(kernels);
      for (int i = 0; i < TOGETHER; i++) {
        assertWithMessage("seed %s, kernel %s:\n%s", seed, first + i, kernels.get(i).text())
            .that(new Comparison(compiled).difference(kernels.get(i), first + i))
            .isEmpty();
      }
    }
    System.out.printf("compared %d random kernels of records of seed %d%n", programs, seed);
  }
}
