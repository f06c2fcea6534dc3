import static dev.smalti.lang.Smalti.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.*;
import com.google.common.truth.Truth;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.RankFailedException;
import dev.smalti.runtime.Run;

/** A run that fails does so whenever it is joined; those before and after it do not. */
final class H130 {
  @InCore
  static void divide(@Shape("1, 1") Tensor<I32> x, @Shape("1, 1") @Out Tensor<I32> y) {
    y.write(at(0, 0), 12 / x.readInt(at(0, 0)));
  }

  @Host
  static void divideAll(
      World world,
      @Shape("ranks, 1, 1") Tensor<I32> xs,
      @Shape("ranks, 1, 1") @Out Tensor<I32> ys) {
    world.forEachRank(r -> divide(xs.at(r), ys.at(r)));
  }

  static void check() {
    int[] before = new int[2];
    int[] after = new int[2];
    int[] failed = new int[2];
    try (DevicePool pool = DevicePool.threads(2);
        H130Programs.DivideAll program = H130Programs.divideAll().prepare(pool)) {
      Run first = program.submit(of(3, 4), Tensor.of(before, 2, 1, 1));
      Run wrong = program.submit(of(3, 0), Tensor.of(failed, 2, 1, 1));
      Run last = program.submit(of(6, 2), Tensor.of(after, 2, 1, 1));
      String once = assertThrows(RankFailedException.class, wrong::join).getMessage();
      String again = assertThrows(RankFailedException.class, wrong::join).getMessage();
      Truth.assertThat(again).isEqualTo(once);
      first.join();
      last.join();
    }
    Truth.assertThat(before).asList().containsExactly(4, 3).inOrder();
    Truth.assertThat(after).asList().containsExactly(2, 6).inOrder();
  }

  private static Tensor<I32> of(int... values) {
    return Tensor.of(values, 2, 1, 1);
  }
}
