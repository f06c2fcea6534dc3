package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

abstract class GenericsAround<T extends Comparable<T>> extends ArrayList<T>
    implements Comparable<GenericsAround<T>> {
  private static final long serialVersionUID = 1;

  @InCore
  static void copy(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {
    var t = x.load();
    y.store(t);
  }

  <R> List<R> map(Function<? super T, ? extends R> function) {
    List<R> all = new ArrayList<>();
    class Adder {
      void add(T each) {
        all.add(function.apply(each));
      }
    }
    Adder adder = new Adder();
    forEach(adder::add);
    Runnable use = () -> GenericsAroundKernels.copy(null, null);
    use.run();
    return all;
  }
}
