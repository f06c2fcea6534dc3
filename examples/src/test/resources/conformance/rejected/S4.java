import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class S4 {
  @InCore
  static void kernel(@Shape("8") Tensor<F32> x, @Shape("8") @Out Tensor<F32> y, int kind) {
    y.store(x.load());
    try { // rejected
      y.store(x.load());
    } finally {
      y.store(x.load());
    }
    switch (kind) { // rejected
      case 0 -> y.store(x.load());
      default -> y.store(x.load().neg());
    }
    class Inner {} // rejected
    Runnable later = () -> y.store(x.load()); // rejected
    String text = "text"; // rejected
    Object made = new Object(); // rejected
    do { // rejected
      y.store(x.load());
    } while (kind > 3);
    assert kind > 0; // rejected
    synchronized (S4.class) { // rejected
      y.store(x.load());
    }
  }
}
