package dev.smalti.examples.conformance;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.spi.Storage;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** What is wrong is found: a comparison that cannot fail proves nothing. */
final class ConformanceTest {
  private static final float[] NUMBERS = {1, Float.NaN, -0f};

  private final Slot<Smalti.F32> x = Slot.of(NUMBERS, 1, 3);
  private final Slot<Smalti.F32> y = Slot.output(Smalti.F32, 1, 3);

  private Case copying(BiConsumer<Tensor<Smalti.F32>, Tensor<Smalti.F32>> compiled) {
    return copying((x, y) -> y.store(x.load()), compiled);
  }

  private Case copying(
      BiConsumer<Tensor<Smalti.F32>, Tensor<Smalti.F32>> eager,
      BiConsumer<Tensor<Smalti.F32>, Tensor<Smalti.F32>> compiled) {
    return Case.kernel(
            ConformanceTest.class,
            "copying",
            of -> eager.accept(of.of(x), of.of(y)),
            of -> compiled.accept(of.of(x), of.of(y)),
            x,
            y)
        .expecting(y, Bits.of(NUMBERS));
  }

  private static String failure(Case wrong) {
    return String.valueOf(
        assertThrows(AssertionError.class, () -> Conformance.check(wrong)).getMessage());
  }

  @Test
  void whatIsRightPasses() {
    Conformance.check(copying((x, y) -> y.store(x.load())));
  }

  @Test
  void anyNanIsTheSame() {
    float other = Float.intBitsToFloat(0x7FC12345);
    Conformance.check(
        copying(
            (x, y) -> {
              y.store(x.load());
              y.write(Smalti.at(0, 1), other);
            }));
  }

  @Test
  void aZeroOfTheOtherSignIsNot() {
    String found = failure(copying((x, y) -> y.store(x.load().add(0))));
    assertThat(found).contains("compiled, HEAP");
    assertThat(found).contains("tensor 1 [1, 3]: element 2 is 0.0, expected is -0.0");
  }

  @Test
  void anOutputThatIsNotWrittenIsFound() {
    assertThat(failure(copying((_, _) -> {}))).contains("element 0 is -7.25E-33");
  }

  @Test
  void anInputThatChangesIsFound() {
    String found =
        failure(
            copying(
                (x, y) -> {
                  y.store(x.load());
                  x.write(Smalti.at(0, 0), 2.0);
                }));
    assertThat(found).contains("input 0");
  }

  @Test
  void aWriteBesideATensorIsFound() {
    String found =
        failure(
            copying(
                (x, y) -> {
                  y.store(x.load());
                  if (y.offset() > 0 && y.storage() instanceof Storage.Floats(float[] array)) {
                    array[0] = 5;
                  }
                }));
    assertThat(found).contains("compiled, HEAP_VIEW: memory beside tensor 1");
  }

  @Test
  void anEagerRunThatIsWrongIsFoundFirst() {
    BiConsumer<Tensor<Smalti.F32>, Tensor<Smalti.F32>> wrong = (x, y) -> y.store(x.load().neg());
    assertThat(failure(copying(wrong, wrong))).contains("eager: tensor 1");
  }

  /** Threads may happen to be in time; some order of one rank at a time is not. */
  @Test
  void aRankThatDoesNotWaitIsFound() {
    float[] rows = CommunicationCases.table(3, 64, (r, i) -> 100 * r + i);
    float[] shifted = CommunicationCases.table(3, 64, (r, i) -> 100 * ((r + 1) % 3) + i);
    Slot<Smalti.F32> from = Slot.of(rows, 3, 1, 64);
    Slot<Smalti.F32> to = Slot.output(Smalti.F32, 3, 1, 64);
    Case racing =
        Case.program(
                RacingShift.class,
                "shift",
                3,
                (world, of) -> RacingShift.shift(world, of.of(from), of.of(to)),
                RacingShiftPrograms.shift(),
                (program, of) -> program.run(of.of(from), of.of(to)),
                from,
                to)
            .expecting(to, Bits.of(shifted));
    assertThat(failure(racing)).contains("RacingShift.shift");
  }
}
