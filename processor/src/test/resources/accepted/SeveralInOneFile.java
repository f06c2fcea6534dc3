package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

class SeveralInOneFile {
  @InCore
  static void copy(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
    y.store(x.load());
  }
}

class SecondOfFile {
  static final int WIDTH = 16;

  @InCore
  static void copy(@Shape("WIDTH") Tensor<F64> x, @Shape("WIDTH") @Out Tensor<F64> y) {
    y.store(x.load().mul(2));
  }
}

interface ThirdOfFile {
  int WIDTH = 2 * SecondOfFile.WIDTH;

  @InCore
  static void copy(@Shape("WIDTH") Tensor<I32> x, @Shape("WIDTH") @Out Tensor<I32> y) {
    y.store(x.load().mul(2));
  }
}
