package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class HiddenRange {
  static int range(String text) {
    return text.length();
  }

  @InCore
  static void step(@Shape("1, 8") Tensor<F32> x, @Shape("1, 8") @Out Tensor<F32> y) {
    Tile<F32> sum = x.load();
    for (int i : range(3)) { // error: javac at 15:24 incompatible types
      sum = sum.add(i);
    }
    y.store(sum);
  }
}
