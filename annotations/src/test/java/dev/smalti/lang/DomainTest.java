package dev.smalti.lang;

import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class DomainTest {
  private final World world = World.eager(1);

  private static String message(Runnable wrong) {
    String message = assertThrows(RuntimeException.class, wrong::run).getMessage();
    return message == null ? "" : message;
  }

  @Test
  void aDomainOfTheOneDevice() {
    for (Domain domain : new Domain[] {world.devices(0, 1), world.pick(0), world}) {
      assertThat(domain.size()).isEqualTo(1);
      assertThat(domain.device(0)).isEqualTo(0);
      assertThrows(IndexOutOfBoundsException.class, () -> domain.device(1));
      Window<I32> data = domain.window(I32, shape(1, 2));
      Signal arrived = domain.signal(shape(1));
      domain.forEachRank(
          r -> {
            data.write(at(0, 1), 7 + r);
            arrived.barrier();
            assertThat(data.load().toString()).isEqualTo("I32 [1, 2] [0, 7]");
          });
    }
  }

  @Test
  void wrongDevices() {
    assertThat(message(() -> world.devices(0, 2)))
        .isEqualTo("devices(0, 2): the world has 1, and a domain at least one");
    assertThat(message(() -> world.devices(-1, 1))).contains("devices(-1, 1)");
    assertThat(message(() -> world.devices(1, 1))).contains("devices(1, 1)");
    assertThat(message(() -> world.pick(0, 0)))
        .isEqualTo("pick[0, 0]: devices ascend, and the world has 1");
    assertThat(message(world::pick)).contains("pick[]");
    assertThat(message(() -> world.pick(1))).contains("pick[1]");
  }
}
