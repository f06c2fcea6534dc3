package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class MadeTensors {
  @InCore
  static void copy(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
    Tensor<F32> made = Tensor.zeros(F32, shape(x.dim(0)));
    y.store(x.load());
  }

  @Jit
  static void graph(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y, int n) {
    Tensor<F32> none = Tensor.zeros(F32, shape(8 - 8));
    Tensor<F32> short7 = Tensor.undefined(F32, shape(7));
    copy(short7, y);
    Tensor<F32> wrong = Tensor.zeros(I32, shape(8));
    Tensor<F32> first = Tensor.of(new float[8], 8);
    Tensor.zeros(F32, shape(8));
    copy(x, y);
  }

  @Host
  static void program(
      World world, @Shape("ranks, 8") Tensor<F32> x, @Shape("ranks, 8") @Out Tensor<F32> y) {
    Tensor<F32> made = Tensor.zeros(F32, shape(8));
    world.forEachRank(r -> copy(x.at(r), y.at(r)));
  }
}
// error: SML-301 at 10:36 Tensor.zeros belongs outside kernels and programs
// error: SML-209 at 16:36 an extent is 0
// error: SML-216 at 18:18 the argument is [8], but of y of MadeTensors.copy axis 0 is declared n = 7
// error: javac at 19:37 incompatible types
// error: SML-301 at 20:34 Tensor.of belongs outside kernels and programs
// error: SML-406 at 21:17 the result of this operation is not used
// error: SML-301 at 28:36 Tensor.zeros belongs outside kernels and programs
