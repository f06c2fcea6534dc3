import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S23 {
  @InCore
  static void copy(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    y.store(x.load());
  }

  @Jit
  static void graph(
      @Shape("8") Tensor<F32> x,
      @Shape("8") @Out Tensor<F32> y,
      @Shape("ranks") Signal arrived) {
    Task[] all = new Task[2];
    all[0] = submit(() -> copy(x, y));
    all[1] = submit(() -> copy(x, y));
    Task one = submit(() -> copy(x, y), after(all));
    submit(() -> copy(x, y), after(x)); // rejected
    submit(() -> copy(x, y), after(arrived)); // rejected
    submit(() -> copy(x, y), after(all, one)); // rejected
    submit(() -> copy(x, y), one); // rejected
    submit(() -> copy(x, y), after(3)); // rejected
    arrived.notify(0, at(0)); // rejected
  }
}
