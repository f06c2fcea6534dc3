import static dev.smalti.lang.Smalti.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.RankFailedException;
import java.util.List;

final class H106 {
  @Host
  static void sum(World world) {
    Window<F32> data = world.window(F32, shape(32));
    Signal arrived = world.signal(shape(world.size(), 65));
    data.allReduce(arrived, SUM, cores(65));
  }

  static List<String> check() {
    String eager =
        assertThrows(IllegalArgumentException.class, () -> World.eager(2).run(H106::sum))
            .getMessage();
    try (DevicePool pool = DevicePool.threads(1);
        var program = H106Programs.sum().prepare(pool)) {
      return List.of(eager, assertThrows(RankFailedException.class, program::run).getMessage());
    }
  }
}
