package dev.smalti.examples.conformance;

import dev.smalti.lang.DType;
import java.util.Optional;

/** What an argument holds after a run. */
sealed interface Expected {
  /** What is wrong with the elements, if anything is. */
  Optional<String> wrong(DType dtype, long[] actual);

  /** Exactly these bits. */
  record Exactly(long[] bits) implements Expected {
    @Override
    public Optional<String> wrong(DType dtype, long[] actual) {
      for (int i = 0; i < bits.length; i++) {
        if (actual[i] != bits[i]) {
          return Optional.of(
              "element %d is %s, expected is %s"
                  .formatted(i, Bits.show(dtype, actual[i]), Bits.show(dtype, bits[i])));
        }
      }
      return Optional.empty();
    }
  }

  /**
   * Close to real numbers.
   *
   * @param values the numbers
   * @param relative how far off, as a part of the number
   * @param absolute how far off at least is fine
   */
  record Near(double[] values, double relative, double absolute) implements Expected {
    @Override
    public Optional<String> wrong(DType dtype, long[] actual) {
      for (int i = 0; i < values.length; i++) {
        double value = Bits.value(dtype, actual[i]);
        boolean same = Double.compare(value, values[i]) == 0;
        double error = Math.abs(value - values[i]);
        if (!same && !(error <= Math.max(absolute, relative * Math.abs(values[i])))) {
          return Optional.of("element %d is %s, expected is %s".formatted(i, value, values[i]));
        }
      }
      return Optional.empty();
    }
  }
}
