import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H22 {
  @InCore
  static void kernel(@Shape("1, 8") @InOut Window<F32> data, @Shape("1, 8") Tensor<F32> x) {
    int me = x.rank(); // rejected
    int all = x.ranks(); // rejected
    int other = data.rank(x); // rejected
    data.store(x.load());
  }
}
