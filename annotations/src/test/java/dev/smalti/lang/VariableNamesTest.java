package dev.smalti.lang;

import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.F32;
import static dev.smalti.lang.Smalti.shape;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Windows and signals of methods that run as they stand are called as in the user's source. */
final class VariableNamesTest {
  private Signal field = World.eager(1).signal(shape(1));

  @Test
  void localsAndFields() {
    World world = World.eager(1);
    Signal arrived = world.signal(shape(3, 1));
    var data = world.window(F32, shape(1, 4));
    assertThat(arrived.name()).isEqualTo("arrived");
    assertThat(data.name()).isEqualTo("data");
    assertThat(field.name()).isEqualTo("field");
    field = world.signal(shape(2));
    assertThat(field.toString()).isEqualTo("signal field [2]");
    for (int round = 0; round < 2; round++) {
      Signal inner = world.signal(shape(1));
      assertThat(inner.name()).isEqualTo("inner");
    }
    Signal later = world.signal(shape(1));
    assertThat(later.name()).isEqualTo("later");
  }

  @Test
  void inARunAndInALambda() {
    List<String> names = new ArrayList<>();
    World outer = World.eager(1);
    for (int repetition = 0; repetition < 2; repetition++) {
      outer.run(
          world -> {
            Window<Smalti.F32> shared = world.window(F32, shape(1, 4));
            names.add(shared.name());
          });
    }
    assertThat(names).containsExactly("shared", "shared");
  }

  @Test
  void withoutAVariableTheLineHasToServe() {
    World world = World.eager(1);
    assertThat(world.signal(shape(1)).name()).matches("signal@VariableNamesTest\\.java:\\d+");
    assertThat(made(world).name()).matches("window@VariableNamesTest\\.java:\\d+");
    record Exchange(Signal counts, Window<Smalti.F32> data) {}
    Exchange both = new Exchange(world.signal(shape(1)), world.window(F32, shape(1, 4)));
    assertThat(both.counts().name()).startsWith("signal@VariableNamesTest.java:");
    assertThat(both.data().name()).startsWith("window@VariableNamesTest.java:");
  }

  private static Window<Smalti.F32> made(World world) {
    return world.window(F32, shape(1, 4));
  }
}
