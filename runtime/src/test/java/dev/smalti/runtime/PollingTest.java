package dev.smalti.runtime;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import org.junit.jupiter.api.Test;

/** Rounds in vain are found, whatever their length; a walk is no round. */
final class PollingTest {
  private final Polling polling = new Polling();

  private boolean reads(int cell, int held) {
    polling.sees("signal", cell, held);
    return polling.endsRound();
  }

  @Test
  void oneCellThatDoesNotChange() {
    assertThat(reads(3, 0)).isFalse();
    assertThat(reads(3, 0)).isTrue();
    assertThat(reads(3, 0)).isTrue();
    assertThat(polling.rounds()).isEqualTo(2);
    assertThat(reads(3, 1)).isFalse();
    assertThat(polling.rounds()).isEqualTo(0);
    assertThat(reads(3, 1)).isTrue();
    polling.clear();
    assertThat(reads(3, 1)).isFalse();
  }

  @Test
  void manyCells() {
    for (int length : new int[] {2, 3, 7, 64, 1000}) {
      polling.clear();
      int reads = 0;
      while (polling.rounds() < 5) {
        reads(reads % length, reads % length);
        reads++;
      }
      assertWithMessage("length %s", length).that(reads).isAtMost(12 * length);
    }
  }

  @Test
  void aWalkIsNoRound() {
    for (int cell = 0; cell < 60_000; cell++) {
      assertThat(reads(cell, 0)).isFalse();
    }
    assertThat(polling.rounds()).isEqualTo(0);
  }

  @Test
  void roundsThatAreTooLongAreFoundAtLast() {
    int reads = 0;
    while (polling.rounds() == 0) {
      reads(reads++, 0);
    }
    assertThat(reads).isAtMost(1 << 18);
  }
}
