import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class H1 {
  @InCore
  static void inKernel(World world, @Shape("1, 8") @Out Tensor<F32> y) { // rejected
    Window<F32> data = world.window(F32, shape(1, 8));
    y.store(data.load());
  }

  @Jit
  static void inGraph(World world) { // rejected
    Window<F32> data = world.window(F32, shape(1, 8));
  }
}
