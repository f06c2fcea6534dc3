package dev.smalti.lang;

import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.reference.Philox;
import org.junit.jupiter.api.Test;

final class ArrangementTest {
  private static final Tile<F32> T = Tensor.of(new float[] {3, 1, 2, Float.NaN, 5, 5}, 2, 3).load();

  private static final Tile<I32> K = Tensor.of(new int[] {0, 1, 2, 3, 4, 5}, 2, 3).load();

  private static final Tile<F32> RAGGED =
      Tensor.of(new float[] {1, 2, 3, 4}, 2, 2).load(at(0, 0), shape(3, 4), shape(2, 2));

  private static float[] values(Tile<F32> tile) {
    float[] result = new float[tile.dim(0) * tile.dim(1)];
    Tensor.of(result, tile.dim(0), tile.dim(1)).store(tile);
    return result;
  }

  private static int[] ints(Tile<I32> tile) {
    int[] result = new int[tile.dim(0) * tile.dim(1)];
    Tensor.of(result, tile.dim(0), tile.dim(1)).store(tile);
    return result;
  }

  private static <E extends Exception> String refused(Class<E> type, Runnable wrong) {
    return String.valueOf(assertThrows(type, wrong::run).getMessage());
  }

  @Test
  void placesOfTheGreatestAndTheLeast() {
    assertThat(ints(T.rowArgMax())).isEqualTo(new int[] {0, 0});
    assertThat(ints(T.rowArgMin())).isEqualTo(new int[] {1, 0});
    assertThat(ints(T.colArgMax())).isEqualTo(new int[] {1, 1, 1});
    assertThat(ints(T.colArgMin())).isEqualTo(new int[] {1, 0, 0});
    assertThat(ints(K.sub(4).abs().rowArgMin())).isEqualTo(new int[] {2, 1});
    assertThat(ints(T.rowArgTop(3))).isEqualTo(new int[] {0, 2, 1, 0, 1, 2});
    assertThat(ints(T.rowArgTop(1))).isEqualTo(new int[] {0, 0});
    assertThat(refused(IllegalArgumentException.class, () -> T.rowArgTop(4)))
        .contains("rowArgTop(4) of a tile [2, 3]");
    Tile<BOOL> truth = K.gt(2).cast(BOOL);
    assertThat(refused(IllegalArgumentException.class, truth::rowArgMax)).contains("no order");
  }

  @Test
  void productsAndFoldsOfMasks() {
    assertThat(values(T.colProd())).isEqualTo(new float[] {Float.NaN, 5, 10});
    assertThat(ints(K.rowProd())).isEqualTo(new int[] {0, 60});
    Mask large = K.gt(1);
    assertThat(ints(large.rowAny().cast(I32))).isEqualTo(new int[] {1, 1});
    assertThat(ints(large.rowAll().cast(I32))).isEqualTo(new int[] {0, 1});
    assertThat(ints(large.colAny().cast(I32))).isEqualTo(new int[] {1, 1, 1});
    assertThat(ints(large.colAll().cast(I32))).isEqualTo(new int[] {0, 0, 1});
  }

  @Test
  void shapes() {
    assertThat(ints(K.transpose())).isEqualTo(new int[] {0, 3, 1, 4, 2, 5});
    assertThat(ints(K.reshape(shape(3, 2)))).isEqualTo(new int[] {0, 1, 2, 3, 4, 5});
    assertThat(ints(K.slice(at(0, 1), shape(2, 2)))).isEqualTo(new int[] {1, 2, 4, 5});
    assertThat(ints(K.concat(K.neg())))
        .isEqualTo(new int[] {0, 1, 2, 0, -1, -2, 3, 4, 5, -3, -4, -5});
    assertThat(ints(K.assemble(K.slice(at(1, 0), shape(1, 2)), at(0, 1))))
        .isEqualTo(new int[] {0, 3, 4, 3, 4, 5});
    assertThat(refused(IllegalArgumentException.class, () -> K.reshape(shape(4, 2))))
        .contains("[2, 3] cannot become [4, 2]");
    assertThat(refused(IllegalArgumentException.class, () -> RAGGED.reshape(shape(4, 3))))
        .contains("every element is valid");
    assertThat(refused(IndexOutOfBoundsException.class, () -> K.slice(at(0, 2), shape(1, 2))))
        .contains("leaves the valid box");
    assertThat(refused(IllegalArgumentException.class, () -> RAGGED.concat(RAGGED)))
        .contains("every column of the first is valid");
    assertThat(refused(IndexOutOfBoundsException.class, () -> RAGGED.assemble(T, at(0, 0))))
        .contains("leaves the valid box");
  }

  @Test
  void validBoxes() {
    assertThat(values(RAGGED.pad(9))).isEqualTo(new float[] {1, 2, 9, 9, 3, 4, 9, 9, 9, 9, 9, 9});
    assertThat(values(RAGGED.pad(shape(2, 3), 0.5)))
        .isEqualTo(new float[] {1, 2, 0.5f, 3, 4, 0.5f});
    assertThat(values(RAGGED.pad(7.0).rowSum())).isEqualTo(new float[] {17, 21, 28});
    assertThat(values(RAGGED.transpose().pad(0).rowSum())).isEqualTo(new float[] {4, 6, 0, 0});
    assertThat(values(K.cast(F32).narrow(shape(1, 2)).rowSum().pad(-1)))
        .isEqualTo(new float[] {1, -1});
    assertThat(refused(IllegalArgumentException.class, () -> RAGGED.pad(shape(1, 9), 0)))
        .contains("does not fit [1, 9]");
    assertThat(refused(IllegalArgumentException.class, () -> RAGGED.narrow(shape(3, 1))))
        .contains("not inside that of the tile [3, 4] valid [2, 2]");
  }

  @Test
  void numbersFromNowhere() {
    assertThat(ints(Tile.iota(I32, shape(2, 2), 7))).isEqualTo(new int[] {7, 8, 9, 10});
    assertThat(ints(Tile.iota(I32, shape(1, 2), Integer.MAX_VALUE)))
        .isEqualTo(new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE});
    assertThat(refused(IllegalArgumentException.class, () -> Tile.iota(F32, shape(1, 2), 0)))
        .contains("I32 or I64");
    assertThat(ints(Mask.lower(shape(2, 3), 0).cast(I32))).isEqualTo(new int[] {1, 0, 0, 1, 1, 0});
    assertThat(ints(Mask.upper(shape(2, 3), 1).cast(I32))).isEqualTo(new int[] {0, 1, 1, 0, 0, 1});
    assertThat(ints(Tile.randomBits(shape(1, 5), 3, 8)))
        .isEqualTo(
            new int[] {
              Philox.bits(3, 8, 0),
              Philox.bits(3, 8, 1),
              Philox.bits(3, 8, 2),
              Philox.bits(3, 8, 3),
              Philox.bits(3, 9, 0)
            });
  }

  @Test
  void elementsByAnIndex() {
    Tile<I32> index = Tensor.of(new int[] {2, 2, 0, 1}, 2, 2).load();
    assertThat(ints(K.gather(index))).isEqualTo(new int[] {2, 2, 3, 4});
    assertThat(ints(K.scatter(index, index.add(10)))).isEqualTo(new int[] {0, 1, 12, 10, 11, 5});
    Tile<I32> rows = Tensor.of(new int[] {1, 1, 0}, 3, 1).load();
    assertThat(ints(K.gatherRows(rows))).isEqualTo(new int[] {3, 4, 5, 3, 4, 5, 0, 1, 2});
    Tile<I32> source = Tile.iota(I32, shape(3, 3), 20);
    assertThat(ints(K.scatterRows(rows, source))).isEqualTo(new int[] {26, 27, 28, 23, 24, 25});
    assertThat(refused(IndexOutOfBoundsException.class, () -> K.gather(K)))
        .isEqualTo("element [1, 0] of the index is 3, outside 0 to 2");
    assertThat(refused(IndexOutOfBoundsException.class, () -> K.gatherRows(rows.sub(1))))
        .isEqualTo("element [2, 0] of the index is -1, outside 0 to 1");
    assertThat(refused(IllegalArgumentException.class, () -> K.gatherRows(K)))
        .contains("it has one column");
    assertThat(refused(IllegalArgumentException.class, () -> K.scatter(index, K)))
        .contains("each element needs its place");
  }
}
