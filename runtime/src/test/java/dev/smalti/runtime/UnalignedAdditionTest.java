package dev.smalti.runtime;

import static com.google.common.truth.Truth.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class UnalignedAdditionTest {
  private static final int TIMES = 20_000;

  @Test
  void noAdditionOfAnotherThreadIsLost() {
    MemorySegment memory = Arena.ofAuto().allocate(64).asSlice(1);
    IntStream.range(0, TIMES)
        .parallel()
        .forEach(
            _ -> {
              UnalignedAddition.add(memory, 4, 1f);
              UnalignedAddition.add(memory, 8, 2.0);
              UnalignedAddition.add(memory, 16, 3);
              UnalignedAddition.add(memory, 24, 1L << 40);
            });
    assertThat(memory.get(ValueLayout.JAVA_FLOAT_UNALIGNED, 4)).isEqualTo((float) TIMES);
    assertThat(memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 8)).isEqualTo(2.0 * TIMES);
    assertThat(memory.get(ValueLayout.JAVA_INT_UNALIGNED, 16)).isEqualTo(3 * TIMES);
    assertThat(memory.get(ValueLayout.JAVA_LONG_UNALIGNED, 24)).isEqualTo(TIMES * (1L << 40));
  }

  @Test
  void integersWrap() {
    MemorySegment bytes = MemorySegment.ofArray(new byte[16]);
    UnalignedAddition.add(bytes, 3, Integer.MAX_VALUE);
    UnalignedAddition.add(bytes, 3, 1);
    assertThat(bytes.get(ValueLayout.JAVA_INT_UNALIGNED, 3)).isEqualTo(Integer.MIN_VALUE);
  }

  @Test
  void narrowElementsOnBothMemories() {
    short[] shorts = new short[4];
    byte[] bytes = new byte[4];
    MemorySegment memory = Arena.ofAuto().allocate(16).asSlice(1);
    short half = Float.floatToFloat16(0.5f);
    short one = 0x3F80;
    IntStream.range(0, TIMES)
        .parallel()
        .forEach(
            _ -> {
              UnalignedAddition.add(shorts, 0, (short) 1);
              UnalignedAddition.add(bytes, 1, (byte) 3);
              UnalignedAddition.add(memory, 0, (short) 1);
              UnalignedAddition.add(memory, 2, (byte) 3);
            });
    assertThat(shorts[0]).isEqualTo((short) TIMES);
    assertThat(bytes[1]).isEqualTo((byte) (3 * TIMES));
    assertThat(memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, 0)).isEqualTo((short) TIMES);
    assertThat(memory.get(ValueLayout.JAVA_BYTE, 2)).isEqualTo((byte) (3 * TIMES));
    UnalignedAddition.addF16(shorts, 1, half);
    UnalignedAddition.addF16(shorts, 1, half);
    UnalignedAddition.addBf16(shorts, 2, one);
    UnalignedAddition.addBf16(shorts, 2, one);
    assertThat(shorts[1]).isEqualTo(Float.floatToFloat16(1f));
    assertThat(shorts[2]).isEqualTo((short) 0x4000);
    UnalignedAddition.addF16(memory, 4, half);
    UnalignedAddition.addF16(memory, 4, half);
    UnalignedAddition.addBf16(memory, 6, one);
    assertThat(memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, 4)).isEqualTo(Float.floatToFloat16(1f));
    assertThat(memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, 6)).isEqualTo(one);
  }
}
