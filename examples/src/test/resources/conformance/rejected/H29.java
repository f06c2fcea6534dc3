import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H29 {
  @InCore
  static void kernel(@Shape("ranks") Tensor<I32> plain, @Shape("ranks") @InOut Window<I32> data) {
    plain.notify(1, at(0)); // rejected
    plain.notify(1, at(0), ADD, 1); // rejected
    plain.await(at(0)); // rejected
    data.await(at(0), GE, 1); // rejected
  }
}
