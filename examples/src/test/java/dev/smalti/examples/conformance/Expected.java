package dev.smalti.examples.conformance;

import dev.smalti.lang.DType;
import java.util.Optional;

/** What an argument holds after a run. */
sealed interface Expected {
  /** What is wrong with the elements, if anything is. */
  Optional<String> wrong(DType dtype, long[] actual);

  /** Exactly these bits. */
  final class Exactly implements Expected {
    private final long[] bits;

    Exactly(long[] bits) {
      this.bits = bits.clone();
    }

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

  /** Close to real numbers. */
  final class Near implements Expected {
    private final double[] values;
    private final double relative;
    private final double absolute;

    /**
     * @param values the numbers
     * @param relative how far off, as a part of the number
     * @param absolute how far off at least is fine
     */
    Near(double[] values, double relative, double absolute) {
      this.values = values.clone();
      this.relative = relative;
      this.absolute = absolute;
    }

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
