package dev.smalti.processor.random;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random kernels find faults: a compiler with one wrong pass, or generated code with one kind of
 * wrong instruction, differs from the eager run within a few kernels.
 */
@Tag("vector-tier")
final class SeededFaultsTest {
  private static final int TOGETHER = 10;
  private static final int PARTS = 4;

  /** Within so many kernels each fault is found; a build tries the first of them only. */
  private static final int MOST = 100;

  /** Where a search takes as long as it likes. */
  private static final boolean LONG = Integer.getInteger("smalti.fuzz.programs", 200) >= 10_000;

  /** A faulty compiler, which is asked whether it differs. */
  private interface Faulty {
    Optional<String> difference(CompiledKernels compiled, RandomKernelText kernel, int seed);
  }

  @Test
  void everyFaultIsFound() throws Exception {
    assumeTrue(
        ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
        "faults are seeded in both tiers");
    Map<String, Faulty> hidden = faults();
    int seeded = hidden.size();
    Catalogue catalogue = Catalogue.all();
    Goals goals = new Goals(catalogue, 1, PARTS);
    for (int first = 0; first < (LONG ? MOST : TOGETHER) && !hidden.isEmpty(); first += TOGETHER) {
      List<RandomKernelText> kernels = new ArrayList<>();
      for (int number = first; number < first + TOGETHER; number++) {
        kernels.add(
            Writer.kernel(Draws.random(number), catalogue, "kernel" + number, goals.of(number)));
      }
      search(hidden, kernels, first);
    }
    System.out.printf("found %d of %d seeded faults%n", seeded - hidden.size(), seeded);
    if (LONG) {
      assertThat(hidden.keySet()).isEmpty();
    } else {
      assertThat(hidden.size()).isLessThan(seeded / 2);
    }
  }

  private static void search(Map<String, Faulty> hidden, List<RandomKernelText> kernels, int first)
      throws CompiledKernels.RejectedException {
    CompiledKernels compiled = CompiledKernels.of(kernels);
    for (Map.Entry<String, Faulty> fault : List.copyOf(hidden.entrySet())) {
      for (int i = 0; i < kernels.size(); i++) {
        Optional<String> difference =
            fault.getValue().difference(compiled, kernels.get(i), first + i);
        if (difference.isPresent()) {
          System.out.printf(
              "%s: found by kernel %d, %s%n",
              fault.getKey(), first + i, difference.orElseThrow().lines().findFirst().orElse(""));
          hidden.remove(fault.getKey());
          break;
        }
      }
    }
  }

  private static Map<String, Faulty> faults() {
    Map<String, Faulty> faults = new LinkedHashMap<>();
    for (IrFault fault : IrFault.all()) {
      faults.put(
          "pass: " + fault.what(),
          (compiled, kernel, seed) ->
              new Comparison(compiled).differenceAfter(kernel, seed, fault));
    }
    for (CodeFault fault : CodeFault.all()) {
      faults.put(
          "code: " + fault.what(),
          (compiled, kernel, seed) ->
              new Comparison(compiled.with(fault)).differenceOfGenerated(kernel, seed));
    }
    return faults;
  }
}
