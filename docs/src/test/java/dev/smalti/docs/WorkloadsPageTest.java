package dev.smalti.docs;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.examples.transformer.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page of the workloads shows the programs of the examples, each with its output. */
final class WorkloadsPageTest {
  private static final String PACKAGE = "dev.smalti.examples.transformer";

  private final Page page = Page.of("docs/en/workloads.md");
  private final List<Block> programs = page.blocks("java");

  @Test
  void everyWorkloadIsShownInOrder() {
    assertThat(programs.stream().map(Block::className).toList())
        .containsExactlyElementsIn(Workloads.programs().keySet())
        .inOrder();
  }

  @Test
  void theTableNamesThemInOrder() {
    List<String> rows = page.text().lines().filter(line -> line.startsWith("| [")).toList();
    assertThat(
            rows.stream().map(row -> row.replaceFirst(".*\\) \\| `(\\w+)` \\|.*", "$1")).toList())
        .containsExactlyElementsIn(Workloads.programs().keySet())
        .inOrder();
  }

  @Test
  void eachIsTheSourceAndHasItsOutput() throws IOException {
    for (Block program : programs) {
      Path file =
          Page.PROJECT.resolve(
              "examples/src/main/java/%s/%s.java"
                  .formatted(PACKAGE.replace('.', '/'), program.className()));
      String source =
          Files.readString(file)
              .replaceFirst("^package " + PACKAGE + ";\n\n", "// " + file.getFileName() + "\n");
      assertThat(program.text() + "\n").isEqualTo(source);
      assertWithMessage("the output of %s", program)
          .that(page.outputOf(program).isPresent())
          .isTrue();
    }
  }
}
