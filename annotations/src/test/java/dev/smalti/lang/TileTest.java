package dev.smalti.lang;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static dev.smalti.lang.Smalti.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.reference.Exponential;
import dev.smalti.lang.reference.Logarithm;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class TileTest {
  private static Tile<F32> floats(int rows, int columns, float... values) {
    return Tensor.of(values, rows, columns).load();
  }

  private static Tile<I32> ints(int rows, int columns, int... values) {
    return Tensor.of(values, rows, columns).load();
  }

  private static float[] values(Tile<F32> tile) {
    float[] result = new float[tile.dim(0) * tile.dim(1)];
    Tensor.of(result, tile.dim(0), tile.dim(1)).store(tile);
    return result;
  }

  private static int[] intValues(Tile<I32> tile) {
    int[] result = new int[tile.dim(0) * tile.dim(1)];
    Tensor.of(result, tile.dim(0), tile.dim(1)).store(tile);
    return result;
  }

  private static int[] bits(Mask mask) {
    return intValues(mask.cast(I32));
  }

  private static String message(Runnable wrong) {
    String message = assertThrows(IllegalArgumentException.class, wrong::run).getMessage();
    return message == null ? "" : message;
  }

  @Test
  void elementWiseOnF32() {
    Tile<F32> a = floats(1, 3, 1, -2, 0.1f);
    Tile<F32> b = floats(1, 3, 4, 5, 0.2f);
    assertThat(values(a.add(b))).isEqualTo(new float[] {5, 3, 0.1f + 0.2f});
    assertThat(values(a.sub(b))).isEqualTo(new float[] {-3, -7, 0.1f - 0.2f});
    assertThat(values(a.mul(b))).isEqualTo(new float[] {4, -10, 0.1f * 0.2f});
    assertThat(values(a.div(b))).isEqualTo(new float[] {0.25f, -2 / 5f, 0.1f / 0.2f});
    assertThat(values(a.max(b))).isEqualTo(new float[] {4, 5, 0.2f});
    assertThat(values(a.min(b))).isEqualTo(new float[] {1, -2, 0.1f});
    assertThat(values(a.neg())).isEqualTo(new float[] {-1, 2, -0.1f});
    assertThat(values(a.abs())).isEqualTo(new float[] {1, 2, 0.1f});
    assertThat(values(a.exp()))
        .isEqualTo(new float[] {Exponential.exp(1f), Exponential.exp(-2f), Exponential.exp(0.1f)});
    assertThat(values(b.log()))
        .isEqualTo(new float[] {Logarithm.log(4f), Logarithm.log(5f), Logarithm.log(0.2f)});
    assertThat(values(b.sqrt()))
        .isEqualTo(new float[] {2, (float) Math.sqrt(5f), (float) Math.sqrt(0.2f)});
    assertThat(values(b.rsqrt()))
        .isEqualTo(new float[] {0.5f, 1 / (float) Math.sqrt(5f), 1 / (float) Math.sqrt(0.2f)});
    assertThat(values(b.recip())).isEqualTo(new float[] {0.25f, 1 / 5f, 1 / 0.2f});
    assertThat(values(a)).isEqualTo(new float[] {1, -2, 0.1f});
  }

  @Test
  void scalarsOnF32AreRoundedFirst() {
    Tile<F32> a = floats(1, 2, 3, 5);
    assertThat(values(a.add(0.1))).isEqualTo(new float[] {3 + 0.1f, 5 + 0.1f});
    assertThat(values(a.add(0.1f))).isEqualTo(values(a.add(0.1)));
    assertThat(values(a.add(2))).isEqualTo(new float[] {5, 7});
    assertThat(values(a.sub(0.1))).isEqualTo(new float[] {3 - 0.1f, 5 - 0.1f});
    assertThat(values(a.sub(2))).isEqualTo(new float[] {1, 3});
    assertThat(values(a.mul(0.1))).isEqualTo(new float[] {3 * 0.1f, 5 * 0.1f});
    assertThat(values(a.mul(2))).isEqualTo(new float[] {6, 10});
    assertThat(values(a.div(0.1))).isEqualTo(new float[] {3 / 0.1f, 5 / 0.1f});
    assertThat(values(a.div(2))).isEqualTo(new float[] {1.5f, 2.5f});
    assertThat(values(a.max(4.5))).isEqualTo(new float[] {4.5f, 5});
    assertThat(values(a.max(4))).isEqualTo(new float[] {4, 5});
    assertThat(values(a.min(4.5))).isEqualTo(new float[] {3, 4.5f});
    assertThat(values(a.min(4))).isEqualTo(new float[] {3, 4});
    assertThat(values(a.add(16777217L))).isEqualTo(new float[] {3 + 16777216f, 5 + 16777216f});
  }

  @Test
  void fmaRoundsOnce() {
    float x = 1 + 0x1p-12f;
    Tile<F32> a = floats(1, 1, x);
    Tile<F32> c = floats(1, 1, -x * x);
    float lost = 0x1p-24f;
    assertThat(values(a.fma(a, c))).isEqualTo(new float[] {lost});
    assertThat(values(a.fma(x, c))).isEqualTo(new float[] {lost});
    assertThat(values(a.fma(a, -x * x))).isEqualTo(new float[] {lost});
    assertThat(values(a.fma(x, -x * x))).isEqualTo(new float[] {lost});
    assertThat(values(a.mul(a).add(c))).isEqualTo(new float[] {0});
    Tile<F32> grid = floats(2, 1, 2, 3).fma(floats(1, 2, 10, 20), floats(2, 2, 1, 2, 3, 4));
    assertThat(values(grid)).isEqualTo(new float[] {21, 42, 33, 64});
  }

  @Test
  void integersKeepAllBits() {
    Tile<I32> a = ints(1, 2, Integer.MAX_VALUE, 123456789);
    assertThat(intValues(a.add(1))).isEqualTo(new int[] {Integer.MIN_VALUE, 123456790});
    assertThat(intValues(a.mul(a))).isEqualTo(new int[] {1, (int) (123456789L * 123456789L)});
    assertThat(intValues(a.div(-2))).isEqualTo(new int[] {-1073741823, -61728394});
    long big = (1L << 60) + 1;
    long[] result = new long[1];
    Tensor.of(result, 1, 1).store(Tensor.of(new long[] {big}, 1, 1).load().mul(3).sub(big));
    assertThat(result).isEqualTo(new long[] {2 * big});
  }

  @Test
  void doublesAreComputedInDouble() {
    double[] result = new double[1];
    Tile<F64> tenth = Tile.fill(F64, shape(1, 1), 0.1);
    Tensor.of(result, 1, 1).store(tenth.add(tenth).add(0.1).exp().log().sqrt());
    double sum = 0.1 + 0.1 + 0.1;
    assertThat(result[0]).isEqualTo(Math.sqrt(Logarithm.log(Exponential.exp(sum))));
  }

  @Test
  void functionsAndBits() {
    Tile<F32> a = floats(1, 3, -2.5f, 0.5f, 3);
    assertThat(values(a.relu())).isEqualTo(new float[] {0, 0.5f, 3});
    assertThat(values(a.leakyRelu(0.5))).isEqualTo(new float[] {-1.25f, 0.5f, 3});
    assertThat(values(a.prelu(a))).isEqualTo(new float[] {6.25f, 0.5f, 3});
    assertThat(message(() -> a.cast(I32).leakyRelu(2))).contains("double");
    assertThat(message(() -> a.cast(I32).prelu(a.cast(I32)))).contains("I32 has no leakyRelu");
    assertThat(values(a.sign())).isEqualTo(new float[] {-1, 1, 1});
    assertThat(values(a.floor().add(a.ceil()))).isEqualTo(new float[] {-5, 1, 6});
    assertThat(values(a.rint())).isEqualTo(new float[] {-2, 0, 3});
    assertThat(values(a.round().sub(a.trunc()))).isEqualTo(new float[] {-1, 1, 0});
    assertThat(values(a.rem(2))).isEqualTo(new float[] {-0.5f, 0.5f, 1});
    assertThat(values(a.mod(2.0))).isEqualTo(new float[] {1.5f, 0.5f, 1});
    Tile<I32> k = ints(1, 3, 12, -3, 7);
    assertThat(intValues(k.and(10).or(1).xor(k))).isEqualTo(new int[] {5, -12, 4});
    assertThat(intValues(k.shl(k.and(1)))).isEqualTo(new int[] {12, -6, 14});
    assertThat(intValues(k.shr(1).add(k.ushr(31)).sub(k.not()))).isEqualTo(new int[] {19, -3, 11});
    Tile<BOOL> truth = k.gt(0).cast(BOOL);
    assertThat(bits(truth.eq(1))).isEqualTo(new int[] {1, 0, 1});
    assertThat(bits(truth.not().or(truth).ne(truth.and(1).xor(0)))).isEqualTo(new int[] {0, 1, 0});
    assertThat(bits(k.gt(0).xor(k.gt(7)))).isEqualTo(new int[] {0, 0, 1});
  }

  @Test
  void wrongScalars() {
    Tile<I32> a = ints(1, 1, 7);
    Exception large = assertThrows(ArithmeticException.class, () -> a.add(1L << 40));
    assertThat(large).hasMessageThat().contains("1099511627776 does not fit I32");
    assertThat(message(() -> a.mul(0.5))).contains("0.5 is a double, the tile is I32");
    assertThat(message(() -> a.gt(0.5))).contains("0.5 is a double");
    assertThrows(ArithmeticException.class, () -> a.div(0));
    assertThat(message(a::exp)).contains("I32 has no exp; cast to F32 or F64");
    assertThat(message(() -> a.fma(a, a))).contains("I32 has no fma");
    Tile<BOOL> truth = Tile.fill(BOOL, shape(1, 1), 1);
    assertThat(message(() -> truth.add(truth))).contains("BOOL has no add; cast to a type of");
    Tile<BOOL> pair = Tile.fill(BOOL, shape(1, 2), 1);
    assertThat(message(pair::rowSum)).contains("BOOL has no add");
  }

  @Test
  void comparisons() {
    Tile<F32> a = floats(1, 4, 1, 2, 3, Float.NaN);
    Tile<F32> b = floats(1, 4, 2, 2, 2, 2);
    assertThat(bits(a.lt(b))).isEqualTo(new int[] {1, 0, 0, 0});
    assertThat(bits(a.le(b))).isEqualTo(new int[] {1, 1, 0, 0});
    assertThat(bits(a.gt(b))).isEqualTo(new int[] {0, 0, 1, 0});
    assertThat(bits(a.ge(b))).isEqualTo(new int[] {0, 1, 1, 0});
    assertThat(bits(a.eq(b))).isEqualTo(new int[] {0, 1, 0, 0});
    assertThat(bits(a.ne(b))).isEqualTo(new int[] {1, 0, 1, 1});
  }

  @Test
  void comparisonsWithScalars() {
    Tile<F32> a = floats(1, 3, 1, 2, 0.1f);
    assertThat(bits(a.lt(0.1))).isEqualTo(new int[] {0, 0, 0});
    assertThat(bits(a.le(0.1))).isEqualTo(new int[] {0, 0, 1});
    assertThat(bits(a.eq(0.1))).isEqualTo(new int[] {0, 0, 1});
    assertThat(bits(a.ne(0.1))).isEqualTo(new int[] {1, 1, 0});
    assertThat(bits(a.gt(0.1))).isEqualTo(new int[] {1, 1, 0});
    assertThat(bits(a.ge(0.1))).isEqualTo(new int[] {1, 1, 1});
    assertThat(bits(a.lt(2))).isEqualTo(new int[] {1, 0, 1});
    assertThat(bits(a.le(2))).isEqualTo(new int[] {1, 1, 1});
    assertThat(bits(a.eq(2))).isEqualTo(new int[] {0, 1, 0});
    assertThat(bits(a.ne(2))).isEqualTo(new int[] {1, 0, 1});
    assertThat(bits(a.gt(1))).isEqualTo(new int[] {0, 1, 0});
    assertThat(bits(a.ge(1))).isEqualTo(new int[] {1, 1, 0});
  }

  @Test
  void masksCombineAndSelect() {
    Tile<F32> a = floats(2, 2, 1, 2, 3, 4);
    Mask high = a.gt(2);
    Mask even = a.cast(I32).div(2).mul(2).eq(a.cast(I32));
    assertThat(bits(high.and(even))).isEqualTo(new int[] {0, 0, 0, 1});
    assertThat(bits(high.or(even))).isEqualTo(new int[] {0, 1, 1, 1});
    assertThat(bits(high.not())).isEqualTo(new int[] {1, 1, 0, 0});
    assertThat(values(high.select(a, a.neg()))).isEqualTo(new float[] {-1, -2, 3, 4});
    Tile<F32> nan = Tile.fill(F32, shape(1, 1), Double.NaN);
    assertThat(values(high.select(a, Tile.fill(F32, shape(2, 1), 9))))
        .isEqualTo(new float[] {9, 9, 3, 4});
    assertThat(values(high.not().select(nan, a))[3]).isEqualTo(4f);
    Mask column = floats(2, 1, 0, 1).gt(0.5);
    assertThat(values(column.select(a, nan.mul(0).eq(0).select(a, a.neg()))))
        .isEqualTo(new float[] {-1, -2, 3, 4});
    byte[] stored = new byte[4];
    Tensor.of(BOOL, stored, 2, 2).store(high.cast(BOOL));
    assertThat(stored).isEqualTo(new byte[] {0, 0, 1, 1});
    assertThat(high.toString()).isEqualTo("mask [2, 2] [false, false, true, true]");
  }

  @Test
  void extentsOfOneStretch() {
    Tile<F32> column = floats(2, 1, 10, 20);
    Tile<F32> row = floats(1, 3, 1, 2, 3);
    float[] sums = {11, 12, 13, 21, 22, 23};
    assertThat(values(column.add(row))).isEqualTo(sums);
    assertThat(values(row.add(column))).isEqualTo(sums);
    Tile<F32> all = floats(2, 3, sums);
    assertThat(values(all.sub(row))).isEqualTo(new float[] {10, 10, 10, 20, 20, 20});
    assertThat(values(all.sub(column))).isEqualTo(new float[] {1, 2, 3, 1, 2, 3});
    assertThat(values(floats(1, 1, 1).add(all))).isEqualTo(new float[] {12, 13, 14, 22, 23, 24});
  }

  @Test
  void otherShapesDoNot() {
    Tile<F32> a = floats(2, 3, new float[6]);
    assertThat(message(() -> a.add(floats(3, 2, new float[6]))))
        .isEqualTo("shapes differ: [2, 3] and [3, 2]; only an extent of 1 is stretched");
    assertThat(message(() -> a.lt(floats(2, 2, new float[4])))).contains("[2, 3] and [2, 2]");
    assertThat(message(() -> a.lt(0).and(floats(2, 2, new float[4]).lt(0))))
        .contains("shapes differ");
    assertThat(message(() -> a.lt(0).select(a, floats(2, 2, new float[4]))))
        .contains("shapes differ");
    assertThat(message(() -> a.fma(a, floats(3, 1, 1, 2, 3)))).contains("shapes differ");
  }

  private static Tile<F32> ragged(int validRows, int validColumns) {
    float[] data = new float[validRows * validColumns];
    for (int i = 0; i < data.length; i++) {
      data[i] = i;
    }
    Tensor<F32> tensor =
        data.length == 0
            ? Tensor.zeros(F32, shape(1, 1))
            : Tensor.of(data, validRows, validColumns);
    return tensor.load(at(0, 0), shape(4, 4), shape(validRows, validColumns));
  }

  @Test
  void validBoxesOfOperandsAreEqual() {
    assertThat(message(() -> ragged(2, 3).add(ragged(3, 3))))
        .isEqualTo(
            "valid boxes differ: [4, 4] valid [2, 3] and [4, 4] valid [3, 3]; only an extent of 1"
                + " is stretched");
    assertThat(message(() -> ragged(2, 3).add(Tile.fill(F32, shape(4, 4), 0))))
        .contains("valid boxes differ");
    assertThat(ragged(2, 3).add(floats(1, 1, 1)).add(ragged(2, 3)).toString())
        .isEqualTo("F32 [4, 4] valid [2, 3] [1.0, 3.0, 5.0, 7.0, 9.0, 11.0]");
    Tile<F32> centred = ragged(2, 3).sub(ragged(2, 3).rowMax());
    assertThat(centred.toString())
        .isEqualTo("F32 [4, 4] valid [2, 3] [-2.0, -1.0, 0.0, -2.0, -1.0, 0.0]");
  }

  @Test
  void emptyBoxesDoNotStretch() {
    Tile<F32> empty = Tensor.of(new float[4], 1, 4).load(at(0, 0), shape(1, 4), shape(0, 4));
    assertThat(message(() -> floats(4, 4, new float[16]).add(empty)))
        .contains("valid boxes differ: [4, 4] and [1, 4] valid [0, 4]");
  }

  @Test
  void rowReductionsFoldTheValidBox() {
    Tile<F32> a = ragged(3, 2); // 0 1, 2 3, 4 5
    assertThat(a.rowSum().toString()).isEqualTo("F32 [4, 1] valid [3, 1] [1.0, 5.0, 9.0]");
    assertThat(a.rowMax().toString()).isEqualTo("F32 [4, 1] valid [3, 1] [1.0, 3.0, 5.0]");
    assertThat(a.rowMin().toString()).isEqualTo("F32 [4, 1] valid [3, 1] [0.0, 2.0, 4.0]");
    assertThat(a.neg().rowMax().toString()).contains("[-0.0, -2.0, -4.0]");
  }

  @Test
  void columnReductionsFoldTheValidBox() {
    Tile<F32> a = ragged(3, 2);
    assertThat(a.colSum().toString()).isEqualTo("F32 [1, 4] valid [1, 2] [6.0, 9.0]");
    assertThat(a.colMax().toString()).isEqualTo("F32 [1, 4] valid [1, 2] [4.0, 5.0]");
    assertThat(a.colMin().toString()).isEqualTo("F32 [1, 4] valid [1, 2] [0.0, 1.0]");
  }

  @Test
  void sumsHaveTheirOrder() {
    float[] x = new float[100];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) Math.sin(i) * (1 << i % 20);
    }
    float[] strands = Arrays.copyOf(x, 32);
    for (int i = 32; i < x.length; i++) {
      strands[i % 32] += x[i];
    }
    for (int w = 16; w > 0; w /= 2) {
      for (int k = 0; k < w; k++) {
        strands[k] += strands[k + w];
      }
    }
    float ascending = 0;
    for (float v : x) {
      ascending += v;
    }
    assertThat(ascending).isNotEqualTo(strands[0]);
    assertThat(values(floats(1, 100, x).rowSum())).isEqualTo(new float[] {strands[0]});
    assertThat(values(floats(100, 1, x).colSum())).isEqualTo(new float[] {ascending});
  }

  @Test
  void maximumAndMinimumPropagateNotANumber() {
    Tile<F32> a = floats(1, 40, new float[40]);
    Tile<F32> b = floats(1, 40, withNaN(40, 37));
    assertThat(values(b.rowMax())[0]).isNaN();
    assertThat(values(b.rowMin())[0]).isNaN();
    assertThat(values(a.max(b))[37]).isNaN();
    assertThat(values(b.min(a))[37]).isNaN();
    assertThat(values(b.colMax())[37]).isNaN();
    assertThat(values(floats(1, 2, -0f, 0f).rowMin())).isEqualTo(new float[] {-0f});
  }

  private static float[] withNaN(int length, int at) {
    float[] values = new float[length];
    values[at] = Float.NaN;
    return values;
  }

  @Test
  void integerReductionsWrap() {
    Tile<I32> a = ints(2, 2, Integer.MAX_VALUE, 1, 5, -7);
    assertThat(intValues(a.rowSum())).isEqualTo(new int[] {Integer.MIN_VALUE, -2});
    assertThat(intValues(a.colMax())).isEqualTo(new int[] {Integer.MAX_VALUE, 1});
    assertThat(intValues(a.rowMin())).isEqualTo(new int[] {1, -7});
  }

  @Test
  void anEmptyBoxHasNoReduction() {
    List<UnaryOperator<Tile<F32>>> reductions =
        List.of(Tile::rowSum, Tile::rowMax, Tile::rowMin, Tile::colSum, Tile::colMax, Tile::colMin);
    for (UnaryOperator<Tile<F32>> reduction : reductions) {
      assertThat(message(() -> values(reduction.apply(ragged(0, 0)))))
          .isEqualTo(
              "reduction over the empty valid box of a tile [4, 4] valid [0, 0]; load at least one"
                  + " row and one column");
    }
  }

  @Test
  void castsOfEveryPair() {
    Tile<F32> a = floats(1, 3, 1.9f, -2.5f, Float.NaN);
    assertThat(intValues(a.cast(I32))).isEqualTo(new int[] {1, -2, 0});
    assertThat(bits(a.cast(BOOL).eq(Tile.fill(BOOL, shape(1, 1), 1))))
        .isEqualTo(new int[] {1, 1, 1});
    List<DType> types = List.of(F16, BF16, F32, F64, I8, I16, I32, I64, U8, BOOL);
    for (DType from : types) {
      for (DType to : types) {
        Tile<?> one = Tile.fill(from, shape(2, 3), 1).cast(to);
        assertWithMessage("%s to %s", from, to).that(one.dtype()).isEqualTo(to);
        assertThat(one.toString()).isEqualTo(Tile.fill(to, shape(2, 3), 1).toString());
      }
    }
  }

  @Test
  void castsToNarrowTypesWrapOrSaturate() {
    Tile<F32> a = floats(1, 5, 300.9f, -300.9f, Float.NaN, 1e30f, -1f);
    assertThat(intValues(a.cast(I8).cast(I32))).isEqualTo(new int[] {127, -128, 0, 127, -1});
    assertThat(intValues(a.cast(U8).cast(I32))).isEqualTo(new int[] {255, 0, 0, 255, 0});
    assertThat(intValues(a.cast(I16).cast(I32))).isEqualTo(new int[] {300, -300, 0, 32767, -1});
    Tile<I32> b = Tensor.of(new int[] {300, -300, 255, 128}, 1, 4).load();
    assertThat(intValues(b.cast(I8).cast(I32))).isEqualTo(new int[] {44, -44, -1, -128});
    assertThat(intValues(b.cast(U8).cast(I32))).isEqualTo(new int[] {44, 212, 255, 128});
    assertThat(intValues(b.cast(I8).cast(U8).cast(I32))).isEqualTo(new int[] {44, 212, 255, 128});
  }

  @Test
  void halvesRoundAfterEveryOperation() {
    Tile<F16> a = Tile.fill(F16, shape(1, 1), 2048);
    assertThat(values(a.add(1).add(1).cast(F32))).isEqualTo(new float[] {2048f});
    assertThat(values(a.add(2).cast(F32))).isEqualTo(new float[] {2050f});
    assertThat(values(a.mul(a).cast(F32))).isEqualTo(new float[] {Float.POSITIVE_INFINITY});
    Tile<BF16> b = Tile.fill(BF16, shape(1, 1), 256);
    assertThat(values(b.add(1).cast(F32))).isEqualTo(new float[] {256f});
    assertThat(values(b.mul(b).cast(F32))).isEqualTo(new float[] {65536f});
    assertThat(values(b.div(3).cast(F32))).isEqualTo(new float[] {85.5f});
    assertThat(values(a.fma(a, a.neg()).cast(F32)))
        .isEqualTo(new float[] {Float.POSITIVE_INFINITY});
    assertThat(values(Tile.fill(F16, shape(1, 1), 0.1).leakyRelu(2).cast(F32)))
        .isEqualTo(new float[] {Float.float16ToFloat(Float.floatToFloat16(0.1f))});
  }

  @Test
  void reductionsOfHalvesRoundOnce() {
    Tile<F16> ones = Tile.fill(F16, shape(1, 3000), 1);
    assertThat(values(ones.rowSum().cast(F32))).isEqualTo(new float[] {3000f});
    assertThat(values(ones.transpose().colSum().cast(F32))).isEqualTo(new float[] {3000f});
    Tile<BF16> many = Tile.fill(BF16, shape(1, 600), 1);
    assertThat(values(many.rowSum().cast(F32))).isEqualTo(new float[] {600f});
    assertThat(values(many.add(1).rowProd().cast(F32)))
        .isEqualTo(new float[] {Float.POSITIVE_INFINITY});
  }

  @Test
  void fills() {
    assertThat(values(Tile.fill(F32, shape(1, 2), 0.1))).isEqualTo(new float[] {0.1f, 0.1f});
    assertThat(intValues(Tile.fill(I32, shape(2, 1), -3))).isEqualTo(new int[] {-3, -3});
    assertThat(Tile.fill(F64, shape(2, 3, 4), 0).dim(0)).isEqualTo(6);
    assertThat(Tile.fill(F64, shape(7), 0).toString()).startsWith("F64 [1, 7]");
    assertThat(message(() -> Tile.fill(I32, shape(1, 1), 0.5))).contains("0.5 is a double");
    assertThrows(ArithmeticException.class, () -> Tile.fill(I32, shape(1, 1), 1L << 31));
    assertThat(message(() -> Tile.fill(F32, shape(1, 0), 0.0)))
        .isEqualTo(
            "the shape of a tile [1, 0]: axis 1 has extent 0, at least 1 is needed; only a signal"
                + " may have an extent of 0");
    assertThat(message(() -> Tile.fill(F32, shape(1 << 20, 1 << 20), 0.0)))
        .contains("is too large; load it in blocks");
  }

  @Test
  void axes() {
    Tile<F32> a = floats(2, 3, new float[6]);
    assertThat(a.dim(0)).isEqualTo(2);
    assertThat(a.dim(1)).isEqualTo(3);
    assertThat(a.dim(-1)).isEqualTo(3);
    assertThat(a.dim(-2)).isEqualTo(2);
    Exception none = assertThrows(IndexOutOfBoundsException.class, () -> a.dim(2));
    assertThat(none).hasMessageThat().contains("a tile has 2 axes");
    assertThat(a.dtype()).isEqualTo(F32);
    assertThat(Tile.fill(F32, shape(4, 5), 0).toString()).endsWith("...");
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"})
  void rawTypesAreFoundOut() {
    Tile raw = ints(1, 1, 7);
    Tile<F32> a = floats(1, 1, 7);
    assertThat(message(() -> a.add(raw)))
        .isEqualTo("element types differ: F32 and I32; cast one of them");
    assertThat(message(() -> a.gt(0).select(a, raw))).contains("element types differ");
    assertThat(message(() -> a.fma(a, raw))).contains("element types differ");
    assertThat(message(() -> Tensor.of(new float[1], 1, 1).store(raw)))
        .contains("takes no tile of I32; cast it to F32");
  }

  @Test
  void largeTilesAreUsable() {
    Tile<F32> a = Tile.fill(F32, shape(256, 256), 1.5);
    assertThat(values(a.mul(2).add(a).rowSum())[255]).isEqualTo(4.5f * 256);
  }

  @Test
  void combinesByAnOperator() {
    Tile<I32> a = Tensor.of(new int[] {6, -2, 3, 12}, 2, 2).load();
    Tile<I32> b = Tensor.of(new int[] {3, 5, -3, 10}, 2, 2).load();
    assertThat(intValues(a.combine(b, Reduce.SUM))).isEqualTo(new int[] {9, 3, 0, 22});
    assertThat(intValues(a.combine(b, Reduce.PROD))).isEqualTo(new int[] {18, -10, -9, 120});
    assertThat(intValues(a.combine(b, Reduce.MAX))).isEqualTo(new int[] {6, 5, 3, 12});
    assertThat(intValues(a.combine(b, Reduce.MIN))).isEqualTo(new int[] {3, -2, -3, 10});
    assertThat(intValues(a.combine(b, Reduce.AND))).isEqualTo(new int[] {2, 4, 1, 8});
    assertThat(intValues(a.combine(b, Reduce.OR))).isEqualTo(new int[] {7, -1, -1, 14});
    assertThat(intValues(a.combine(b, Reduce.XOR))).isEqualTo(new int[] {5, -5, -2, 6});
  }

  @Test
  void foldsByAnOperator() {
    Tile<I32> a = Tensor.of(new int[] {6, -2, 3, 12}, 2, 2).load();
    assertThat(intValues(a.rowReduce(Reduce.SUM))).isEqualTo(new int[] {4, 15});
    assertThat(intValues(a.rowReduce(Reduce.PROD))).isEqualTo(new int[] {-12, 36});
    assertThat(intValues(a.colReduce(Reduce.MAX))).isEqualTo(new int[] {6, 12});
    assertThat(intValues(a.colReduce(Reduce.MIN))).isEqualTo(new int[] {3, -2});
    assertThat(message(() -> a.colReduce(Reduce.XOR))).contains("not folded by XOR");
    assertThat(message(() -> a.cast(F32).combine(a.cast(F32), Reduce.AND)))
        .contains("F32 has no and");
  }

  @Test
  void productsOfNarrowFactorsAreSummedWide() {
    Tile<I8> bytes = Tensor.of(I8, new byte[] {100, 100, 100, 100}, 2, 2).load();
    Tile<I32> sums = bytes.matmul(bytes, I32);
    assertThat(sums.toString()).isEqualTo(Tile.fill(I32, shape(2, 2), 20_000).toString());
    assertThat(sums.addMatmul(bytes, bytes).toString())
        .isEqualTo(Tile.fill(I32, shape(2, 2), 40_000).toString());
    var narrow = assertThrows(IllegalArgumentException.class, () -> bytes.matmul(bytes));
    assertThat(narrow)
        .hasMessageThat()
        .isEqualTo("products of I8 are summed in I32: matmul(right, I32)");
    var floats = assertThrows(IllegalArgumentException.class, () -> bytes.matmul(bytes, F32));
    assertThat(floats)
        .hasMessageThat()
        .isEqualTo("products of I8 are not summed in F32, but in I32");
  }
}
