package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class NarrowTypes {
  static final byte B = 3;

  record Narrow(byte b) {}

  @Inline
  static byte helper(int x) {
    return (byte) x;
  }

  @InCore
  static void k(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y, int i) {
    var a = (byte) i;
    var b = 'a';
    var c = B;
    var d = NarrowTypes.B;
    var e = i > 3 ? 'a' : 'b';
    var f = new Narrow((byte) 3);
    for (byte h = 0; h < 3; h++) {}
    for (var h = (short) 0; h < 3; h++) {}
    y.store(x.load().mul((byte) i).add('a').mul(B));
  }
}

// error: SML-403 at 13:15 helper returns byte
// error: SML-403 at 19:9 a local variable of type byte is not part of the
// error: SML-403 at 20:9 a local variable of type char is not part of the
// error: SML-403 at 21:9 a local variable of type byte is not part of the
// error: SML-403 at 22:9 a local variable of type byte is not part of the
// error: SML-403 at 23:9 a local variable of type char is not part of the
// error: SML-403 at 24:24 b of Narrow is of type byte
// error: SML-409 at 25:5 a basic for loop counts: for (int i = from; i <
// error: SML-409 at 26:5 a basic for loop counts: for (int i = from; i <
