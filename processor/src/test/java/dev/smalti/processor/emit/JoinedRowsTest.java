package dev.smalti.processor.emit;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static dev.smalti.lang.Smalti.at;
import static dev.smalti.lang.Smalti.shape;
import static java.util.Objects.requireNonNull;

import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that lie one behind the other are one; others are not touched in between. */
final class JoinedRowsTest {
  private static final float SENTINEL = -77;

  private static final String HEAD =
      """
      smalti ir 1

      incore app.Rows.scale  @ Rows.java:1:1
          in x: tensor<F32>[R, C]  @ Rows.java:1:1
          out y: tensor<F32>[R, C]  @ Rows.java:1:1
          symbols R, C
      """;

  private static final String SCALE =
      HEAD
          + """
            for r in 0..R  @ Rows.java:2:1
              store fused { load x[r, 0] shape(1, C) * F32(3) + F32(0.1) } -> y[r, 0]  @ Rows.java:2:1
          """;

  private static final String IN_PLACE =
      """
      smalti ir 1

      incore app.Rows.scale  @ Rows.java:1:1
          inout y: tensor<F32>[R, C]  @ Rows.java:1:1
          symbols R, C
        for r in 0..BOUND  @ Rows.java:2:1
          store fused { load y[r, 0] shape(1, C) * F32(3) + F32(0.1) } -> y[TO, 0]  @ Rows.java:2:1
      """;

  @ParameterizedTest
  @CsvSource({"2, 2", "3, 2", "4, 1"})
  void theLoopOverNativeMemoryHasFewPlaces(int loads, int joined) {
    String names = "abcd".substring(0, loads);
    StringBuilder ir = new StringBuilder("smalti ir 1\n\nincore app.Rows.scale  @ Rows.java:1:1\n");
    names
        .chars()
        .forEach(
            name -> ir.append("    in %c: tensor<F32>[R, C]  @ Rows.java:1:1\n".formatted(name)));
    String sum =
        names
            .chars()
            .mapToObj("load %c[r, 0] shape(1, C)"::formatted)
            .collect(Collectors.joining(" + "));
    ir.append("    out y: tensor<F32>[R, C]  @ Rows.java:1:1\n    symbols R, C\n");
    ir.append("  for r in 0..R  @ Rows.java:2:1\n");
    ir.append("    store fused { %s } -> y[r, 0]  @ Rows.java:2:1\n".formatted(sum));
    String vectors =
        requireNonNull(Emitted.sources(ir.toString(), Aliasing.NONE).get("app.Rows_scale_Vector"));
    assertThat(vectors.split("joinedRows\\(", -1)).hasLength(joined + 1);
  }

  private static float scaled(float x) {
    return x * 3 + 0.1f;
  }

  private static boolean isJoined(String ir) {
    List<String> joined =
        Emitted.sources(ir, Aliasing.NONE).values().stream()
            .filter(text -> text.contains("joinedRows("))
            .toList();
    assertThat(joined.size()).isAnyOf(0, 2); // The two tiers agree.
    return !joined.isEmpty();
  }

  /** All that is in a tensor but its first and last row, and some columns. */
  private static Tensor<Smalti.F32> inner(Tensor<Smalti.F32> all, int columns, int from) {
    return all.slice(at(1, from), shape(all.dim(0) - 2, columns));
  }

  @ParameterizedTest
  @CsvSource({"1,1", "1,7", "2,1", "3,5", "7,33", "5,32", "64,1024", "131,1001", "3,70000"})
  void denseAndWideRowsAreWhatTheyWere(int rows, int columns) {
    Emitted emitted = Emitted.of(SCALE);
    for (int wider : new int[] {0, 3}) {
      for (int widerTarget : new int[] {0, 3}) {
        for (boolean heap : new boolean[] {true, false}) {
          float[] in = Tensors.floats(rows + columns, (rows + 2) * (columns + wider), false);
          float[] out = new float[(rows + 2) * (columns + widerTarget)];
          Arrays.fill(out, SENTINEL);
          Tensor<Smalti.F32> source =
              heap
                  ? Tensor.of(in, rows + 2, columns + wider)
                  : Tensors.nativeOf(in, rows + 2, columns + wider);
          Tensor<Smalti.F32> target =
              heap
                  ? Tensor.of(out, rows + 2, columns + widerTarget)
                  : Tensors.nativeOf(out, rows + 2, columns + widerTarget);
          emitted.call(
              "app.RowsKernels",
              "scale",
              inner(source, columns, wider / 2),
              inner(target, columns, widerTarget / 2));

          float[] expected = new float[out.length];
          Arrays.fill(expected, SENTINEL);
          for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
              expected[(i + 1) * (columns + widerTarget) + widerTarget / 2 + j] =
                  scaled(in[(i + 1) * (columns + wider) + wider / 2 + j]);
            }
          }
          Tensors.assertSameBits(
              "%d rows of %d, wider by %d and %d, heap %s"
                  .formatted(rows, columns, wider, widerTarget, heap),
              target,
              Tensor.of(expected, rows + 2, columns + widerTarget));
        }
      }
    }
  }

  @Test
  void wholeRowsAtTheCounterAreJoined() {
    assertThat(isJoined(SCALE)).isTrue();
    String constant =
        SCALE
            .replace("[R, C]", "[8, 32]")
            .replace("(1, C)", "(1, 32)")
            .replace("0..R", "0..8")
            .replace("    symbols R, C\n", "");
    assertThat(isJoined(constant)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "load x[0, 0] shape(1, C) * F32(3)", // The same row in every round.
        "load x[r, 0] shape(1, C) * F32((float) r)", // Another number in every round.
        "load x[r, 0] shape(1, C) * load x[r, 0] shape(1, 1)", // One element a row.
        "load x[R - 1 - r, 0] shape(1, C) * F32(3)", // Upwards.
        "load x[r, 0] shape(1, C) * F32(x[0, 0])", // Read again in every round.
      })
  void whatDiffersFromRowToRowIsNot(String value) {
    assertThat(isJoined(SCALE.replace("load x[r, 0] shape(1, C) * F32(3) + F32(0.1)", value)))
        .isFalse();
  }

  @Test
  void partOfARowIsNot() {
    String part =
        SCALE
            .replace("in x: tensor<F32>[R, C]", "in x: tensor<F32>[R, D]")
            .replace("symbols R, C", "symbols R, C, D");
    assertThat(isJoined(part)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aRowThatTheNextOneReadsIsStoredFirst(int down) {
    String ir =
        IN_PLACE
            .replace("BOUND", down == 0 ? "R" : "R - " + down)
            .replace("TO", down == 0 ? "r" : "r + " + down);
    assertThat(isJoined(ir)).isEqualTo(down == 0);
    Emitted emitted = Emitted.of(ir);
    int rows = 9;
    for (int columns : new int[] {1, 5, 40}) {
      float[] y = Tensors.floats(columns, rows * columns, false);
      float[] expected = y.clone();
      for (int i = 0; i < (rows - down) * columns; i++) {
        expected[i + down * columns] = scaled(expected[i]);
      }
      emitted.call("app.RowsKernels", "scale", Tensor.of(y, rows, columns));
      assertWithMessage("%s columns", columns).that(y).isEqualTo(expected);
    }
  }

  @Test
  void aRowThatTheNextViewReadsIsStoredFirst() {
    String ir =
        """
        smalti ir 1

        incore app.Rows.scale  @ Rows.java:1:1
            inout y: tensor<F32>[9, 5]  @ Rows.java:1:1
          below: tensor<F32>[8, 5] = view y[1, 0] shape(8, 5)  @ Rows.java:2:1
          for r in 0..8  @ Rows.java:2:1
            store fused { load y[r, 0] shape(1, 5) * F32(3) + F32(0.1) } -> below[r, 0]  @ Rows.java:2:1
        """;
    assertThat(isJoined(ir)).isFalse();
  }

  /** What may be read and written is the same elements, which are stored behind their read. */
  @ParameterizedTest
  @CsvSource({"7, 33", "131, 1001"})
  void theTargetMayBeTheSource(int rows, int columns) {
    Emitted emitted = Emitted.of(SCALE, (_, _) -> true);
    for (boolean heap : new boolean[] {true, false}) {
      float[] values = Tensors.floats(rows, rows * columns, false);
      float[] expected = new float[values.length];
      for (int i = 0; i < values.length; i++) {
        expected[i] = scaled(values[i]);
      }
      Tensor<Smalti.F32> y =
          heap ? Tensor.of(values, rows, columns) : Tensors.nativeOf(values, rows, columns);
      emitted.call("app.RowsKernels", "scale", y, y);
      Tensors.assertSameBits("heap " + heap, y, Tensor.of(expected, rows, columns));
    }
  }
}
