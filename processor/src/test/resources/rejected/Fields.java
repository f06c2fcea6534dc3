package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class Fields {
  enum Mode {
    FAST
  }

  static final Mode MODE = Mode.FAST;
  static final Integer BOXED = 3;
  static int counter;
  static Tensor<F32> shared;

  @InCore
  static void k(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y, int i) {
    if (MODE == Mode.FAST) {
      counter = 3;
    }
    y.store(x.load().mul(BOXED));
    y.store(shared.load());
    y.store(x.load().add(Mode.FAST.ordinal()));
    y.store(x.load().add(counter));
    y.store(new Holder().load(x));
  }

  static final class Holder {
    Tile<F32> load(Tensor<F32> x) {
      return x.load();
    }
  }
}

// error: SML-408 at 19:9 MODE is not a compile-time constant, it is a
// error: SML-402 at 20:7 counter is not a local variable
// error: SML-408 at 22:26 BOXED is not a compile-time constant, it is a
// error: SML-408 at 23:13 shared is a field: memory comes in as a parameter
// error: SML-404 at 24:43 Mode.FAST.ordinal is an ordinary method, which an
// error: SML-408 at 25:26 counter is not a compile-time constant
// error: SML-402 at 26:13 an @InCore method cannot create a Holder
