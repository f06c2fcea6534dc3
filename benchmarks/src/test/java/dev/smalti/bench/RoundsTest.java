package dev.smalti.bench;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RoundsTest {
  private final List<String> turns = new ArrayList<>();

  private Contestant named(String name) {
    return new Contestant(
        name,
        () -> {
          turns.add(name);
          return turns.size();
        });
  }

  @Test
  void everyRoundAnotherOneBegins() throws Exception {
    var seconds = Rounds.run(List.of(named("a"), named("b"), named("c")), 4);
    assertThat(String.join("", turns)).isEqualTo("abc" + "bca" + "cab" + "abc");
    assertThat(seconds.keySet()).containsExactly("a", "b", "c").inOrder();
    assertThat(seconds.get("b")).containsExactly(2.0, 4.0, 9.0, 11.0).inOrder();
  }

  @Test
  void twoOfOneNameCannotBeTold() {
    assertThrows(
        IllegalArgumentException.class, () -> Rounds.run(List.of(named("a"), named("a")), 1));
  }
}
