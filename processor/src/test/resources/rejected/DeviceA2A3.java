package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

// option: -Asmalti.device=a2a3
final class DeviceA2A3 {
  @InCore
  static void tooLarge(@Shape("240, 256") Tensor<F32> x, @Shape("240, 256") @Out Tensor<F32> y) {
    y.store(x.load().exp()); // error: SML-601 at 11:19 takes 245760 bytes of Vec, a2a3 has 188416
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
    y.store(x.load().exp()); // error: SML-603 at 27:19 F64, which a2a3 does not have
  }

  @InCore
  static void some(@Shape("16, n") Tensor<F32> x, @Shape("16, n") @Out Tensor<F32> y) {
    y.store(x.load()); // note: SML-604 at 31:15 without the tiles whose size is known at run time
  }
}
