package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class UnrolledLoops {
  static final int ROWS = 4;

  @Inline
  static void copies(Tensor<F32> x, Tensor<F32> y, int rows) {
    for (int i : unroll(rows)) {
      y.row(i).store(x.row(i).load());
    }
  }

  @InCore
  static void bounds(@Shape("n, 8") Tensor<F32> x, @Shape("n, 8") @Out Tensor<F32> y, int rows) {
    copies(x, y, ROWS);
    copies(x, y, rows);
    for (int i : unroll(0, ROWS, rows)) {
      y.row(i).store(x.row(i).load());
    }
    for (int i : unroll(1 << 20)) {
      y.row(i).store(x.row(i).load());
    }
    for (int i : unroll(0, ROWS, 0)) {
      y.row(i).store(x.row(i).load());
    }
    for (int i : unroll(2)) {
      y.row(i).store(x.row(i));
      if (i == 1) {
        continue;
      }
    }
  }

  @InCore
  static void stages(@Shape("n, 8") Tensor<F32> x, @Shape("n, 8") @Out Tensor<F32> y, int rows) {
    for (int i : pipeline(0, rows, 1, 0)) {
      y.row(i).store(x.row(i).load());
    }
    for (int i : pipeline(0, rows, rows, 2)) {
      y.row(i).store(x.row(i).load());
    }
    for (int i : pipeline(0, rows, 1, rows)) {
      y.row(i).store(x.row(i).load());
    }
    for (int i : pipeline(0, rows, 1, 3)) {
      y.row(i).store(x.row(i).load());
    }
    int[] all = unroll(3);
    int none = unroll(3);
  }
}

// error: SML-414 at 12:25 the end of unroll, rows, is known only when the method runs
// error: SML-414 at 21:34 the step of unroll, rows,
// error: SML-414 at 24:24 copied 1048576 times, more than 256
// error: SML-409 at 27:24 the step is 0
// error: javac at 31:27 incompatible types
// error: SML-415 at 33:9 continue stands in a loop over unroll
// error: SML-414 at 40:39 the number of stages is 0, at least 1 is possible
// error: SML-414 at 43:36 the step of pipeline, rows,
// error: SML-414 at 46:39 the number of stages of pipeline, rows,
// note: SML-419 at 49:26 the rounds of this pipeline of 3 stages run one after the other
// error: SML-410 at 52:23 unroll(...) stands in an enhanced for loop only
// error: javac at 53:22 incompatible types
