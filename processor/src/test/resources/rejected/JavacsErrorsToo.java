package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class JavacsErrorsToo {
  @InCore
  static void wrong(@Shape("1, 8") Tensor<F32> x, @Shape("1, 8") Tensor<F32> y) {
    y.store(x.load()); // error: SML-305 at 10:12 y is an input
  }

  @InCore
  static void types(@Shape("1, 8") Tensor<F32> x, @Shape("1, 8") @Out Tensor<F64> y) {
    y.store(x.load()); // error: javac at 15:19 incompatible types
  }

  static int other() {
    return "text"; // error: javac at 19:12 incompatible types
  }
}
