package dev.smalti.runtime;

import static com.google.common.truth.Truth.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

final class TruthValuesTest {
  private static final byte[] BYTES = {0, 1, 5, -1, 0, 7};
  private static final byte[] TRUTHS = {9, 1, 1, 1, 0, 9};

  private static byte[] target() {
    return new byte[] {9, 9, 9, 9, 9, 9};
  }

  @Test
  void whatIsNotZeroIsOne() {
    MemorySegment bytes = MemorySegment.ofArray(BYTES.clone());
    byte[] first = target();
    TruthValues.copy(BYTES, 1, first, 1, 4);
    byte[] second = target();
    TruthValues.copy(bytes, 1, second, 1, 4);
    MemorySegment third = MemorySegment.ofArray(target());
    TruthValues.copy(BYTES, 1, third, 1, 4);
    MemorySegment fourth = MemorySegment.ofArray(target());
    TruthValues.copy(bytes, 1, fourth, 1, 4);
    assertThat(first).isEqualTo(TRUTHS);
    assertThat(second).isEqualTo(TRUTHS);
    assertThat(third.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(TRUTHS);
    assertThat(fourth.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(TRUTHS);
  }

  @Test
  void theSourceMayBeTheTarget() {
    byte[] bytes = BYTES.clone();
    TruthValues.copy(bytes, 0, bytes, 1, 5);
    assertThat(bytes).isEqualTo(new byte[] {0, 0, 1, 1, 1, 0});
  }
}
