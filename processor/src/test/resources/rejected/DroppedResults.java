package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class DroppedResults {
  @InCore
  static void results(@Shape("1, 8") Tensor<F32> x, @Shape("1, 8") @Out Tensor<F32> y) {
    Tile<F32> sum = x.load();
    sum.add(x.load()); // error: SML-406 at 11:12
    x.load(); // error: SML-406 at 12:11
    x.row(0); // error: SML-406 at 13:10
    y.store(sum);
  }
}
