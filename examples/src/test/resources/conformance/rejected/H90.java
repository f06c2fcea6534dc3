import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H90 {
  @InCore
  static void kernel(
      @Shape("4 * ranks, 8") Tensor<F32> rows,
      @Shape("ranks") Tensor<I32> counts,
      @Shape("ranks") Tensor<F32> fractions,
      @Shape("4 * ranks, 8") @InOut Window<F32> data,
      @Shape("4 * ranks, 9") @InOut Window<F32> wide,
      @Shape("ranks") @InOut Window<I32> received,
      @Shape("ranks, 2") @InOut Window<I32> pairs,
      @Shape("ranks") @InOut Window<F32> weights,
      @Shape("1") Signal one,
      @Shape("ranks") Signal arrived) {
    data.allToAllV(rows, arrived, fractions, received); // rejected
    data.allToAllV(rows, arrived, pairs, received); // rejected
    data.allToAllV(rows, one, counts, received); // rejected
    wide.allToAllV(rows, arrived, counts, received); // rejected
  }
}
