import static dev.smalti.lang.Smalti.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;
import java.util.List;

final class R2 {
  @InCore
  static void kernel(@Shape("1, 1") Tensor<I32> needed, @Shape("ranks") Signal arrived) {
    int least = needed.readInt(at(0, 0));
    arrived.notify((arrived.rank() + 1) % arrived.ranks(), at(0));
    arrived.await(at(0), GE, least);
  }

  @Host
  static void program(World world, @Shape("1, 1") Tensor<I32> needed) {
    Signal arrived = world.signal(shape(world.size()));
    world.forEachRank(r -> kernel(needed, arrived));
  }

  static List<String> check() {
    try (DevicePool pool = DevicePool.threads(2);
        R2Programs.Program program = R2Programs.program().prepare(pool)) {
      program.run(Tensor.of(new int[] {1}, 1, 1));
      return List.of(
          assertThrows(
                  RuntimeException.class, () -> program.run(Tensor.of(new int[] {2}, 1, 1)))
              .getMessage());
    }
  }
}
