package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class LoopForms {
  @InCore
  static void k(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y, int m) {
    int i = 0;
    do {
      i++;
    } while (i < 3);
    for (; ; ) {
      break;
    }
    for (int a = 0, b = 3; a < b; a++, b--) {}
    for (int a = 0; a != 3; a++) {}
    for (int a = 1; a < 100; a *= 2) {}
    for (float f = 0; f < 1; f += 0.1f) {}
    for (int a = 0; a < m - a; a++) {}
    for (i = 0; i < 3; i++) {}
    for (int a = 3; a < 1; a--) {}
    for (int a : range(0, 3, 0)) {}
    for (int a : range(3)) {
      a++;
    }
    for (int a : new int[] {1, 2}) {}
    y.store(x.load());
  }
}

// error: SML-401 at 11:5 an @InCore method cannot contain a do loop: write
// error: SML-409 at 14:5 a basic for loop counts: for (int i = from; i <
// error: SML-409 at 17:5 a basic for loop counts: for (int i = from; i <
// error: SML-409 at 18:5 a basic for loop counts: for (int i = from; i <
// error: SML-409 at 19:5 a basic for loop counts: for (int i = from; i <
// error: SML-409 at 20:5 a basic for loop counts: for (int i = from; i <
// error: SML-409 at 21:5 a basic for loop counts: for (int i = from; i <
// error: SML-409 at 22:5 a basic for loop counts: for (int i = from; i <
// error: SML-409 at 23:5 a basic for loop counts: for (int i = from; i <
// error: SML-409 at 24:23 the step is 0
// error: SML-418 at 25:14 the loop counter a is assigned in the body
// error: SML-410 at 28:18 an enhanced for loop goes over range(...) only, or parallel
