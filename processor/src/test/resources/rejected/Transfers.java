package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class Transfers {
  @InCore
  static void shapes(
      @Shape("2, 64") Tensor<F32> x,
      @Shape("2, n") Window<F32> data,
      @Shape("n, 2") Window<F32> other,
      @Shape("4, 16") Window<BOOL> flags) {
    data.row(0).put(0, x); // error: SML-204 at 14:24 dataView is [1, n], x is [2, 64]
    data.at(0).put(0, data); // error: SML-204 at 15:23 [n]
    data.put(0, other);
    flags.put(0, flags.at(0)); // error: SML-204 at 17:26 [16]
    flags.row(0).put(0, flags.row(1), ADD); // error: SML-201 at 18:21 BOOL
  }

  @InCore
  static void pieces(@Shape("2, 64") Tensor<F32> x, @Shape("2, 64") Window<F32> data) {
    data.put(0, x, chunk(0, 4)); // error: SML-209 at 23:26 0 rows
    data.put(0, x, chunk(2, -1)); // error: SML-209 at 24:29 -1 columns
    data.put(-1, x); // error: SML-505 at 25:13
  }

  @InCore
  static void directions(@Shape("2, 64") Tensor<F32> x, @Shape("2, 64") Window<F32> data) {
    data.get(0, x); // error: SML-305 at 30:17
  }

  @Jit
  static void planes(@Shape("2, 64") Tensor<F32> x, @Shape("2, 64") Window<F32> data) {
    data.put(0, x); // error: SML-301 at 35:13
  }
}
