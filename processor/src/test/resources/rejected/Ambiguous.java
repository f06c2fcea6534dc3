package app;

import dev.smalti.lang.*;
import java.awt.*;

final class Ambiguous {
  @InCore
  static void k(@Shape("8") Tensor<Smalti.F32> x, @Shape(UNKNOWN) Tensor<Smalti.F32> y) {}
}

// error: javac at 8:18 reference to Shape is ambiguous
// error: javac at 8:52 reference to Shape is ambiguous
// error: javac at 8:58 cannot find symbol
