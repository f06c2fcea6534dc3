import static dev.smalti.lang.Smalti.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.Run;
import dev.smalti.runtime.RunTimeoutException;
import java.time.Duration;
import java.util.List;

/** Rank 0 reads a cell until rank 1 has written; nobody writes before the run is given up. */
final class H126 {
  @InCore
  static void spin(@Shape("1, 1") Tensor<I32> never, @Shape("ranks") Signal arrived) {
    int seen = 0;
    while (seen <= never.readInt(at(0, 0))) {
      seen = arrived.read(at(0));
    }
  }

  @Host
  static void spinAll(World world, @Shape("1, 1") Tensor<I32> never) {
    Signal arrived = world.signal(shape(world.size()));
    world.forEachRank(r -> spin(never, arrived));
  }

  static List<String> check() {
    try (DevicePool pool = DevicePool.threads(1);
        H126Programs.SpinAll program = H126Programs.spinAll().prepare(pool)) {
      Run run = program.submit(Tensor.of(new int[1], 1, 1));
      String late =
          assertThrows(RunTimeoutException.class, () -> run.join(Duration.ofMillis(20)))
              .getMessage();
      run.cancel();
      String negative =
          assertThrows(IllegalArgumentException.class, () -> run.join(Duration.ofMillis(-1)))
              .getMessage();
      return List.of(late.lines().findFirst().orElseThrow(), negative);
    }
  }
}
