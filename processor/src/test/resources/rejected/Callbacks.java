package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.function.*;

final class Callbacks {
  interface Closing {
    void close() throws Exception;
  }

  private interface Hidden {
    void see();
  }

  interface Generic {
    <T> void take(T value);
  }

  @InCore
  static void add(@Shape("1, 8") Tensor<F32> x, @Shape("1, 8") @Out Tensor<F32> y) {
    y.store(x.load());
  }

  @InCore
  static void inKernel(
      @Shape("1, 8") @Out Tensor<F32> y,
      Consumer<Tensor<F32>> seen) { // error: SML-107 at 31:29 seen is a callback, which cannot be passed to an @InCore method
    seen.accept(y);
  }

  @Jit
  static void inGraph(
      @Shape("1, 8") Tensor<F32> y,
      Runnable done) { // error: SML-107 at 38:16 a @Jit method
    done.run();
  }

  @Host
  static void supplied(World world, Supplier<Integer> n) {} // error: SML-107 at 43:55 Supplier.get returns Integer, a callback nothing

  @Host
  static void compared(World world, Comparator<String> order) {} // error: SML-107 at 46:56 Comparator.compare returns int

  @Host
  static void called(World world, Callable<Void> call) {} // error: SML-107 at 49:50 Callable.call returns

  @Host
  static void closed(World world, Closing call) {} // error: SML-107 at 52:43 Closing.close throws Exception

  @Host
  static void hidden(World world, Hidden call) {} // error: SML-107 at 55:42 Hidden is private

  @Host
  static void generic(World world, Generic call) {} // error: SML-107 at 58:44 has type parameters

  @Host
  static void uses(
      World world,
      @Shape("ranks, 1, 8") Tensor<F32> x,
      @Shape("ranks, 1, 8") @Out Tensor<F32> y,
      Consumer<Tensor<F32>> seen,
      Consumer<Signal> told,
      IntConsumer counted) {
    Window<F32> data = world.window(F32, shape(1, 8));
    Signal arrived = world.signal(shape(world.size(), 1));
    world.forEachRank(r -> add(x.at(r), y.at(r)));
    seen.accept(data); // error: SML-301 at 71:17 this is a Window
    told.accept(arrived); // error: SML-301 at 72:17 this is a Signal
    seen.andThen(seen); // error: SML-404 at 73:17 seen.andThen cannot be called
    world.forEachRank(r -> seen.accept(x.at(r))); // error: SML-301 at 74:39 a rank calls no callback
    var other = seen; // error: SML-403 at 75:9 cannot hold a callback
    seen.accept(); // error: javac at 76:9
    seen.accept(x, y); // error: javac at 77:9
    counted.accept(x); // error: javac at 78:20
    counted.accept(1.5); // error: javac at 79:20
  }

  @Host
  static void undirected(
      World world, @Shape("ranks, 1, 8") @Out Tensor<F32> y, Consumer<Tensor<F32>> seen) {
    seen.accept(y); // error: SML-306 at 84:59 the body never writes it
  }
}
