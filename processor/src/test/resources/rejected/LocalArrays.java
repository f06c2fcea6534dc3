package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

final class LocalArrays {
  @Inline
  static int first(int[] array) {
    return array[0];
  }

  @Inline
  static int[] made(int n) {
    int[] result = new int[3];
    return result;
  }

  @InCore
  static void takes(@Shape("8") @Out Tensor<F32> y, int[] array) {
    y.write(at(0), array[0]);
  }

  @InCore
  static void kernel(@Shape("8") @Out Tensor<F32> y, int n) {
    int[] open = new int[n];
    int[] empty = new int[2 - 2];
    int[][] table = new int[2][3];
    byte[] bytes = new byte[4];
    Object[] objects = new Object[4];
    int[] fine = new int[4];
    fine[4] = 1;
    fine[0] = fine[-1];
    fine.length = 3;
    int[] other = new int[4];
    other = fine;
    int[] none;
    for (int each : fine) {
      y.write(at(0), each);
    }
    for (int i : parallel(4)) {
      fine[0] = i;
    }
    for (int i : parallel(4)) {
      fine[i] = i;
    }
    y.write(at(0), fine[1L]);
    y.write(at(1), new int[3][0]);
    y.write(at(2), y[0]);
    y.write(at(3), first(fine));
    int[] zero = {};
  }

  @Host
  static void program(World world, @Shape("ranks, 8") @Out Tensor<F32> y) {
    int[] ranks = new int[4];
    world.forEachRank(r -> kernel(y.at(r), ranks[0]));
  }
}

// error: SML-107 at 9:26 a parameter of type int[]
// error: SML-423 at 14:16 made returns int[]
// error: SML-107 at 20:59 a parameter of type int[]
// error: SML-423 at 26:26 the length n is known only when the method runs
// error: SML-423 at 27:29 the length is 0
// error: SML-403 at 28:13 of type int[][]
// error: SML-403 at 29:12 of type byte[]
// error: SML-403 at 30:14 of type Object[]
// error: SML-207 at 32:10 the index 4 leaves the array fine of length 4
// error: SML-207 at 33:20 the index -1 leaves the array fine
// error: javac at 34:9 final variable length
// error: SML-402 at 34:9 only a local variable can be assigned
// error: SML-213 at 35:11 other is an array and is assigned again
// error: SML-403 at 37:11 of type int[]
// error: SML-410 at 38:21 goes over range(...) only
// error: SML-417 at 41:26 touch the same elements of fine
// error: javac at 47:25 lossy conversion from long to int
// error: javac at 48:6 no suitable method
// error: javac at 49:21 array required
// error: SML-402 at 50:25 takes (an array)
// error: SML-423 at 51:18 the array has no elements
// error: SML-301 at 56:11 a program has no arrays
