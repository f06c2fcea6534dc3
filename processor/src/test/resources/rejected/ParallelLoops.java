package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class ParallelLoops {
  @InCore
  static void carried(@Shape("n, 8") Tensor<F32> x, @Shape("n, 8") @Out Tensor<F32> y) {
    int sum = 0;
    Object unused = null;
    for (int i : parallel(x.dim(0))) {
      int own = i;
      own += 2;
      for (int j : range(3)) {
        own += j;
        sum += own;
      }
      y.row(i).store(x.row(i).load().mul(own));
    }
  }

  @InCore
  static void left(@Shape("n, 8") Tensor<F32> x, @Shape("n, 8") @Out Tensor<F32> y) {
    for (int i : parallel(0, x.dim(0), 1)) {
      for (int j : range(8)) {
        if (j == i) {
          break;
        }
        y.write(at(i, j), x.read(at(i, j)));
      }
      if (i == 3) {
        break;
      }
    }
  }

  @InCore
  static void rowsMeet(@Shape("n, 8") Tensor<F32> x, @Shape("n, 8") @Out Tensor<F32> y) {
    for (int i : parallel(0, x.dim(0), 2)) {
      y.row(i).store(x.row(i).load());
    }
    for (int i : parallel(0, x.dim(0) - 2, 2)) {
      int from = i / 2 * 0 + i;
      y.store(x.rows(from, 3).load(), at(from, 0));
    }
  }

  @InCore
  static void oneElement(@Shape("?, 8") Tensor<F32> x, @Shape("1, 8") @Out Tensor<F32> y) {
    for (int i : parallel(x.dim(0))) {
      for (int j : range(8)) {
        y.write(at(0, j), x.read(at(i, j)));
      }
    }
  }

  @InCore
  static void readsNeighbour(@Shape("40, 8") @InOut Tensor<F32> x) {
    for (int i : parallel(20)) {
      Tensor<F32> own = x.row(i);
      own.store(x.row(i + 19).load());
    }
    for (int i : parallel(20)) {
      Tensor<F32> own = x.row(i);
      own.store(x.row(i + 20).load());
    }
  }

  @InCore
  static void fine(
      @Shape("40, 8") Tensor<F32> x, @Shape("40, 8") @InOut Tensor<F32> y, int first, int n) {
    for (int i : parallel(20)) {
      y.store(x.rows(2 * i, 2).load(), at(2 * i, 0), ADD);
      y.store(x.rows(i, 2).load(), at(i, 0), ADD);
    }
    for (int i : parallel(10)) {
      if (i == first) {
        y.row(0).store(x.row(i).load());
      }
      int at = (int) x.read(at(i, 0));
      y.row(at).store(x.row(i).load());
      for (int j : range(0, i)) {
        y.write(at(j, 3), 1);
      }
    }
    for (int i : parallel(3, 4)) {
      y.row(2).store(x.row(i).load());
    }
    for (int block : parallel(2)) {
      for (int i : range(20)) {
        y.row(20 * block + i).store(x.row(i).load());
      }
    }
  }
}

// error: SML-403 at 11:12 of type Object
// error: SML-416 at 17:13 sum is declared outside of the parallel loop at line 12
// error: SML-415 at 33:9 break stands in a loop over parallel
// error: SML-417 at 43:26 two rounds of i, one after the other, touch the same elements of y: one writes them at line 45, the other writes them at line 45
// error: SML-417 at 51:26 the same elements of y
// error: SML-417 at 60:26 19 rounds apart, touch the same elements of x: one writes them at line 62, the other reads them at line 62
