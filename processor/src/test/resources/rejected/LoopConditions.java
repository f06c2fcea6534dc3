package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class LoopConditions {
  @Inline
  static int bump(Tensor<I32> x) {
    x.write(at(0), x.readInt(at(0)) + 1);
    return x.readInt(at(0));
  }

  @InCore
  static void loops(@Shape("8") @InOut Tensor<I32> x) {
    while (bump(x) < 9) {}
    for (int i = 0; i < bump(x); i++) {}
  }
}

// error: SML-412 at 16:16 this takes statements of its own, and a loop
// error: SML-412 at 17:29 this takes statements of its own, and a loop
