import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;
import java.util.function.*;

final class H124 {
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
    check.accept(sum); // rejected
    verify.accept(); // rejected
    verify.accept(sum, sum); // rejected
    verify.test(sum); // rejected
  }

  static void use(H124Programs.AddAll program, Tensor<F32> t) {
    program.run(t, t, t); // rejected
    program.run(t, t, t, _ -> {}, _ -> {}); // rejected
    program.run(t, t, t, (x, y) -> {}); // rejected
    program.run(t, t, t, () -> {}); // rejected
    program.run(t, t, t, "verify"); // rejected
  }

  @Host
  static void others(
      World world, @Shape("ranks, 1, 4") Tensor<F32> a, Predicate<Tensor<F32>> holds) { // rejected
    holds.test(a);
  }

  @InCore
  static void inKernel(
      @Shape("1, 4") @Out Tensor<F32> a, Consumer<Tensor<F32>> seen) { // rejected
    a.store(Tile.fill(F32, shape(1, 4), 0));
  }
}
