package dev.smalti.processor.random;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The table of operations is what the manual shows. With the system property {@code smalti.manual}
 * set to the folder {@code docs/en} the page is written anew.
 */
@Tag("vector-tier")
final class OperationsPageTest {
  private static final String PAGE = "reference/operations.md";

  @Test
  void everyOperationHasALine() {
    assertThat(new OperationsPage().missing()).isEmpty();
  }

  @Test
  void isWhatTheManualShows() throws Exception {
    assumeTrue(
        ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
        "both tiers are compared where the module of the vector tier is");
    String text = new OperationsPage().text();
    String folder = System.getProperty("smalti.manual", "");
    if (!folder.isEmpty()) {
      Files.writeString(Path.of(folder, PAGE), text);
    }
    assertThat(text).isEqualTo(Files.readString(Path.of("..", "docs", "en").resolve(PAGE)));
  }
}
