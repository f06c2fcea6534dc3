package dev.smalti.docs;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static org.junit.jupiter.api.Assertions.assertAll;

import dev.smalti.docs.Page.Shown;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Java of the pages compiles, and prints what the pages show. */
final class PagesTest {
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  @TempDir private Path directory;

  static List<Page> pages() {
    return Page.all();
  }

  @Test
  void thereAreTheReadmeAndTheManual() {
    assertThat(pages().stream().map(Page::name).toList())
        .containsExactly(
            "README.md",
            "docs/en/architecture.md",
            "docs/en/benchmarks.md",
            "docs/en/builds.md",
            "docs/en/collectives.md",
            "docs/en/device.md",
            "docs/en/index.md",
            "docs/en/language.md",
            "docs/en/memory-model.md",
            "docs/en/primitives.md",
            "docs/en/quickstart.md",
            "docs/en/workloads.md")
        .inOrder();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyBlockIsOneThatIsChecked(Page page) {
    for (Block block : page.blocks()) {
      assertWithMessage("%s, the language", block)
          .that(block.language())
          .isIn(List.of("java", "xml", "sh", "text", ""));
      if (block.isFile() && !block.isImports()) {
        assertWithMessage("%s, the file's name in the first line", block)
            .that(block.fileName().isPresent())
            .isTrue();
      }
    }
    for (Shown shown : page.outputs()) {
      assertWithMessage("what prints %s", shown)
          .that(shown.code().language())
          .isIn(List.of("java", "sh"));
    }
    assertWithMessage("outputs of %s", page)
        .that(page.outputs())
        .hasSize(page.blocks("text").size());
  }

  @ParameterizedTest
  @MethodSource("pages")
  void theCodeCompilesAndPrintsWhatThePageShows(Page page) throws Exception {
    page.writeFiles(directory);
    List<String> accepted =
        page.blocks("java").stream()
            .filter(block -> !block.isImports() && !block.isRefused())
            .map(block -> block.fileName().orElseThrow())
            .toList();
    if (accepted.isEmpty()) {
      return;
    }
    Terminal.Result compiled = compile(accepted);
    assertWithMessage("compiling %s:\n%s", page, compiled.all())
        .that(compiled.status())
        .isEqualTo(0);
    List<Executable> checks = new ArrayList<>();
    for (Shown shown : page.outputs()) {
      if (shown.code().language().equals("java")) {
        checks.add(() -> check(shown));
      }
    }
    assertAll(page.name(), checks);
  }

  private void check(Shown shown) throws IOException, InterruptedException {
    Block code = shown.code();
    String output = code.isRefused() ? refused(code) : run(code);
    if (!shown.output().shows(output)) {
      assertWithMessage("%s", shown).that(output).isEqualTo(shown.output().text() + "\n");
    }
  }

  private String refused(Block code) throws IOException, InterruptedException {
    Terminal.Result result = compile(List.of(code.fileName().orElseThrow()));
    assertWithMessage("%s is refused:\n%s", code, result.all()).that(result.status()).isEqualTo(1);
    return result.all();
  }

  private String run(Block code) throws IOException, InterruptedException {
    String separator = System.getProperty("path.separator");
    return Terminal.in(directory)
        .java(List.of("-ea", "-cp", "." + separator + CLASS_PATH, code.className()))
        .all();
  }

  private Terminal.Result compile(List<String> files) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("-Xlint:all", "-Werror", "-d", ".", "-cp", CLASS_PATH));
    arguments.addAll(List.of("-processorpath", CLASS_PATH));
    arguments.addAll(List.of("-processor", "dev.smalti.processor.SmaltiProcessor"));
    arguments.addAll(files);
    return Terminal.in(directory).javac(arguments);
  }
}
