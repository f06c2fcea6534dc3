package dev.smalti.lang;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static dev.smalti.lang.Smalti.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.spi.Storage;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TensorTest {
  private static String message(Runnable wrong) {
    String message = assertThrows(RuntimeException.class, wrong::run).getMessage();
    return message == null ? "" : message;
  }

  private static Tensor<I32> counting(long... shape) {
    int count = 1;
    for (long extent : shape) {
      count *= (int) extent;
    }
    return Tensor.of(IntStream.range(0, count).toArray(), shape);
  }

  @Test
  void wrapsWithoutCopying() {
    float[] floats = {1, 2};
    double[] doubles = {1, 2};
    int[] ints = {1, 2};
    long[] longs = {1, 2};
    byte[] bytes = {1, 0};
    Tensor.of(floats, 1, 2).write(at(0, 1), 0.1);
    Tensor.of(doubles, 1, 2).write(at(0, 1), 0.1);
    Tensor.of(ints, 2).write(at(1), 7);
    Tensor.of(longs, 2).write(at(1), 1L << 60);
    Tensor.of(BOOL, bytes, 2).write(at(1), 1);
    assertThat(floats[1]).isEqualTo(0.1f);
    assertThat(doubles[1]).isEqualTo(0.1);
    assertThat(ints[1]).isEqualTo(7);
    assertThat(longs[1]).isEqualTo(1L << 60);
    assertThat(bytes[1]).isEqualTo(1);
    assertThat(Tensor.of(floats, 1, 2).storage()).isEqualTo(new Storage.Floats(floats));
    assertThat(Tensor.of(doubles, 1, 2).storage()).isEqualTo(new Storage.Doubles(doubles));
    assertThat(Tensor.of(ints, 1, 2).storage()).isEqualTo(new Storage.Ints(ints));
    assertThat(Tensor.of(longs, 1, 2).storage()).isEqualTo(new Storage.Longs(longs));
    assertThat(Tensor.of(BOOL, bytes, 1, 2).storage()).isEqualTo(new Storage.Bytes(bytes));
  }

  private static <T extends DType> void checkSegment(T dtype, MemorySegment memory) {
    Tensor<T> tensor = Tensor.of(dtype, memory, 3, 2);
    tensor.store(Tile.fill(dtype, shape(3, 2), 0));
    tensor.store(Tile.fill(dtype, shape(1, 1), 1), at(2, 0));
    assertWithMessage("%s", dtype)
        .that(tensor.load().toString())
        .isEqualTo(Tensor.of(new int[] {0, 0, 0, 0, 1, 0}, 3, 2).load().cast(dtype).toString());
    assertThat(memory.get(ValueLayout.JAVA_BYTE, 3L * dtype.bytes())).isEqualTo(0);
  }

  @Test
  void wrapsSegmentsAndBuffersOfEveryTypeAndAlignment() {
    for (DType dtype : List.of(F16, BF16, F32, F64, I8, I16, I32, I64, U8, BOOL)) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment memory = arena.allocate(6L * dtype.bytes() + 1, 8);
        checkSegment(dtype, memory.asSlice(0, 6L * dtype.bytes()));
        checkSegment(dtype, memory.asSlice(1, 6L * dtype.bytes()));
      }
      checkSegment(dtype, MemorySegment.ofArray(new byte[6 * dtype.bytes()]));
      for (ByteBuffer buffer : List.of(ByteBuffer.allocate(64), ByteBuffer.allocateDirect(64))) {
        buffer.order(ByteOrder.nativeOrder()).position(3).limit(3 + 6 * dtype.bytes());
        Tensor<?> tensor = Tensor.of(dtype, buffer, 2, 3);
        buffer.position(0);
        tensor.write(at(0, 0), 1);
        Tensor<?> again = Tensor.of(dtype, buffer.position(3), 6);
        assertThat(again.load().cast(I32).rowSum().toString()).contains("[1]");
        assertThat(tensor.load().cast(I32).rowSum().toString()).contains("[1, 0]");
      }
    }
  }

  @Test
  void bufferFromItsPosition() {
    ByteBuffer buffer = ByteBuffer.allocate(12).order(ByteOrder.nativeOrder());
    buffer.putInt(4, 42).position(4);
    assertThat(Tensor.of(I32, buffer, 2).readInt(at(0))).isEqualTo(42);
  }

  @Test
  void wrongMemory() {
    assertThat(message(() -> Tensor.of(new float[5], 2, 3)))
        .isEqualTo(
            "a tensor F32 [2, 3] has 6 elements, the array has 5; wrap exactly the elements, and"
                + " take a slice of the tensor");
    assertThat(message(() -> Tensor.of(new double[7], 2, 3))).contains("the array has 7");
    assertThat(message(() -> Tensor.of(new int[7], 2, 3))).contains("the array has 7");
    assertThat(message(() -> Tensor.of(new long[7], 2, 3))).contains("the array has 7");
    assertThat(message(() -> Tensor.of(BOOL, new byte[7], 2, 3))).contains("the array has 7");
    assertThat(message(() -> Tensor.of(F32, MemorySegment.ofArray(new byte[20]), 6)))
        .contains("the memory has 5");
    assertThat(message(() -> Tensor.of(F32, MemorySegment.ofArray(new byte[22]), 5)))
        .isEqualTo("the memory has 22 bytes, an element of F32 has 4; wrap whole elements");
    ByteOrder other =
        ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
            ? ByteOrder.LITTLE_ENDIAN
            : ByteOrder.BIG_ENDIAN;
    assertThat(message(() -> Tensor.of(F32, ByteBuffer.allocate(4).order(other), 1)))
        .contains("the buffer is " + other);
    ByteBuffer readOnly = ByteBuffer.allocate(4).asReadOnlyBuffer().order(ByteOrder.nativeOrder());
    Tensor<F32> constant = Tensor.of(F32, readOnly, 1);
    assertThat(constant.read(at(0))).isEqualTo(0.0);
    assertThat(message(() -> constant.write(at(0), 1.0))).contains("wraps read-only memory");
    assertThat(message(() -> constant.store(constant.load()))).contains("read-only");
  }

  @Test
  void wrongShapes() {
    assertThat(message(() -> Tensor.of(new float[0], 0, 3)))
        .isEqualTo(
            "the shape of a tensor [0, 3]: axis 0 has extent 0, at least 1 is needed; only a signal"
                + " may have an extent of 0");
    assertThat(message(() -> Tensor.of(new float[1]))).contains("has 0 axes");
    assertThat(message(() -> Tensor.of(new float[1], 1, 1, 1, 1, 1, 1)))
        .contains("has 6 axes; 1 to 5 are possible, flatten leading ones");
    assertThat(message(() -> Tensor.of(new float[1], 1L << 32, 1L << 32)))
        .contains("has more elements than a long can count");
    assertThat(message(() -> Tensor.zeros(F32, shape(1L << 20, 1L << 20))))
        .contains("more than an array holds; wrap a MemorySegment");
  }

  @Test
  void newTensors() {
    for (DType dtype : List.of(F16, BF16, F32, F64, I8, I16, I32, I64, U8, BOOL)) {
      assertThat(Tensor.zeros(dtype, shape(2, 2)).load().toString())
          .isEqualTo(Tile.fill(dtype, shape(2, 2), 0).toString());
    }
    assertThat(Tensor.undefined(F32, shape(2, 2)).read(at(1, 1))).isNaN();
    assertThat(Tensor.undefined(F64, shape(2, 2)).read(at(1, 1))).isNaN();
    assertThat(Tensor.undefined(I32, shape(2)).readInt(at(1))).isEqualTo(0xDEADBEEF);
    assertThat(Tensor.undefined(I64, shape(2)).readLong(at(1))).isEqualTo(0xDEADBEEFDEADBEEFL);
    assertThat(Tensor.undefined(F16, shape(2)).read(at(1))).isNaN();
    assertThat(Tensor.undefined(BF16, shape(2)).read(at(1))).isNaN();
    assertThat(Tensor.undefined(I8, shape(2)).readInt(at(1))).isEqualTo((byte) 0xDE);
    assertThat(Tensor.undefined(I16, shape(2)).readInt(at(1))).isEqualTo((short) 0xDEAD);
    assertThat(Tensor.undefined(U8, shape(2)).readInt(at(1))).isEqualTo(0xDE);
    assertThat(Tensor.undefined(BOOL, shape(2)).read(at(1))).isEqualTo(1.0);
  }

  @Test
  void asking() {
    Tensor<I32> t = counting(2, 3, 4);
    assertThat(t.dim(0)).isEqualTo(2);
    assertThat(t.dim(-1)).isEqualTo(4);
    assertThat(t.axes()).isEqualTo(3);
    assertThat(t.extent(1)).isEqualTo(3);
    assertThat(t.stride(0)).isEqualTo(12);
    assertThat(t.stride(2)).isEqualTo(1);
    assertThat(t.offset()).isEqualTo(0);
    assertThat(t.dtype()).isEqualTo(I32);
    assertThat(t.toString()).isEqualTo("tensor I32 [2, 3, 4]");
    t.shape()[0] = 99;
    assertThat(t.dim(0)).isEqualTo(2);
    assertThat(message(() -> t.dim(3)))
        .isEqualTo("tensor I32 [2, 3, 4] has 3 axes, 0 to 2 or -3 to -1; there is no axis 3");
    long[] mine = {1, 2};
    Tensor<F32> kept = Tensor.of(new float[2], mine);
    mine[1] = 5;
    assertThat(kept.dim(1)).isEqualTo(2);
  }

  @Test
  void views() {
    Tensor<I32> t = counting(2, 3, 4);
    assertThat(t.at(1).load().toString())
        .isEqualTo("I32 [3, 4] " + IntStream.range(12, 24).boxed().toList());
    assertThat(t.at(1, 2).load().toString()).isEqualTo("I32 [1, 4] [20, 21, 22, 23]");
    assertThat(t.at(1).at(2).offset()).isEqualTo(20);
    Tensor<I32> box = t.slice(at(0, 1, 2), shape(2, 2, 2));
    assertThat(box.load().toString()).isEqualTo("I32 [4, 2] [6, 7, 10, 11, 18, 19, 22, 23]");
    assertThat(box.at(1).row(1).load().toString()).isEqualTo("I32 [1, 2] [22, 23]");
    assertThat(t.at(1).rows(1, 2).load().toString())
        .isEqualTo("I32 [2, 4] [16, 17, 18, 19, 20, 21, 22, 23]");
    box.at(0).write(at(1, 1), -1);
    assertThat(t.readInt(at(0, 2, 3))).isEqualTo(-1);
    box.store(Tile.fill(I32, shape(1, 1), 99), at(1, 0, 1));
    assertThat(t.readInt(at(1, 1, 3))).isEqualTo(99);
  }

  @Test
  void flatViews() {
    Tensor<I32> t = counting(2, 3, 4);
    assertThat(t.flat().toString()).isEqualTo("tensor I32 [24]");
    assertThat(t.flat().load(at(10), shape(4)).toString()).isEqualTo("I32 [1, 4] [10, 11, 12, 13]");
    assertThat(t.at(1).rows(1, 2).flat().load().toString())
        .isEqualTo("I32 [1, 8] [16, 17, 18, 19, 20, 21, 22, 23]");
    t.at(1, 2).flat().write(at(3), -1);
    assertThat(t.readInt(at(1, 2, 3))).isEqualTo(-1);
    assertThat(t.slice(at(0, 1, 1), shape(1, 1, 2)).flat().load().toString())
        .isEqualTo("I32 [1, 2] [5, 6]");
    assertThat(message(() -> t.slice(at(0, 0, 0), shape(1, 2, 3)).flat()))
        .isEqualTo(
            "tensor I32 [1, 2, 3] has gaps: neighbours along axis 1 are 4 elements apart, not 3;"
                + " take whole rows, or copy them first");
    assertThat(message(() -> t.slice(at(0, 0, 0), shape(2, 1, 4)).flat()))
        .contains("along axis 0 are 12 elements apart, not 4");
  }

  @Test
  void wrongViews() {
    Tensor<I32> t = counting(2, 3, 4);
    assertThat(message(() -> t.at())).contains("fixes 0; fix at least one and leave at least one");
    assertThat(message(() -> t.at(0, 0, 0))).contains("fixes 3");
    assertThat(message(() -> t.at(2)))
        .isEqualTo("tensor I32 [2, 3, 4]: at[2] leaves axis 0, whose extent is 2");
    assertThat(message(() -> t.at(0, -1))).contains("leaves axis 1");
    assertThat(message(() -> t.row(0))).contains("has 3 axes, rows are of tensors with 2");
    assertThat(message(() -> t.at(0).row(3))).contains("at [3, 0] leaves axis 0");
    assertThat(message(() -> t.at(0).rows(0, 0))).contains("axis 0 has extent 0");
    assertThat(message(() -> t.slice(at(0, 0, 2), shape(1, 1, 3))))
        .isEqualTo(
            "tensor I32 [2, 3, 4]: the box [1, 1, 3] at [0, 0, 2] leaves axis 2, whose extent is 4;"
                + " keep it inside, or give load a valid extent");
    assertThat(message(() -> t.slice(at(0, 0), shape(1, 1, 1))))
        .isEqualTo("tensor I32 [2, 3, 4] has 3 axes, at[0, 0] has 2; give one value an axis");
  }

  @Test
  void elements() {
    assertThat(Tensor.of(new float[] {0.1f}, 1).read(at(0))).isEqualTo((double) 0.1f);
    assertThat(Tensor.of(new double[] {0.1}, 1).read(at(0))).isEqualTo(0.1);
    assertThat(Tensor.of(new int[] {-3}, 1).read(at(0))).isEqualTo(-3.0);
    assertThat(Tensor.of(BOOL, new byte[] {5}, 1).read(at(0))).isEqualTo(1.0);
    assertThat(counting(2, 3).readInt(at(1, 1))).isEqualTo(4);
    assertThat(counting(2, 3).readLong(at(1, 1))).isEqualTo(4);
    Tensor<I64> longs = Tensor.of(new long[] {Long.MAX_VALUE}, 1);
    assertThat(longs.readLong(at(0))).isEqualTo(Long.MAX_VALUE);
    Tensor<F32> floats = Tensor.zeros(F32, shape(1));
    floats.write(at(0), 16777217L);
    assertThat(floats.read(at(0))).isEqualTo(16777216.0);
  }

  @Test
  void elementsOfNarrowTypes() {
    short[] shorts = {Float.floatToFloat16(1.5f), 0x3F80};
    byte[] bytes = {-1, 5};
    assertThat(Tensor.of(F16, shorts, 2).read(at(0))).isEqualTo(1.5);
    assertThat(Tensor.of(BF16, shorts, 2).read(at(1))).isEqualTo(1.0);
    assertThat(Tensor.of(I16, shorts, 2).readInt(at(1))).isEqualTo(0x3F80);
    assertThat(Tensor.of(I8, bytes, 2).readLong(at(0))).isEqualTo(-1);
    assertThat(Tensor.of(U8, bytes, 2).readInt(at(0))).isEqualTo(255);
    assertThat(Tensor.of(F16, shorts, 2).storage()).isEqualTo(new Storage.Shorts(shorts));
    assertThat(Tensor.of(U8, bytes, 2).storage()).isEqualTo(new Storage.Bytes(bytes));
    Tensor.of(F16, shorts, 2).write(at(0), 0.1);
    Tensor.of(BF16, shorts, 2).write(at(1), 3L);
    assertThat(shorts).isEqualTo(new short[] {Float.floatToFloat16(0.1f), 0x4040});
    Tensor.of(U8, bytes, 2).write(at(0), 200);
    Tensor.of(I8, bytes, 2).write(at(1), -128);
    assertThat(bytes).isEqualTo(new byte[] {(byte) 200, -128});
    Tensor.of(I16, shorts, 2).write(at(0), -32768);
    assertThat(shorts[0]).isEqualTo(Short.MIN_VALUE);
    assertThat(message(() -> Tensor.of(I16, shorts, 2).write(at(0), 32768)))
        .isEqualTo(
            "the scalar 32768 does not fit I16, which holds -32768 to 32767; cast the tile first");
    assertThat(message(() -> Tensor.of(U8, bytes, 2).write(at(0), -1))).contains("0 to 255");
    assertThat(message(() -> Tensor.of(I8, bytes, 2).write(at(0), 0.5))).contains("is a double");
    assertThat(message(() -> Tensor.of(F16, shorts, 3))).contains("the array has 2");
  }

  @Test
  void wrongElements() {
    Tensor<I64> longs = Tensor.of(new long[] {5}, 1);
    assertThat(message(() -> longs.read(at(0)))).contains("use readLong(at[0])");
    assertThat(message(() -> longs.readInt(at(0))))
        .contains("readInt is for I8, I16, I32 and U8; use readLong");
    Tensor<F32> floats = Tensor.zeros(F32, shape(1));
    assertThat(message(() -> floats.readInt(at(0)))).contains("I32 and U8; use read");
    assertThat(message(() -> floats.readLong(at(0))))
        .contains("readLong is for integers; use read");
    assertThat(message(() -> longs.write(at(0), 0.5))).contains("0.5 is a double");
    Tensor<I32> ints = counting(2, 3);
    assertThat(message(() -> ints.write(at(0, 0), 1L << 31))).contains("does not fit I32");
    assertThat(message(() -> ints.readInt(at(0, 3)))).contains("at [0, 3] leaves axis 1");
    assertThat(message(() -> ints.readInt(at(-1, 0)))).contains("at [-1, 0] leaves axis 0");
    assertThat(message(() -> ints.readInt(at(0)))).contains("has 2 axes, at[0] has 1");
    assertThat(message(() -> ints.write(at(2, 0), 1))).contains("leaves axis 0");
  }

  @Test
  void loads() {
    Tensor<I32> t = counting(3, 4);
    assertThat(t.load(at(1, 1), shape(2, 2)).toString()).isEqualTo("I32 [2, 2] [5, 6, 9, 10]");
    assertThat(t.load(at(2, 1), shape(2, 8), shape(1, 3)).toString())
        .isEqualTo("I32 [2, 8] valid [1, 3] [9, 10, 11]");
    assertThat(t.load(at(3, 0), shape(2, 4), shape(0, 4)).toString())
        .isEqualTo("I32 [2, 4] valid [0, 4] []");
    assertThat(counting(5).load().toString()).isEqualTo("I32 [1, 5] [0, 1, 2, 3, 4]");
    assertThat(counting(2, 3, 2).load(at(0, 1, 0), shape(2, 3, 2), shape(2, 1, 2)).toString())
        .isEqualTo("I32 [6, 2] valid [2, 2] [2, 3, 8, 9]");
  }

  @Test
  void wrongLoads() {
    Tensor<I32> t = counting(3, 4);
    assertThat(message(() -> t.load(at(2, 0), shape(2, 4)))).contains("leaves axis 0");
    assertThat(message(() -> t.load(at(0, -1), shape(1, 1)))).contains("leaves axis 1");
    assertThat(message(() -> t.load(at(0), shape(1, 1)))).contains("has 2 axes");
    assertThat(message(() -> t.load(at(0, 0), shape(1, 1, 1)))).contains("has 3");
    assertThat(message(() -> t.load(at(0, 0), shape(2, 2), shape(2, 3))))
        .isEqualTo(
            "the valid box [2, 3] is not inside the shape [2, 2] on axis 1; it starts at the"
                + " origin");
    assertThat(message(() -> t.load(at(0, 0), shape(2, 2), shape(2)))).contains("has 1");
    assertThat(message(() -> t.load(at(0, 0), shape(0, 2)))).contains("extent 0");
    assertThat(message(() -> t.load(at(Long.MAX_VALUE, 0), shape(2, 2)))).contains("leaves axis 0");
  }

  @Test
  void loadsAreCopies() {
    Tensor<I32> t = counting(2, 2);
    Tile<I32> before = t.load();
    t.write(at(0, 0), 42);
    assertThat(before.toString()).isEqualTo("I32 [2, 2] [0, 1, 2, 3]");
  }

  @Test
  void storesWriteExactlyTheValidBox() {
    int[] target = new int[12];
    Arrays.fill(target, -1);
    Tensor<I32> y = Tensor.of(target, 3, 4);
    y.store(counting(2, 2).load(at(0, 0), shape(4, 4), shape(1, 2)), at(2, 2));
    assertThat(target).isEqualTo(new int[] {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 1});
    y.store(counting(3, 4).load());
    assertThat(target).isEqualTo(IntStream.range(0, 12).toArray());
    y.store(Tile.fill(I32, shape(2, 1), 100), at(1, 3), ADD);
    assertThat(target[7]).isEqualTo(107);
    assertThat(target[11]).isEqualTo(111);
    y.store(Tile.fill(I32, shape(1, 1), 5), at(0, 0), SET);
    assertThat(target[0]).isEqualTo(5);
    y.store(counting(4).load(at(0), shape(4), shape(0)), at(0, 0));
    assertThat(target[0]).isEqualTo(5);
  }

  @Test
  void storesOfSeveralAxes() {
    Tensor<I32> y = Tensor.zeros(I32, shape(2, 3, 4));
    y.store(counting(2, 3, 4).load());
    assertThat(y.load().toString()).isEqualTo(counting(2, 3, 4).load().toString());
    y.store(Tile.fill(I32, shape(2, 1), -7), at(1, 1, 3));
    assertThat(y.readInt(at(1, 2, 3))).isEqualTo(-7);
    Tensor<I32> line = Tensor.zeros(I32, shape(3));
    line.store(counting(1, 2).load(), at(1));
    assertThat(line.load().toString()).isEqualTo("I32 [1, 3] [0, 0, 1]");
  }

  @Test
  void addsInEveryType() {
    for (DType dtype : List.of(F16, BF16, F32, F64, I8, I16, I32, I64, U8)) {
      Tensor<?> heap = Tensor.zeros(dtype, shape(1, 2));
      checkAdds(heap);
      checkAdds(Tensor.of(dtype, MemorySegment.ofArray(new byte[2 * dtype.bytes()]), 1, 2));
    }
    Tensor<BOOL> truth = Tensor.zeros(BOOL, shape(1, 1));
    assertThat(message(() -> truth.store(truth.load(), at(0, 0), ADD)))
        .contains("BOOL has no add; store with SET");
  }

  private static <T extends DType> void checkAdds(Tensor<T> tensor) {
    Tile<T> three = Tile.fill(tensor.dtype(), shape(1, 1), 3);
    tensor.store(three, at(0, 1), ADD);
    tensor.store(three, at(0, 1), ADD);
    assertThat(tensor.load().cast(I32).toString()).isEqualTo("I32 [1, 2] [0, 6]");
  }

  @Test
  void wrongStores() {
    Tensor<I32> y = counting(3, 4);
    assertThat(message(() -> y.store(Tile.fill(I32, shape(2, 4), 0), at(2, 0))))
        .contains("a tile of [2, 4] valid elements at [2, 0] does not fit the extents [3, 4]");
    assertThat(message(() -> y.store(Tile.fill(I32, shape(1, 5), 0)))).contains("does not fit");
    assertThat(message(() -> y.store(Tile.fill(I32, shape(1, 1), 0), at(0)))).contains("2 axes");
    assertThat(message(() -> counting(4).store(Tile.fill(I32, shape(2, 2), 0))))
        .contains("does not fit");
  }

  @Test
  void additionsAreAtomic() throws Exception {
    int[] sum = new int[1];
    Tensor<I32> y = Tensor.of(sum, 1, 1);
    Tile<I32> one = Tile.fill(I32, shape(1, 1), 1);
    Callable<Boolean> adder =
        () -> {
          for (int i = 0; i < 2_000; i++) {
            y.store(one, at(0, 0), ADD);
          }
          return true;
        };
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      assertThat(threads.invokeAll(List.of(adder, adder, adder, adder))).hasSize(4);
    }
    assertThat(sum[0]).isEqualTo(8_000);
  }
}
