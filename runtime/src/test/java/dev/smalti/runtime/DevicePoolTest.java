package dev.smalti.runtime;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** A pool without the artefact that provides it; this module's tests run without it. */
final class DevicePoolTest {
  @Test
  void theMissingArtefactIsNamed() {
    assertThat(assertThrows(IllegalStateException.class, () -> DevicePool.threads(2)))
        .hasMessageThat()
        .isEqualTo(
            "DevicePool.threads(2) needs the artefact dev.smalti:simulator at run time; add it as a"
                + " dependency");
    assertThat(assertThrows(IllegalStateException.class, () -> DevicePool.seeded(2, "0.5")))
        .hasMessageThat()
        .startsWith("DevicePool.seeded(2, \"0.5\") needs the artefact dev.smalti:simulator");
  }

  @Test
  void aWrongSizeComesFirst() {
    assertThat(assertThrows(IllegalArgumentException.class, () -> DevicePool.seeded(0, 1L)))
        .hasMessageThat()
        .isEqualTo("DevicePool.seeded(0, 1): a pool has at least 1 device");
  }
}
