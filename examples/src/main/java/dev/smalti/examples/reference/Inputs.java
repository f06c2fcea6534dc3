package dev.smalti.examples.reference;

import java.util.Arrays;
import java.util.Random;

/** Numbers to compute on, the same in every run. */
public final class Inputs {
  private Inputs() {}

  /** Numbers from -1 to 1, drawn from a seed. */
  public static float[] uniform(long seed, int count) {
    Random random = new Random(seed);
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = 2 * random.nextFloat() - 1;
    }
    return numbers;
  }

  /**
   * The weights of a linear layer, [from, to]: numbers of a size at which what comes out is about
   * as large as what goes in, at most one divided by the root of {@code from}.
   */
  public static float[] weights(long seed, int from, int to) {
    float[] numbers = uniform(seed, from * to);
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (float) (numbers[i] / Math.sqrt(from));
    }
    return numbers;
  }

  /** Numbers of 8 bits, from -127 to 127. */
  public static byte[] bytes(long seed, int count) {
    Random random = new Random(seed);
    byte[] numbers = new byte[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = (byte) (random.nextInt(255) - 127);
    }
    return numbers;
  }

  /** What a step between neighbours of 8 bits stands for: some number near 1/127. */
  public static float[] steps(long seed, int count) {
    float[] numbers = uniform(seed, count);
    for (int i = 0; i < count; i++) {
      numbers[i] = (2 + numbers[i]) / 254;
    }
    return numbers;
  }

  /** The cosines of the angles by which positions from 0 turn, [positions, half]. */
  public static float[] cosines(int positions, int half) {
    return rounded(Formulas.each(Formulas.angles(positions, half, 0, 10_000), Math::cos));
  }

  /** The sines of these angles. */
  public static float[] sines(int positions, int half) {
    return rounded(Formulas.each(Formulas.angles(positions, half, 0, 10_000), Math::sin));
  }

  private static float[] rounded(double[] x) {
    float[] numbers = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      numbers[i] = (float) x[i];
    }
    return numbers;
  }

  /** What a result holds before: no number, so that what nobody writes is found. */
  public static float[] unwritten(int count) {
    float[] numbers = new float[count];
    Arrays.fill(numbers, Float.NaN);
    return numbers;
  }
}
