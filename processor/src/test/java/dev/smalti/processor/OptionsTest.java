package dev.smalti.processor;

import static com.google.common.truth.Truth.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OptionsTest {
  @Test
  void dump() {
    Options options = Options.of(Map.of("smalti.dump", "ir", "other.option", "x"));
    assertThat(options.dump()).isEqualTo(Optional.of(Path.of("ir")));
    assertThat(options.problems()).isEmpty();
  }

  @Test
  void misspelt() {
    assertThat(Options.of(Map.of("smalti.dmup", "ir")).problems())
        .containsExactly("unknown option -Asmalti.dmup; did you mean -Asmalti.dump?");
  }

  @Test
  void unknown() {
    assertThat(Options.of(Map.of("smalti.fastest", "1")).problems())
        .containsExactly(
            "unknown option -Asmalti.fastest; there is: -Asmalti.dump,"
                + " -Asmalti.timings, -Asmalti.verify");
  }

  @Test
  void withoutValue() {
    assertThat(Options.of(Map.of("smalti.dump", "")).problems())
        .containsExactly("-Asmalti.dump needs a directory: -Asmalti.dump=target/ir");
  }

  @Test
  @DisplayName("an option that is on or off has no value, or true or false")
  void flags() {
    Map<String, @Nullable String> given = new HashMap<>();
    given.put("smalti.timings", null);
    given.put("smalti.verify", "false");
    Options options = Options.of(given);
    assertThat(options.timings()).isTrue();
    assertThat(options.verify()).isFalse();
    assertThat(options.problems()).isEmpty();
    assertThat(Options.of(Map.of("smalti.verify", "yes")).problems())
        .containsExactly("-Asmalti.verify takes no value, or true or false; it has yes");
  }
}
