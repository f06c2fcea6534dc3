package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

// option: -Asmalti.device=a5
final class DeviceA5 {
  @InCore
  static void tooLarge(@Shape("312, 256") Tensor<F32> x, @Shape("312, 256") @Out Tensor<F32> y) {
    y.store(x.load().exp()); // error: SML-601 at 11:19 takes 319488 bytes of Vec, a5 has 245760
  }

  @InCore
  static void narrow(@Shape("16, 4") Tensor<F32> x, @Shape("16, 4") @Out Tensor<F32> y) {
    y.store(x.load().exp()); // error: SML-602 at 16:19 [16, 4] F32, is 16 bytes
  }

  @InCore
  static void filled(@Shape("16, 8") Tensor<F32> x, @Shape("16, 8") @Out Tensor<F32> y) {
    Tile<F32> bias = Tile.fill(F32, shape(1, 1), 3.0); // error: SML-602 at 21:15 narrow(valid)
    y.store(x.load().add(bias));
  }

  @InCore
  static void wide(@Shape("16, 8") Tensor<F64> x, @Shape("16, 8") @Out Tensor<F64> y) {
    y.store(x.load().exp()); // error: SML-603 at 27:19 F64, which a5 does not have
  }

  @InCore
  static void some(@Shape("16, n") Tensor<F32> x, @Shape("16, n") @Out Tensor<F32> y) {
    y.store(x.load()); // note: SML-604 at 31:15 without the tiles whose size is known at run time
  }
}
