package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class Arrangements {
  @InCore
  static void wrong(
      @Shape("4, 8") Tensor<F32> x,
      @Shape("4, n") Tensor<I32> k,
      @Shape("4, 8") @Out Tensor<F32> y,
      int n) {
    Tile<F32> t = x.load();
    Tile<I32> index = k.load();
    Tile<F32> a = t.reshape(shape(5, 8)); // error: SML-204 at 16:28 [4, 8] cannot become [5, 8]
    Tile<F32> b = t.slice(at(3, 0), shape(2, 8)); // error: SML-207 at 17:26
    Tile<F32> c = t.concat(t.slice(at(0, 0), shape(2, 8))); // error: SML-204 at 18:27
    Tile<F32> d = t.pad(shape(3, 8), 0); // error: SML-207 at 19:24 does not fit
    Tile<F32> e = t.narrow(shape(5, 1)); // error: SML-207 at 20:27
    Tile<F32> f = t.gatherRows(index); // error: SML-204 at 21:31 it has one column
    Tile<F32> g = t.transpose().gather(index); // error: SML-204 at 22:39
    Tile<F32> h = t.scatter(index, t); // error: SML-204 at 23:28
    Tile<I32> i = t.rowArgTop(9); // error: SML-207 at 24:31
    Tile<F32> j = t.and(t); // error: SML-201 at 25:24 and is not defined for F32
    Tile<I32> l = index.gelu(); // error: SML-201 at 26:29
    Mask m = t.gt(0).cast(BOOL).eq(n); // error: SML-212 at 27:36
    Tile<F32> o = Tile.iota(F32, shape(4, 8), 0); // error: SML-201 at 28:28
    Tile<F32> p = t.slice(at(0), shape(4, 8)); // error: SML-206 at 29:26
    y.store(t);
  }
}
