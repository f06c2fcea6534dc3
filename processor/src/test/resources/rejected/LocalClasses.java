package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class LocalClasses {
  @InCore
  static void k(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
    class Local {}
    record Pair(int a) {}
    Local l = new Local();
    Pair p = new Pair(3);
    y.store(x.load().mul(p.a()));
  }
}

// error: SML-401 at 10:5 an @InCore method cannot contain a local class
// error: SML-401 at 11:5 an @InCore method cannot contain a local class
