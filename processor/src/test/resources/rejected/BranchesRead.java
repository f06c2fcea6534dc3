package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class BranchesRead {
  @InCore
  static void otherBranch(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y, boolean b) {
    if (b) {
      y.store(x.load());
    } else {
      y.write(at(0), y.read(at(0)));
    }
  }

  @InCore
  static void sameBranch(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y, boolean b) {
    if (b) {
      y.store(x.load());
      if (x.dim(0) > 3) {
        y.write(at(0), y.read(at(0)));
      }
    } else {
      y.store(x.load());
    }
    y.write(at(0), y.read(at(0)));
  }
}

// error: SML-307 at 13:28 y is @Out and is read here before the body writes
