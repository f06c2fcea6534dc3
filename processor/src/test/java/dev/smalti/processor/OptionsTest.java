package dev.smalti.processor;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.processor.device.Device;
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
            "unknown option -Asmalti.fastest; there is: -Asmalti.device,"
                + " -Asmalti.dump, -Asmalti.hints, -Asmalti.timings, -Asmalti.verify");
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

  @Test
  @DisplayName("a device has one of the names that there are")
  void device() {
    assertThat(Options.of(Map.of("smalti.device", "a5")).device())
        .isEqualTo(Optional.of(Device.A5));
    assertThat(Options.of(Map.of("smalti.dump", "ir")).device()).isEqualTo(Optional.empty());
    assertThat(Options.of(Map.of("smalti.device", "A5")).problems())
        .containsExactly("unknown device A5; did you mean a5?");
    assertThat(Options.of(Map.of("smalti.device", "a2b3")).problems())
        .containsExactly("unknown device a2b3; did you mean a2a3?");
    assertThat(Options.of(Map.of("smalti.device", "h100")).problems())
        .containsExactly("unknown device h100; there is: a2a3, a5");
    assertThat(Options.of(Map.of("smalti.device", "")).problems())
        .containsExactly("-Asmalti.device needs a device: -Asmalti.device=a2a3");
  }
}
