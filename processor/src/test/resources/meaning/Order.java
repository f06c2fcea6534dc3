import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Kernels that mean something else if anything is evaluated at another time than Java's. */
public final class Order {
  private Order() {}

  @Inline
  static double bump(Tensor<F32> y, int column) {
    y.write(at(0, column), y.read(at(0, column)) + 1);
    return y.read(at(0, column));
  }

  @Inline
  static int counted(Tensor<I32> k, int column) {
    k.write(at(0, column), k.readInt(at(0, column)) + 10);
    return k.readInt(at(0, column));
  }

  @Inline
  static boolean marks(Tensor<F32> y, int column, boolean result) {
    y.write(at(0, column), 100 + column);
    return result;
  }

  @Inline
  static double sum(double a, double b, double c) {
    return a * 4 + b * 2 + c;
  }

  @Inline
  static boolean isBig(Tensor<F32> x, int column) {
    return x.read(at(0, column)) > 0.5;
  }

  @InCore
  static void operands(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    double first = y.read(at(0, 0)) + bump(y, 0);
    double second = bump(y, 1) - y.read(at(0, 1)) * bump(y, 1);
    double third = bump(y, 2) + bump(y, 2) * 10;
    int fourth = k.readInt(at(0, 0)) * counted(k, 0) + k.readInt(at(0, 0));
    y.write(at(0, 3), first);
    y.write(at(0, 4), second);
    y.write(at(0, 5), third);
    y.write(at(0, 6), fourth);
  }

  @InCore
  static void arguments(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    double all = sum(y.read(at(0, 0)), bump(y, 0), y.read(at(0, 0)));
    double larger = Math.max(y.read(at(0, 1)), bump(y, 1) - 2);
    y.write(at(0, 4), all);
    y.write(at(0, 5), larger);
    y.write(at(0, k.readInt(at(0, 7)) & 7), counted(k, 7));
    y.store(Tile.fill(F32, shape(1, 1), bump(y, 2)), at(0, 6));
    y.store(x.load(at(0, 0), shape(1, 1)).mul(y.read(at(0, 2))).add(bump(y, 2)), at(0, 7));
  }

  @InCore
  static void shortCircuit(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    k.write(at(0, 0), k.readInt(at(0, 1)) + i);
    if (i > 2 && marks(y, 0, d > 0) || marks(y, 1, d < -1)) {
      y.write(at(0, 2), 3);
    }
    boolean both = (i == 1 || marks(y, 3, i > 3)) && (d > 0 || marks(y, 4, true));
    if (both) {
      y.write(at(0, 5), 7);
    }
    if (i < 8 && isBig(x, i)) {
      y.write(at(0, 6), 1);
    }
    if (!(i >= 8) && x.read(at(0, i)) > 0) {
      y.write(at(0, 7), 2);
    }
  }

  @InCore
  static void choices(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    double a = i > 2 ? bump(y, 0) : bump(y, 1) * 3;
    double b = i < 8 ? x.read(at(0, i)) : d;
    int c = d > 0 ? counted(k, 2) : i > 1 ? counted(k, 3) : 5;
    long l = i == 0 ? 3L : counted(k, 4);
    boolean f = d < 0 ? marks(y, 2, i > 1) : i == 4;
    y.write(at(0, 4), a + b);
    y.write(at(0, 5), c + l);
    y.write(at(0, 6), f ? 1 : 0);
    Tile<F32> t = f ? x.load().mul(bump(y, 7)) : x.load();
    y.store(t.rowSum(), at(0, 3));
  }

  @InCore
  static void loops(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    int rounds = 0;
    int n = 3;
    for (int j : range(n)) {
      n = n + j;
      rounds++;
    }
    for (int j : range(k.readInt(at(0, 0)) & 3)) {
      k.write(at(0, 0), j + 9);
      rounds += 10;
    }
    for (int j = counted(k, 1) & 3; j < 6; j += 2) {
      rounds += 100;
    }
    long wide = 0;
    double halves = 0;
    for (long j : range(1, 4)) {
      wide += j * 2000000000;
    }
    for (double j : range(5)) {
      halves += j / 2;
    }
    for (var j = 3L; j > 0; j--) {
      wide += j * 2000000000;
    }
    y.write(at(0, 1), (int) (wide >> 20) + halves);
    while (rounds < 1000 && x.read(at(0, i & 7)) < 5) {
      rounds += 333;
    }
    y.write(at(0, 0), rounds);
  }

  @InCore
  static void casts(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    int wide = k.readInt(at(0, 0)) * 977 + i;
    y.write(at(0, 0), (byte) wide);
    y.write(at(0, 1), (short) (wide * 31));
    y.write(at(0, 2), (char) wide + (char) -i);
    y.write(at(0, 3), (byte) (d * 1000) + (short) 70000 + (char) 65.9);
    y.write(at(0, 4), (byte) (wide * 123456789L) / 3);
    y.write(at(0, 5), -(char) i >> 2);
    k.store(k.load().add((byte) wide).mul((short) wide), at(0, 0));
  }

  @InCore
  static void fills(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    Tile<F32> row = Tile.fill(F32, shape(8), d);
    Tile<F32> deep = Tile.fill(F32, shape(2, 3, 8), i);
    Tile<I32> flat = Tile.fill(I32, shape(2, 2, 1, 1, 8), i);
    y.store(row.add(deep.colSum()).add(x.load()));
    k.store(flat.colSum());
  }

  @InCore
  static void wraps(
      @Shape("1, 8") Tensor<F32> x,
      @Shape("1, 8") @InOut Tensor<I32> k,
      @Shape("1, 8") @InOut Tensor<F32> y,
      int i,
      double d) {
    int square = 65536 * 65537;
    k.write(at(0, 0), k.readInt(at(0, 1)) * square);
    int least = -(-2147483647 - 1);
    y.write(at(0, 0), square + least);
    y.write(at(0, (65536 * 65536) + 1), square);
    y.store(Tile.fill(F32, shape(1, 65536 * 65536 + 2), 3), at(0, 2));
  }
}
