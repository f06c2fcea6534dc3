package dev.smalti.runtime;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.runtime.Culprits.Culprit;
import dev.smalti.runtime.protocol.Event;
import dev.smalti.runtime.protocol.Trace;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who could raise a cell, from traces. */
final class CulpritsTest {
  @Test
  void eachLineOfEachRankOnce() {
    Trace first = new Trace(0, 2);
    first.notify(1, "a", 3, Event.Update.ADD, 1, 9);
    first.notify(1, "a", 3, Event.Update.ADD, 1, 9);
    first.notify(1, "a", 3, Event.Update.ADD, -1, 10);
    first.notify(1, "a", 4, Event.Update.ADD, 1, 11);
    first.notify(1, "b", 3, Event.Update.ADD, 1, 12);
    Trace second = new Trace(1, 2);
    second.notify(1, "a", 3, Event.Update.SET, 2, 8);
    Culprits culprits = Culprits.of(List.of(first, second));
    assertThat(culprits.of(1, "a", 3))
        .isEqualTo(Optional.of(List.of(new Culprit(0, 9), new Culprit(1, 8))));
    assertThat(culprits.of(0, "a", 3)).isEqualTo(Optional.of(List.of()));
  }

  @Test
  void nothingIsKnownOfPartialTraces() {
    Trace partial = new Trace(0, 1);
    partial.undetermined("reads a tensor", 4);
    assertThat(Culprits.of(List.of(partial)).of(0, "a", 0)).isEqualTo(Optional.empty());
    assertThat(Culprits.unknown().of(0, "a", 0)).isEqualTo(Optional.empty());
  }
}
