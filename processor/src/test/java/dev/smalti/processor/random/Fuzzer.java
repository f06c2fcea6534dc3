package dev.smalti.processor.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Writes random kernels by number, compiles many at a time, and compares each with what it means.
 */
final class Fuzzer {
  /** Kernels of one compilation. */
  private static final int TOGETHER = 10;

  /** How often a failing kernel is made simpler and tried again. */
  private static final int ATTEMPTS = 400;

  private final Catalogue catalogue = Catalogue.all();
  private final Settings settings;
  private final Goals goals;

  /**
   * Which kernels are written.
   *
   * @param seed of all of them
   * @param first the number of the first
   * @param programs how many
   * @param parts how long they are
   */
  record Settings(long seed, int first, int programs, int parts) {}

  /**
   * A kernel that is not compiled, or does not compute what it means.
   *
   * @param shrunk the simplest kernel found that fails in the same way
   */
  record Failure(int number, String what, RandomKernelText kernel, RandomKernelText shrunk) {}

  /** What came of a run. */
  record Result(Occurrences occurrences, List<Failure> failures) {}

  Fuzzer(Settings settings) {
    this.settings = settings;
    this.goals = new Goals(catalogue, settings.seed(), settings.parts());
  }

  Catalogue catalogue() {
    return catalogue;
  }

  /** Writes and compares all of them, on as many threads as there are processors. */
  Result run() throws InterruptedException, ExecutionException {
    Occurrences occurrences = new Occurrences();
    List<Failure> failures = new ArrayList<>();
    int end = settings.first() + settings.programs();
    try (ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      List<Callable<Result>> batches = new ArrayList<>();
      for (int from = settings.first(); from < end; from += TOGETHER) {
        int first = from;
        batches.add(() -> batch(first, Math.min(first + TOGETHER, end)));
      }
      for (Future<Result> batch : threads.invokeAll(batches)) {
        Result result = batch.get();
        occurrences.addAll(result.occurrences());
        failures.addAll(result.failures());
      }
    }
    return new Result(occurrences, failures);
  }

  private Result batch(int from, int to) {
    Occurrences occurrences = new Occurrences();
    List<RandomKernelText> kernels = new ArrayList<>();
    for (int number = from; number < to; number++) {
      RandomKernelText kernel = kernel(number, draws(number));
      kernel.cells().forEach(occurrences::add);
      kernels.add(kernel);
    }
    List<Failure> failures = new ArrayList<>();
    Optional<CompiledKernels> compiled = compiled(kernels);
    for (int number = from; number < to; number++) {
      RandomKernelText kernel = kernels.get(number - from);
      Optional<String> fault =
          compiled.isPresent()
              ? new Comparison(compiled.orElseThrow()).difference(kernel, number)
              : fault(kernel, number);
      if (fault.isPresent()) {
        failures.add(failure(number, kernel, fault.orElseThrow()));
      }
    }
    return new Result(occurrences, failures);
  }

  private static Optional<CompiledKernels> compiled(List<RandomKernelText> kernels) {
    try {
      return Optional.of(CompiledKernels.of(kernels));
    } catch (CompiledKernels.RejectedException e) {
      return Optional.empty();
    }
  }

  private Draws draws(int number) {
    return Draws.random(settings.seed() * 1_000_003 + number);
  }

  private RandomKernelText kernel(int number, Draws draws) {
    return Writer.kernel(draws, catalogue, "kernel" + number, goals.of(number));
  }

  /** What is wrong with a kernel that is compiled alone. */
  private static Optional<String> fault(RandomKernelText kernel, int seed) {
    try {
      return new Comparison(CompiledKernels.of(List.of(kernel))).difference(kernel, seed);
    } catch (CompiledKernels.RejectedException e) {
      return Optional.of("rejected: " + e.getMessage());
    }
  }

  private Failure failure(int number, RandomKernelText kernel, String what) {
    Draws draws = draws(number);
    kernel(number, draws);
    Shrinker shrinker =
        new Shrinker(
            choices ->
                fault(kernel(number, Draws.replay(choices)), number)
                    .filter(other -> way(other).equals(way(what)))
                    .isPresent(),
            ATTEMPTS);
    RandomKernelText shrunk = kernel(number, Draws.replay(shrinker.shrink(draws.made())));
    return new Failure(number, fault(shrunk, number).orElse(what), kernel, shrunk);
  }

  /** Which way to run it differs. */
  private static String way(String fault) {
    return fault.substring(0, Math.max(fault.indexOf(':'), 0));
  }
}
