import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H30 {
  @InCore
  static void kernel(@Shape("ranks, 1") Signal arrived) {
    arrived.notify(0, at(0)); // rejected
    arrived.await(at(0, 0, 0)); // rejected
    int seen = arrived.read(at(0)); // rejected
  }
}
