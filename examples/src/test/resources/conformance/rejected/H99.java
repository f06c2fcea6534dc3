import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H99 {
  @InCore
  static void kernel(
      @Shape("4, 8") @InOut Window<F32> data,
      @Shape("ranks, 16") @InOut Window<F32> all,
      @Shape("ranks") Signal arrived) {
    data.slice(at(0, 0), shape(4, 4)).allReduce(arrived, SUM); // rejected
    all.allGather(data.slice(at(0, 0), shape(4, 4)), arrived); // rejected
  }
}
