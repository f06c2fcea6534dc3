import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H33 {
  @Jit
  static void graph(@Shape("ranks") Signal arrived) {
    Task early = arrived.reaches(at(0), GE, -1); // rejected
    Task wide = arrived.reaches(at(0), GE, 1L << 31); // rejected
  }
}
