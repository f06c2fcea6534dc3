import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H32 {
  @Jit
  static void graph(@Shape("ranks") Signal arrived) {
    Task place = arrived.reaches(at(0.5), GE, 1); // rejected
    Task value = arrived.reaches(at(0), GE, 1.5); // rejected
  }
}
