import static dev.smalti.lang.Smalti.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.*;
import dev.smalti.runtime.DevicePool;
import java.util.List;

final class H128 {
  static List<String> check() {
    return List.of(
        message(() -> DevicePool.threads(0)),
        message(() -> DevicePool.threads(-1)),
        message(() -> DevicePool.seeded(0, 1)),
        message(() -> DevicePool.seeded(2, "1.")));
  }

  private static String message(Runnable wrong) {
    return assertThrows(IllegalArgumentException.class, wrong::run).getMessage();
  }
}
