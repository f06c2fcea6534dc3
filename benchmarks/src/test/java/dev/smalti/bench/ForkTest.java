package dev.smalti.bench;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process that is waited for cannot hang the suite. */
final class ForkTest {
  private static final List<String> FOREVER =
      Fork.plainJava(Sleeper.class, List.of("before it hangs"));

  /** Prints something, and hangs. */
  static final class Sleeper {
    private Sleeper() {}

    public static void main(String[] args) throws InterruptedException {
      System.out.println(args[0]);
      Thread.sleep(Duration.ofHours(1));
    }
  }

  @Test
  @Timeout(60)
  void whatHangsIsStoppedAndNamed() {
    IOException stopped =
        assertThrows(IOException.class, () -> Fork.run(FOREVER, Map.of(), Duration.ofSeconds(5)));
    assertThat(stopped).hasMessageThat().startsWith("stopped after 5 s: ");
    assertThat(stopped).hasMessageThat().contains("Sleeper");
    assertThat(stopped).hasMessageThat().contains("before it hangs");
  }

  @Test
  void whatEndsInTimeGivesWhatItPrinted() throws Exception {
    List<String> version = List.of(FOREVER.getFirst(), "--version");
    assertThat(Fork.run(version, Map.of(), Duration.ofMinutes(1))).contains("OpenJDK");
  }
}
