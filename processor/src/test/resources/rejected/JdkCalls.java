package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class JdkCalls {
  static final java.util.Random RANDOM = new java.util.Random();
  static int[] table = {1, 2};

  @InCore
  static void calls(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y, int i) {
    System.out.println(i);
    System.err.printf("%d", i);
    double d = RANDOM.nextDouble();
    int parsed = Integer.parseInt("3");
    java.util.Arrays.fill(table, 1);
    int length = table.length;
    double s = Math.sin(2.0);
    int own = twice(i);
    y.store(x.load().mul(i));
  }

  static int twice(int i) {
    return 2 * i;
  }

  @Host
  static void program(World world) {
    System.out.println(world.size());
    String s = "a";
    int z =
        switch (world.size()) {
          default -> 1;
        };
  }

  @Jit
  static void device(@Shape("8") Tensor<F32> x) {
    try {
      System.out.println();
    } finally {
    }
  }
}

// error: SML-404 at 13:23 System.out.println is an ordinary method, which
// error: SML-404 at 14:22 System.err.printf is an ordinary method, which an
// error: SML-404 at 15:33 RANDOM.nextDouble is an ordinary method, which an
// error: SML-404 at 16:34 Integer.parseInt is an ordinary method: it is
// error: SML-404 at 17:26 Arrays.fill is an ordinary method: it is neither
// error: SML-408 at 18:18 table is not a compile-time constant
// error: SML-404 at 19:24 Math.sin cannot be called in an @InCore method
// error: SML-404 at 20:20 JdkCalls.twice is an ordinary method: it is
// error: SML-404 at 30:23 System.out.println is an ordinary method, which a
// error: SML-403 at 31:12 a local variable of type String is not part of
// error: SML-402 at 33:9 a @Host method cannot contain switch: write if
// error: SML-401 at 40:5 a @Jit method cannot contain try
