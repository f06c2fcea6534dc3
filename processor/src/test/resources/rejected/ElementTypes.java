import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class ElementTypes {
  @InCore
  static void ranges(
      @Shape("1, n") Tensor<U8> x,
      @Shape("1, n") Tensor<I8> b,
      @Shape("1, n") Tensor<F16> h,
      @Shape("1, n") @Out Tensor<U8> y,
      @Shape("1, n") @Out Tensor<I16> z,
      @Shape("1, n") @Out Tensor<F16> g) {
    Tile<U8> t = x.load();
    y.store(t.add(256)); // error: SML-212 at 15:19 256 is outside U8, which holds 0 to 255
    y.store(t.max(-1)); // error: SML-212 at 16:19 -1 is outside U8
    y.store(t.mul(0.5)); // error: SML-212 at 17:19 a double scalar beside a tile of U8
    y.store(t.sqrt()); // error: SML-201 at 18:19 sqrt is not defined for U8
    z.store(b.load().add(128).cast(I16)); // error: SML-212 at 19:26 128 is outside I8, which holds -128 to 127
    g.store(h.load().shl(1)); // error: SML-201 at 20:25 shl is not defined for F16
    int whole = h.readInt(at(0, 0)); // error: SML-201 at 21:26 an element of F16 cannot be read as int
    g.store(h.load().add(whole));
    g.store(Tile.iota(I8, shape(1, 4), 0).cast(F16)); // error: SML-201 at 23:22 iota counts in I32 or I64
  }
}
