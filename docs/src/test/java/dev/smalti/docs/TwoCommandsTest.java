package dev.smalti.docs;

import static com.google.common.truth.Truth.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a newcomer is told to type is what continuous integration runs. */
final class TwoCommandsTest {
  private static final Path PROJECT = Path.of("..");
  private static final Pattern SHELL_BLOCK = Pattern.compile("(?ms)^```sh\\n(.*?)\\n```$");

  @Test
  void readmeStartsWithTwoCommandsOfOneLine() throws IOException {
    assertThat(readmeCommands()).hasSize(2);
    for (String command : readmeCommands()) {
      assertThat(command).doesNotContain("\n");
      assertThat(command).startsWith("mvn ");
    }
  }

  @Test
  void continuousIntegrationRunsExactlyThem() throws IOException {
    List<String> run =
        Files.readAllLines(PROJECT.resolve(".ci/run")).stream()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .filter(line -> !line.startsWith("set ") && !line.startsWith("cd "))
            .toList();
    assertThat(run).containsExactlyElementsIn(readmeCommands()).inOrder();
  }

  private static List<String> readmeCommands() throws IOException {
    String readme = Files.readString(PROJECT.resolve("README.md"));
    String section = readme.substring(readme.indexOf("\n## Two commands\n"));
    return SHELL_BLOCK.matcher(section).results().map(block -> block.group(1)).limit(2).toList();
  }
}
