package dev.smalti.processor.random;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.smalti.processor.random.Fuzzer.Failure;
import dev.smalti.processor.random.Fuzzer.Result;
import dev.smalti.processor.random.Fuzzer.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random kernels with every operation on every element type wherever it may stand: the eager run,
 * the intermediate representation after each pass, and generated code in both tiers on heap and on
 * native memory have the same bits.
 *
 * <p>{@code -Dsmalti.fuzz.programs=N} says how many, {@code -Dsmalti.fuzz.parts=N} how long they
 * are, {@code -Dsmalti.fuzz.seed=N} which; {@code -Dsmalti.fuzz.first=N} the number of the first.
 */
@Tag("vector-tier")
final class EveryOperationTest {
  private static final Path FOLDER = Path.of("target", "fuzz");

  /** From so many programs on, each cell has to occur so often. */
  private static final int MANY = 10_000;

  private static final int OFTEN = 50;

  @Test
  void everyWayToRunAKernelHasTheSameBits() throws Exception {
    assumeTrue(
        ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
        "both tiers are compared where the module of the vector tier is");
    Settings settings =
        new Settings(
            Long.getLong("smalti.fuzz.seed", 1),
            Integer.getInteger("smalti.fuzz.first", 0),
            Integer.getInteger("smalti.fuzz.programs", 200),
            Integer.getInteger("smalti.fuzz.parts", 1));
    Fuzzer fuzzer = new Fuzzer(settings);
    Result result = fuzzer.run();
    for (Failure failure : result.failures()) {
      save(failure, settings);
    }
    tell(result, fuzzer.catalogue(), settings);
    assertWithMessage("kernels that differ, see %s", FOLDER.toAbsolutePath())
        .that(result.failures().stream().map(f -> f.number() + ": " + f.what()).toList())
        .isEmpty();
  }

  private static void tell(Result result, Catalogue catalogue, Settings settings)
      throws IOException {
    List<Cell> legal = catalogue.cells();
    String table = result.occurrences().table(legal);
    Files.createDirectories(FOLDER);
    Files.writeString(FOLDER.resolve("occurrences.txt"), table);
    List<Cell> rare = result.occurrences().below(OFTEN, legal);
    System.out.printf(
        "compared %d random kernels of seed %d, %d operations in %d cells of operation, element"
            + " type and surrounding, %d of them under %d times%n",
        settings.programs(),
        settings.seed(),
        result.occurrences().total(),
        legal.size(),
        rare.size(),
        OFTEN);
    if (settings.programs() >= MANY) {
      System.out.print(table);
      assertThat(rare).isEmpty();
    }
  }

  /** As a source file that says how it was found. */
  private static void save(Failure failure, Settings settings) throws IOException {
    Files.createDirectories(FOLDER);
    String text =
        """
        // %s
        //
        // seed %d, kernel %d; again:
        // mvn -q -pl processor -am verify -Dtest=EveryOperationTest -Dsurefire.failIfNoSpecifiedTests=false \
        -Dsmalti.fuzz.seed=%d -Dsmalti.fuzz.parts=%d -Dsmalti.fuzz.first=%d -Dsmalti.fuzz.programs=1
        """
            .formatted(
                failure.what().replace("\n", "\n// "),
                settings.seed(),
                failure.number(),
                settings.seed(),
                settings.parts(),
                failure.number());
    String name = "Kernel" + failure.number();
    Files.writeString(
        FOLDER.resolve(name + ".java"),
        text + RandomKernelText.classOf(name, List.of(failure.shrunk())));
    Files.writeString(
        FOLDER.resolve(name + "AsFound.java"),
        text + RandomKernelText.classOf(name + "AsFound", List.of(failure.kernel())));
  }
}
