import dev.smalti.lang.*;
import dev.smalti.lang.Smalti.F32;

final class TakenNames {
  @InCore
  static void symbol(
      // error: SML-109 at 8:14 rows is a parameter, not an extent
      @Shape("rows, 2") Tensor<F32> rows,
      @Shape("1, 2") @Out Tensor<F32> y) {
    y.store(rows.load());
  }

  @InCore
  static void ranks(
      @Shape("1, 2") Tensor<F32> x,
      @Shape("1, 2") @Out Tensor<F32> y,
      // error: SML-107 at 18:11 no parameter is named ranks
      int ranks) {
    y.store(x.load());
  }
}
