package dev.smalti.collectives;

import static com.google.common.truth.Truth.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The table of what collectives support is what the manual shows. With the system property {@code
 * smalti.manual} set to the folder {@code docs/en} the page is written anew.
 */
class SupportPageTest {
  private static final String PAGE = "reference/collectives-support.md";

  @Test
  void isWhatTheManualShows(@TempDir Path classes) throws Exception {
    String text = SupportPage.of(Refusals.of(Choice.refused(), classes));
    String folder = System.getProperty("smalti.manual", "");
    if (!folder.isEmpty()) {
      Files.writeString(Path.of(folder, PAGE), text);
    }
    assertThat(text).isEqualTo(Files.readString(Path.of("..", "docs", "en").resolve(PAGE)));
  }
}
