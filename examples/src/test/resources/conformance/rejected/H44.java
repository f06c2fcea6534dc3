import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H44 {
  @InCore
  static void kernel(@Shape("ranks") Signal arrived) {
    Task reached = arrived.reaches(at(0), GE, 1); // rejected
    arrived.notify(0, at(0));
  }
}
