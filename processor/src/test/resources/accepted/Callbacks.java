package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import java.util.function.*;

/** Callbacks of every form. */
public final class Callbacks {
  public interface Seen {
    void see(Tensor<F32> sum, int round, double scale);

    default void never() {}
  }

  interface Both extends BiConsumer<Tensor<F32>, Integer> {}

  private Callbacks() {}

  @InCore
  static void add(
      @Shape("1, 8") Tensor<F32> x, @Shape("1, 8") @Out Tensor<F32> y, int n) {
    y.store(x.load().add(n));
  }

  @Host
  static void rounds(
      World world,
      @Shape("ranks, 1, 8") Tensor<F32> x,
      @Shape("ranks, 1, 8") @Out Tensor<F32> y,
      boolean last,
      Consumer<Tensor<F32>> whole,
      Seen seen,
      BiConsumer<? super Tensor<F32>, Integer> wild,
      Both both,
      Consumer<Object> any,
      IntConsumer size,
      ObjIntConsumer<Tensor<?>> counted,
      Runnable done) {
    for (int round : range(3)) {
      world.forEachRank(r -> add(x.at(r), y.at(r), round));
      whole.accept(y);
      seen.see(y.at(0), round, 2);
      wild.accept(y, round + 1);
      both.accept(y.at(0), round);
    }
    any.accept(y);
    size.accept(world.size());
    counted.accept(y, 7);
    if (last) {
      done.run();
    }
  }
}
