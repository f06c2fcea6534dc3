package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import java.util.function.IntConsumer;

final class SpmdForms {
  @InCore
  static void part(@Shape("8, 4") Tensor<F32> x, @Shape("8, 4") @Out Tensor<F32> y, int block) {
    y.row(block).store(x.row(block).load());
  }

  @InCore
  static void row(@Shape("1, 4") Tensor<F32> x, @Shape("1, 4") @Out Tensor<F32> y) {
    y.store(x.load());
  }

  @InCore
  static void exchange(@Shape("1, 4") Tensor<F32> x, @Shape("8, 4") Window<F32> w, int block) {
    w.row(block).store(x.load());
  }

  @InCore
  static void inKernel(@Shape("1, 4") Tensor<F32> x, @Shape("1, 4") @Out Tensor<F32> y) {
    y.store(x.load());
    spmd(4, block -> row(x, y));
  }

  @Jit
  static void graph(
      @Shape("8, 4") Tensor<F32> x,
      @Shape("8, 4") @Out Tensor<F32> y,
      @Shape("8, 4") Window<F32> w,
      int n) {
    spmd(0, block -> part(x, y, block));
    spmd(8, block -> part(x, y, 3));
    spmd(8, block -> row(x.row(block), y.row(block)));
    spmd(
        8,
        block -> {
          part(x, y, block);
          part(x, y, block);
        });
    spmd(8, block -> {});
    spmd(8, block -> exchange(x.row(block), w, block));
    IntConsumer held = block -> part(x, y, block);
    spmd(8, held);
    spmd(8, block -> Math.abs(block));
    int sum = 0;
    spmd(
        8,
        block -> {
          sum += block;
          part(x, y, block);
        });
  }
}
// error: SML-301 at 27:9 an @InCore method launches no blocks
// error: SML-312 at 36:10 the number of blocks is 0
// error: SML-312 at 37:13 no argument depends on block
// error: SML-312 at 42:11 the body is local declarations and then one call
// error: SML-312 at 46:13 SpmdForms.exchange takes the window or signal w
// error: SML-403 at 47:17 IntConsumer
// error: SML-312 at 48:13 spmd takes the call as a lambda
// error: SML-312 at 49:30 the body is one call
// error: SML-312 at 54:11 the body is local declarations and then one call
// error: javac at 54:11 local variables referenced from a lambda expression
