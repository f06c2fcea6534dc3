package dev.smalti.lang;

import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SmaltiTest {
  @Test
  void ranges() {
    assertThat(range(3)).isEqualTo(new int[] {0, 1, 2});
    assertThat(range(0)).isEmpty();
    assertThat(range(-5)).isEmpty();
    assertThat(range(2, 5)).isEqualTo(new int[] {2, 3, 4});
    assertThat(range(5, 2)).isEmpty();
    assertThat(range(0, 10, 4)).isEqualTo(new int[] {0, 4, 8});
    assertThat(range(10, 0, -4)).isEqualTo(new int[] {10, 6, 2});
    assertThat(range(0, 8, 4)).isEqualTo(new int[] {0, 4});
    assertThat(range(Integer.MAX_VALUE - 2, Integer.MAX_VALUE, 5))
        .isEqualTo(new int[] {Integer.MAX_VALUE - 2});
    assertThat(range(Integer.MIN_VALUE, Integer.MAX_VALUE, 1 << 30))
        .isEqualTo(new int[] {Integer.MIN_VALUE, -(1 << 30), 0, 1 << 30});
    assertThat(range(0, -10, Integer.MIN_VALUE)).isEqualTo(new int[] {0});
  }

  @Test
  void wrongRanges() {
    Exception endless = assertThrows(IllegalArgumentException.class, () -> range(0, 5, 0));
    assertThat(endless).hasMessageThat().contains("range(0, 5, 0) never ends");
    Exception large =
        assertThrows(
            IllegalArgumentException.class, () -> range(Integer.MIN_VALUE, Integer.MAX_VALUE));
    assertThat(large).hasMessageThat().contains("more than an array holds");
  }

  @Test
  void otherLoops() {
    assertThat(parallel(3)).isEqualTo(range(3));
    assertThat(parallel(2, 5)).isEqualTo(range(2, 5));
    assertThat(parallel(9, 2, -3)).isEqualTo(range(9, 2, -3));
    assertThat(unroll(3)).isEqualTo(range(3));
    assertThat(unroll(2, 5)).isEqualTo(range(2, 5));
    assertThat(unroll(9, 2, -3)).isEqualTo(range(9, 2, -3));
    assertThat(pipeline(2, 9, 3, 2)).isEqualTo(range(2, 9, 3));
    Exception none = assertThrows(IllegalArgumentException.class, () -> pipeline(0, 3, 1, 0));
    assertThat(none).hasMessageThat().contains("pipeline(0, 3, 1, 0): there is at least 1 stage");
    assertThrows(IllegalArgumentException.class, () -> parallel(0, 3, 0));
    assertThrows(IllegalArgumentException.class, () -> unroll(0, 3, 0));
  }

  @Test
  void assertions() {
    staticAssert(true, "fine");
    Exception wrong =
        assertThrows(IllegalStateException.class, () -> staticAssert(false, "rows are even"));
    assertThat(wrong).hasMessageThat().isEqualTo("rows are even");
  }

  @Test
  void prints() {
    PrintStream standard = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      staticPrint("rows", 3, F32, shape(1, 2));
      staticPrint();
    } finally {
      System.setOut(standard);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8).lines().toList())
        .containsExactly("rows 3 F32 [1, 2]", "")
        .inOrder();
  }

  @Test
  void indexes() {
    Index index = at(3, 0);
    assertThat(index.toString()).isEqualTo("[3, 0]");
    assertThat(index.axes()).isEqualTo(2);
    assertThat(index.coordinate(0)).isEqualTo(3);
    assertThat(index).isEqualTo(at(3, 0));
    assertThat(index).isNotEqualTo(at(0, 3));
    assertThat(index.hashCode()).isEqualTo(at(3, 0).hashCode());
    long[] mine = {1, 2};
    Index kept = at(mine);
    mine[0] = 9;
    assertThat(kept).isEqualTo(at(1, 2));
    assertThrows(IllegalArgumentException.class, Smalti::at);
    Exception many = assertThrows(IllegalArgumentException.class, () -> at(1, 2, 3, 4, 5, 6));
    assertThat(many).hasMessageThat().contains("at[1, 2, 3, 4, 5, 6] has 6 coordinates");
  }

  @Test
  void extents() {
    Extent extent = shape(3, 0);
    assertThat(extent.toString()).isEqualTo("[3, 0]");
    assertThat(extent.axes()).isEqualTo(2);
    assertThat(extent.extent(0)).isEqualTo(3);
    assertThat(extent).isEqualTo(shape(3, 0));
    assertThat(extent).isNotEqualTo(shape(0, 3));
    assertThat(extent.equals((Object) at(3, 0))).isFalse();
    assertThat(extent.hashCode()).isEqualTo(shape(3, 0).hashCode());
    assertThrows(IllegalArgumentException.class, Smalti::shape);
    assertThrows(IllegalArgumentException.class, () -> shape(1, 1, 1, 1, 1, 1));
    Exception negative = assertThrows(IllegalArgumentException.class, () -> shape(1, -2));
    assertThat(negative).hasMessageThat().contains("shape[1, -2] is negative on axis 1");
  }

  @Test
  void types() {
    assertThat(List.of(F32, F64, I32, I64, BOOL).toString())
        .isEqualTo("[F32, F64, I32, I64, BOOL]");
    assertThat(List.of(F32, F64, I32, I64, BOOL).stream().map(DType::bytes).toList())
        .containsExactly(4, 8, 4, 8, 1)
        .inOrder();
  }

  @Test
  void relations() {
    Map<Compare, List<Boolean>> holds =
        Map.of(
            EQ, List.of(false, true, false),
            NE, List.of(true, false, true),
            LT, List.of(true, false, false),
            LE, List.of(true, true, false),
            GT, List.of(false, false, true),
            GE, List.of(false, true, true));
    holds.forEach(
        (relation, expected) -> {
          for (int i : range(3)) {
            assertThat(relation.holds(4 + i, 5)).isEqualTo(expected.get(i));
          }
        });
    assertThat(List.of(EQ, NE, LT, LE, GT, GE)).isEqualTo(List.of(Compare.values()));
    assertThat(List.of(SET, ADD)).isEqualTo(List.of(Update.values()));
  }
}
