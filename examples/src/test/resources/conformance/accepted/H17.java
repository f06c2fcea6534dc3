import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;

/** The signal of a barrier belongs to the world that made it; nothing else has to use it. */
final class H17 {
  @Host
  static void meet(World world) {
    Signal alone = world.signal(shape(world.size()));
    alone.barrier();
    alone.barrier();
  }

  static void check() {
    try (DevicePool pool = DevicePool.threads(4);
        H17Programs.Meet program = H17Programs.meet().prepare(pool)) {
      program.run();
      program.run();
      assertThat(pool.size()).isEqualTo(4);
    }
  }
}
