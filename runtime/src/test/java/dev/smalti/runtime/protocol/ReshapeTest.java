package dev.smalti.runtime.protocol;

import static com.google.common.truth.Truth.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class ReshapeTest {
  @Test
  void aRangeIsAFewBoxes() {
    Reshape flat = Reshape.none(List.of(4L, 3L, 8L)).shaped(0, List.of(96L));
    assertThat(flat.boxes(new long[] {24}, new long[] {48}))
        .containsExactly(new Box(List.of(1L, 0L, 0L), List.of(2L, 3L, 8L)));
    assertThat(flat.boxes(new long[] {5}, new long[] {80}))
        .containsExactly(
            new Box(List.of(0L, 0L, 5L), List.of(1L, 1L, 3L)),
            new Box(List.of(0L, 1L, 0L), List.of(1L, 2L, 8L)),
            new Box(List.of(1L, 0L, 0L), List.of(2L, 3L, 8L)),
            new Box(List.of(3L, 0L, 0L), List.of(1L, 1L, 8L)),
            new Box(List.of(3L, 1L, 0L), List.of(1L, 1L, 5L)))
        .inOrder();
  }

  /** The boxes have exactly the elements that are counted one by one. */
  @Test
  void boxesHaveTheElementsOfTheBox() {
    Random random = new Random(11);
    for (int round = 0; round < 2000; round++) {
      long[] whole = extents(random);
      long count = Arrays.stream(whole).reduce(1, (a, b) -> a * b);
      long[] shape = extents(random);
      long seen = Arrays.stream(shape).reduce(1, (a, b) -> a * b);
      if (seen > count) {
        continue;
      }
      long start = random.nextLong(count - seen + 1);
      long[] from = new long[shape.length];
      long[] extent = new long[shape.length];
      for (int axis = 0; axis < shape.length; axis++) {
        from[axis] = random.nextLong(shape[axis]);
        extent[axis] = 1 + random.nextLong(shape[axis] - from[axis]);
      }
      List<Long> wanted = new ArrayList<>();
      elements(shape, Box.of(from, extent)).forEach(e -> wanted.add(e + start));
      List<Long> found = new ArrayList<>();
      for (Box box : Reshape.none(boxed(whole)).shaped(start, boxed(shape)).boxes(from, extent)) {
        found.addAll(elements(whole, box));
      }
      assertThat(found).containsExactlyElementsIn(wanted).inOrder();
    }
  }

  /** The boxes have exactly the bytes that are counted one by one, of elements of any two sizes. */
  @Test
  void boxesHaveTheBytesOfATypedView() {
    Random random = new Random(12);
    int typed = 0;
    while (typed < 1000) {
      int unit = 1 << random.nextInt(4);
      int size = 1 << random.nextInt(4);
      long[] whole = extents(random);
      long[] shape = extents(random);
      long given = Arrays.stream(whole).reduce(unit, (a, b) -> a * b);
      long needed = Arrays.stream(shape).reduce(size, (a, b) -> a * b);
      long first = random.nextLong(given / unit);
      if (first * unit % size != 0 || needed > given - first * unit) {
        continue;
      }
      typed++;
      long[] from = new long[shape.length];
      long[] extent = new long[shape.length];
      for (int axis = 0; axis < shape.length; axis++) {
        from[axis] = random.nextLong(shape[axis]);
        extent[axis] = 1 + random.nextLong(shape[axis] - from[axis]);
      }
      Reshape flat = Reshape.none(boxed(whole)).shaped(first, List.of(given / unit - first));
      Reshape view = flat.typed(0, unit, size, boxed(shape));
      assertThat(view.isAligned()).isTrue();
      List<Long> wanted = new ArrayList<>();
      elements(shape, Box.of(from, extent))
          .forEach(e -> bytes(first * unit + e * size, size).forEach(wanted::add));
      List<Long> found = new ArrayList<>();
      for (Box box : view.boxes(from, extent)) {
        if (box.from().size() > whole.length) {
          found.addAll(elements(withBytes(whole, unit), box));
        } else {
          elements(whole, box).forEach(e -> bytes(e * unit, unit).forEach(found::add));
        }
      }
      assertThat(found).containsExactlyElementsIn(wanted).inOrder();
    }
  }

  @Test
  void partsOfAnElementOverlapTheElement() {
    Box element = new Box(List.of(1L, 2L), List.of(1L, 1L));
    Box low = new Box(List.of(1L, 2L, 0L), List.of(1L, 1L, 2L));
    Box high = new Box(List.of(1L, 2L, 2L), List.of(1L, 1L, 2L));
    assertThat(low.overlaps(element)).isTrue();
    assertThat(element.overlaps(high)).isTrue();
    assertThat(low.overlaps(high)).isFalse();
    assertThat(low.overlaps(new Box(List.of(1L, 3L), List.of(1L, 1L)))).isFalse();
  }

  private static LongStream bytes(long first, int count) {
    return LongStream.range(first, first + count);
  }

  private static long[] withBytes(long[] whole, int unit) {
    long[] longer = Arrays.copyOf(whole, whole.length + 1);
    longer[whole.length] = unit;
    return longer;
  }

  @Test
  void elementsWithOthersBetweenThemHaveNoStart() {
    assertThat(start(new long[] {4, 8}, new long[] {1, 0}, new long[] {2, 8}))
        .isEqualTo(OptionalLong.of(8));
    assertThat(start(new long[] {4, 8}, new long[] {1, 3}, new long[] {1, 5}))
        .isEqualTo(OptionalLong.of(11));
    assertThat(start(new long[] {4, 8}, new long[] {1, 0}, new long[] {2, 7}))
        .isEqualTo(OptionalLong.empty());
    assertThat(start(new long[] {4, 1, 8}, new long[] {0, 0, 2}, new long[] {4, 1, 1}))
        .isEqualTo(OptionalLong.empty());
  }

  private static OptionalLong start(long[] whole, long[] from, long[] extent) {
    return Reshape.start(whole, from, extent);
  }

  private static long[] extents(Random random) {
    long[] extents = new long[1 + random.nextInt(4)];
    Arrays.setAll(extents, _ -> 1 + random.nextInt(5));
    return extents;
  }

  private static List<Long> boxed(long[] extents) {
    return Arrays.stream(extents).boxed().toList();
  }

  /** The elements of a box, each counted from the first of all, in order. */
  private static List<Long> elements(long[] whole, Box box) {
    List<Long> elements = List.of(0L);
    for (int axis = 0; axis < whole.length; axis++) {
      List<Long> longer = new ArrayList<>();
      for (long element : elements) {
        for (long i = 0; i < box.extent().get(axis); i++) {
          longer.add(element * whole[axis] + box.from().get(axis) + i);
        }
      }
      elements = longer;
    }
    return elements;
  }
}
