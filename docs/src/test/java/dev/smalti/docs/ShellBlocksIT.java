package dev.smalti.docs;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the commands of each page in a folder outside of the project, which has the files that the
 * page shows and the finished jars.
 */
final class ShellBlocksIT {
  /** The first command with another example. */
  private static final Pattern EXAMPLE =
      Pattern.compile("-Dexample=(\\w+)(?: -Dexample\\.args=\"([^\"]*)\")?");

  @TempDir private Path directory;

  static List<Page> pages() {
    return Page.all().stream().filter(page -> !page.blocks("sh").isEmpty()).toList();
  }

  private static List<String> theTwoCommands() {
    return Page.of("README.md").blocks("sh").stream().limit(2).map(Block::text).toList();
  }

  @Test
  void theReadmeAndTheQuickstartHaveCommands() {
    assertThat(pages().stream().map(Page::name).toList())
        .containsExactly("README.md", "docs/en/quickstart.md");
  }

  /** The folder is cleared; what the link points to stays. */
  @AfterEach
  void removeLink() throws IOException {
    Files.deleteIfExists(directory.resolve(Delivery.LINK));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void theCommandsWorkOutsideOfTheProject(Page page) throws Exception {
    page.writeFiles(directory);
    Delivery.copyJars(directory);
    Delivery.connect(directory);
    List<String> commands = theTwoCommands();
    for (Block block : page.blocks("sh")) {
      if (commands.contains(block.text())) {
        continue;
      }
      Terminal.Result result =
          block.text().startsWith(commands.getFirst())
              ? example(block)
              : Terminal.in(directory).shell(block.text());
      assertWithMessage("%s:\n%s", block, result.all()).that(result.status()).isEqualTo(0);
      if (page.outputOf(block).isPresent() && !page.outputOf(block).get().shows(result.output())) {
        assertWithMessage("%s", block)
            .that(result.output())
            .isEqualTo(page.outputOf(block).get().text() + "\n");
      }
    }
  }

  /** What the first command does behind the build, which is running. */
  private static Terminal.Result example(Block block) throws IOException, InterruptedException {
    Matcher options = EXAMPLE.matcher(block.text());
    assertWithMessage("%s chooses an example", block).that(options.find()).isTrue();
    List<String> command = new ArrayList<>();
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.smalti.examples.Launcher", options.group(1)));
    String arguments = options.group(2);
    if (arguments != null) {
      command.addAll(List.of(arguments.split(" ", -1)));
    }
    return Terminal.in(Page.PROJECT).java(command);
  }
}
