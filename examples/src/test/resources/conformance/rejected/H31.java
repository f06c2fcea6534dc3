import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H31 {
  @Jit
  static void graph(@Shape("ranks") Signal arrived) {
    Task exact = arrived.reaches(at(0), EQ, 1); // rejected
  }
}
