import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S22 {
  @InCore
  static void copy(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    y.store(x.load());
  }

  @InCore
  static void change(@Shape("8") @InOut Tensor<F32> x) {
    x.store(x.load().add(1));
  }

  static void ordinary(Tensor<F32> x, Tensor<F32> y) {}

  @Jit
  static void graph(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    submit(() -> ordinary(x, y)); // rejected
    submit(() -> copy(x)); // rejected
    submit(() -> y.store(x.load())); // rejected
    submit(copy(x, y)); // rejected
    submit(() -> {}); // rejected
    copy(x, y);
  }

  @Jit
  static void inputs(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y) {
    submit(() -> copy(x, y));
    submit(() -> change(x)); // rejected
  }
}
