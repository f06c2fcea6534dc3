package dev.smalti.bench;

import static com.google.common.truth.Truth.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PartyTest {
  private final List<String> turns = new ArrayList<>();

  private Party named(String name) {
    return new Party(
        name,
        () -> {
          turns.add(name);
          return Map.of(name, (double) turns.size(), name + "'", 0.0);
        });
  }

  @Test
  void everyRoundAnotherOneBegins() throws Exception {
    var seconds = Party.rounds(List.of(named("a"), named("b"), named("c")), 4);
    assertThat(String.join("", turns)).isEqualTo("abc" + "bca" + "cab" + "abc");
    assertThat(seconds.get("b")).containsExactly(2.0, 4.0, 9.0, 11.0).inOrder();
    assertThat(seconds.keySet()).containsExactly("a", "a'", "b", "b'", "c", "c'");
  }
}
