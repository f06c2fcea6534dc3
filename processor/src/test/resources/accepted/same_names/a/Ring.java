package a;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

public class Ring {
  @InCore
  public static void copy(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
    y.store(x.load());
  }
}
