import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import java.util.List;
import java.util.function.*;
import java.util.stream.Stream;

final class F11 {
  @InCore
  static void add(
      @Shape("1, 4") Tensor<F32> a,
      @Shape("1, 4") Tensor<F32> b,
      @Shape("1, 4") @Out Tensor<F32> sum) {
    sum.store(a.load().add(b.load()));
  }

  @Host
  static void addAll(
      World world,
      @Shape("ranks, 1, 4") Tensor<F32> a,
      @Shape("ranks, 1, 4") Tensor<F32> b,
      @Shape("ranks, 1, 4") @Out Tensor<F32> sum,
      Consumer<Tensor<F32>> verify) {
    world.forEachRank(r -> add(a.at(r), b.at(r), sum.at(r)));
    verify.accept(sum);
  }

  static void check() {
    List<Class<?>> callbacks =
        Stream.of(F11Programs.AddAll.class.getDeclaredMethods())
            .filter(method -> method.getName().equals("run"))
            .flatMap(method -> Stream.of(method.getParameterTypes()))
            .filter(type -> type != Tensor.class)
            .toList();
    assertThat(callbacks).containsExactly(Consumer.class);
  }
}
