package dev.smalti.runtime;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The texts of run-time checks, and which arguments overlap. */
final class ChecksTest {
  private static final Kernel KERNEL = new Kernel("Scores.softmax", "Scores.java");

  @Test
  void region() {
    Checks.region(KERNEL, 14, "x", 0, 4, 4, 1);
    Checks.region(KERNEL, 14, "x", 4, 0, 4, 1);
    fails(
        "Scores.java:14: the box at 1 of extent 4 leaves x on axis 1, whose extent is 4; keep it"
            + " inside, or give load a valid extent",
        () -> Checks.region(KERNEL, 14, "x", 1, 4, 4, 1));
    fails(
        "Scores.java:14: the box at -1 of extent 2 leaves x on axis 0",
        () -> Checks.region(KERNEL, 14, "x", -1, 2, 4, 0));
    fails(
        "Scores.java:14: the box at 9223372036854775807 of extent 2",
        () -> Checks.region(KERNEL, 14, "x", Long.MAX_VALUE, 2, 4, 0));
  }

  @Test
  void typedViews() {
    Checks.fits(KERNEL, 14, "data", 64, "F32", 4, 2, 8);
    fails(
        "Scores.java:14: data has 64 bytes, a view F32 [3, 8] needs 96; make it smaller, or the"
            + " window larger",
        () -> Checks.fits(KERNEL, 14, "data", 64, "F32", 4, 3, 8));
    long most = Integer.MAX_VALUE;
    fails(
        "Scores.java:14: data has 64 bytes",
        () -> Checks.fits(KERNEL, 14, "data", 64, "F32", 4, most, most, most));
    assertThat(Checks.aligned(KERNEL, 14, "data", 24, "I64", 8)).isEqualTo(3);
    fails(
        "Scores.java:14: data starts at byte 20 of its allocation, an element of I64 starts at a"
            + " multiple of 8; take another slice",
        () -> Checks.aligned(KERNEL, 14, "data", 20, "I64", 8));
  }

  @Test
  void nextEndsAtTheEnd() {
    int most = Integer.MAX_VALUE;
    int least = Integer.MIN_VALUE;
    assertThat(Checks.next(0, 10, 4)).isEqualTo(4);
    assertThat(Checks.next(8, 10, 4)).isEqualTo(10);
    assertThat(Checks.next(most - 2, most, 4)).isEqualTo(most);
    assertThat(Checks.next(least, least + 1, 4)).isAtLeast(least + 1);
    assertThat(Checks.next(9, 0, -4)).isEqualTo(5);
    assertThat(Checks.next(least + 2, least, -4)).isEqualTo(least);
    assertThat(Checks.next(most, most - 1, -4)).isAtMost(most - 1);
    assertThat(Checks.next(Long.MAX_VALUE - 2, Long.MAX_VALUE, 4L)).isEqualTo(Long.MAX_VALUE);
    assertThat(Checks.next(Long.MIN_VALUE + 2, Long.MIN_VALUE, -4L)).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void place() {
    assertThat(Checks.place(KERNEL, 14, "k", 2, 3, 7, 8)).isEqualTo(7);
    fails(
        "Scores.java:14: element [2, 3] of k is 8, outside 0 to 7",
        () -> Checks.place(KERNEL, 14, "k", 2, 3, 8, 8));
    fails(
        "Scores.java:14: element [0, 0] of k is -1, outside 0 to 7",
        () -> Checks.place(KERNEL, 14, "k", 0, 0, -1, 8));
  }

  @Test
  void elements() {
    assertThat(Checks.element(KERNEL, 14, "next", 3, 4)).isEqualTo(3);
    fails(
        "Scores.java:14: index 4 leaves the array next of length 4",
        () -> Checks.element(KERNEL, 14, "next", 4, 4));
    fails(
        "Scores.java:14: index -1 leaves the array next of length 4; Math.floorMod is never"
            + " negative",
        () -> Checks.element(KERNEL, 14, "next", -1, 4));
  }

  @Test
  void shapes() {
    Checks.extent(KERNEL, "x", 1, "SIZE", 256, 256);
    fails(
        "Scores.softmax: axis 1 of x is declared SIZE = 256, the argument has 255",
        () -> Checks.extent(KERNEL, "x", 1, "SIZE", 256, 255));
    fails(
        "Scores.softmax: axis 0 of x is declared 1, the argument has 2",
        () -> Checks.extent(KERNEL, "x", 0, "1", 1, 2));
    Checks.axes(KERNEL, "x", 2, 2);
    fails(
        "Scores.softmax: x is declared with 2 axes, the argument has 3",
        () -> Checks.axes(KERNEL, "x", 2, 3));
    fails(
        "Scores.softmax: x is declared with 1 axis, the argument has 2",
        () -> Checks.axes(KERNEL, "x", 1, 2));
    fails(
        "Scores.softmax: n - 1 is 0, at least 1 is needed",
        () -> Checks.atLeast(KERNEL, "n - 1", 0, 1));
  }

  @Test
  void validBoxes() {
    Checks.validExtent(KERNEL, 14, "x", 0, 4, 1);
    fails(
        "Scores.java:14: a valid extent of 5 on axis 1 of x does not fit a box of extent 4",
        () -> Checks.validExtent(KERNEL, 14, "x", 5, 4, 1));
    Checks.notEmpty(KERNEL, 15, "t", 1, 1);
    fails(
        "Scores.java:15: the valid box of t is [0, 4]; a reduction needs at least one element",
        () -> Checks.notEmpty(KERNEL, 15, "t", 0, 4));
    Checks.valid(KERNEL, 16, "a", 1, 2, "b", 1, 2);
    fails(
        "Scores.java:16: valid boxes differ: a has [1, 2], b has [1, 3]",
        () -> Checks.valid(KERNEL, 16, "a", 1, 2, "b", 1, 3));
    assertThat(Checks.failure(KERNEL, 3, "no")).hasMessageThat().isEqualTo("Scores.java:3: no");
  }

  @Test
  void argumentsThatAreApartDoNotAlias() {
    float[] array = new float[24];
    Tensor<Smalti.F32> all = Tensor.of(array, 4, 6);
    alias(all.rows(0, 2), all.rows(2, 2), false);
    alias(all, Tensor.of(new float[24], 4, 6), false);
    // Columns of one matrix: the bounds overlap, the elements do not.
    alias(columns(all, 0, 3), columns(all, 3, 3), false);
    alias(columns(all, 0, 1), columns(all, 5, 1), false);
  }

  @Test
  void argumentsThatOverlapInPartAreRefused() {
    Tensor<Smalti.F32> all = Tensor.of(new float[24], 4, 6);
    fails(
        "Scores.softmax: y, which is written, overlaps x; overlapping arguments are the same"
            + " elements or have none in common ([2, 6] from element 0, [2, 6] from element 6)",
        () -> alias(all.rows(0, 2), all.rows(1, 2), true));
    fails("overlaps x", () -> alias(columns(all, 0, 4), columns(all, 3, 3), true));
    fails("overlaps x", () -> alias(columns(all, 2, 1), all.row(3), true));
    fails("overlaps x", () -> alias(all, Tensor.of(arrayOf(all), 6, 4), true));
  }

  @Test
  void readOnlyMemoryOverlapsToo() {
    float[] array = new float[24];
    Tensor<Smalti.F32> read =
        Tensor.of(Smalti.F32, MemorySegment.ofArray(array).asReadOnly().asSlice(8, 64), 4, 4);
    fails("overlaps x", () -> alias(Tensor.of(array, 6, 4), read, false));
    alias(Tensor.of(new float[16], 4, 4), read, false);
  }

  @Test
  void theSameElementsAreFineOnlyInPlace() {
    Tensor<Smalti.F32> all = Tensor.of(new float[24], 4, 6);
    alias(all, all, true);
    alias(all.rows(1, 2), all.rows(1, 2), true);
    fails(
        "they are the same elements, and this kernel does not work in place",
        () -> alias(all, all, false));
  }

  @Test
  void segmentsAreComparedByAddress() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(96, 4);
      Tensor<Smalti.F32> first = Tensor.of(Smalti.F32, memory.asSlice(0, 48), 3, 4);
      Tensor<Smalti.F32> second = Tensor.of(Smalti.F32, memory.asSlice(48, 48), 3, 4);
      Tensor<Smalti.F32> middle = Tensor.of(Smalti.F32, memory.asSlice(24, 48), 3, 4);
      alias(first, second, false);
      fails("overlaps x", () -> alias(first, middle, true));
      alias(first, Tensor.of(Smalti.F32, memory.asSlice(0, 48), 3, 4), true);
    }
  }

  @Test
  void buffersAreComparedByTheirArray() {
    ByteBuffer buffer = ByteBuffer.allocate(96).order(ByteOrder.nativeOrder());
    Tensor<Smalti.F32> all = Tensor.of(Smalti.F32, buffer, 4, 6);
    alias(all.rows(0, 2), all.rows(2, 2), false);
    fails("overlaps x", () -> alias(all.rows(0, 2), all.rows(1, 2), true));
    alias(all, Tensor.of(new float[24], 4, 6), false);
  }

  @Test
  void divisorsAndScalars() {
    assertThat(Checks.divisor(KERNEL, 18, -1)).isEqualTo(-1);
    assertThat(Checks.divisor(KERNEL, 18, 1L << 32)).isEqualTo(1L << 32);
    fails("Scores.java:18: / by zero", () -> Checks.divisor(KERNEL, 18, 0));
    fails("Scores.java:18: / by zero", () -> Checks.divisor(KERNEL, 18, 0L));
    Checks.step(KERNEL, 18, -1);
    fails(
        "Scores.java:18: the step of the loop is 0, it would never end",
        () -> Checks.step(KERNEL, 18, 0));
    assertThat(Checks.scalar(KERNEL, 18, Integer.MIN_VALUE)).isEqualTo(Integer.MIN_VALUE);
    fails(
        "Scores.java:18: the scalar 2147483648 does not fit I32",
        () -> Checks.scalar(KERNEL, 18, 1L << 31));
    assertThat(Checks.toInt(KERNEL, 18, "n", 7)).isEqualTo(7);
    fails(
        "Scores.java:18: n is -2147483649, which no int can hold",
        () -> Checks.toInt(KERNEL, 18, "n", -1L - (1L << 31)));
    fails(
        "Scores.softmax: n is 4294967296, which no int can hold",
        () -> Checks.toInt(KERNEL, 0, "n", 1L << 32));
  }

  @Test
  void anArgumentThatIsMissing() {
    fails("Scores.softmax: x is null; pass a tensor", () -> argument(null, false));
    fails("Scores.softmax: x is null", () -> Checks.sharedArgument(KERNEL, "x", null, true));
  }

  @Test
  void memoryThatIsReadOnlyIsReadOnly() {
    ByteBuffer buffer = ByteBuffer.allocate(16).order(ByteOrder.nativeOrder());
    Tensor<?> heap =
        Tensor.of(Smalti.F32, buffer.asReadOnlyBuffer().order(ByteOrder.nativeOrder()), 1, 4);
    argument(heap, false);
    fails(
        "Scores.softmax: the memory of x (tensor F32 [1, 4]) is read-only, and the parameter is"
            + " written. Wrap the memory itself, not its read-only view",
        () -> argument(heap, true));
    Tensor<?> other = Tensor.of(new float[4], 1, 4);
    alias(other, heap, false);
    fails("the memory of y (tensor F32 [1, 4]) is read-only", () -> alias(heap, other, false));
    argument(other, true);
  }

  @Test
  void memoryThatWasFreed() {
    Tensor<?> freed;
    try (Arena arena = Arena.ofConfined()) {
      freed = Tensor.of(Smalti.F32, arena.allocate(16, 4), 1, 4);
      argument(freed, true);
    }
    fails(
        "Scores.softmax: the memory of x (tensor F32 [1, 4]) was freed: its arena is closed. Close"
            + " the arena when the call has returned",
        () -> argument(freed, false));
    fails("the memory of x", () -> alias(Tensor.of(new float[4], 1, 4), freed, false));
  }

  @Test
  void memoryOfAnotherThread() throws Exception {
    try (Arena confined = Arena.ofConfined();
        Arena shared = Arena.ofShared()) {
      Tensor<?> own = Tensor.of(Smalti.F32, confined.allocate(16, 4), 1, 4);
      argument(own, true);
      String text =
          "Scores.softmax: the memory of x (tensor F32 [1, 4]) belongs to the thread of a confined"
              + " arena, and another thread has to use it. Allocate it in Arena.ofShared() or"
              + " Arena.ofAuto()";
      fails(text, () -> Checks.sharedArgument(KERNEL, "x", own, false));
      Checks.sharedArgument(KERNEL, "x", Tensor.of(Smalti.F32, shared.allocate(16, 4), 1, 4), true);
      Checks.sharedArgument(KERNEL, "x", Tensor.of(new float[4], 1, 4), true);
      AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
      Thread other =
          Thread.ofPlatform()
              .start(
                  () ->
                      thrown.set(assertThrows(RuntimeException.class, () -> argument(own, false))));
      other.join();
      assertThat(Objects.requireNonNull(thrown.get())).hasMessageThat().isEqualTo(text);
    }
  }

  private static void argument(@Nullable Tensor<?> tensor, boolean written) {
    Checks.argument(KERNEL, "x", tensor, written);
  }

  private static float[] arrayOf(Tensor<Smalti.F32> tensor) {
    return ((dev.smalti.lang.spi.Storage.Floats) tensor.storage()).array();
  }

  private static Tensor<Smalti.F32> columns(Tensor<Smalti.F32> all, int from, int count) {
    return all.slice(Smalti.at(0, from), Smalti.shape(all.extent(0), count));
  }

  private static void alias(Tensor<?> written, Tensor<?> read, boolean inPlace) {
    Checks.alias(KERNEL, "y", written, "x", read, inPlace);
  }

  private static void fails(String message, Executable check) {
    assertThat(assertThrows(RuntimeException.class, check)).hasMessageThat().contains(message);
  }
}
