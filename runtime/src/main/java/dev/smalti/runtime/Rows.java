package dev.smalti.runtime;

/**
 * Folds rows as every tier does: element i goes to strand i mod 32 in order, a strand starts with
 * its first element, and then strand k takes strand k + w, for w = 16, 8, 4, 2, 1; a strand without
 * elements is left out. Generated code calls it.
 *
 * <p>A strand is a column of {@code s} here, so that HotSpot makes vector code of the loops.
 */
public final class Rows {
  private static final int STRANDS = 32;

  private Rows() {}

  /**
   * Folds {@code x[0..n)} of {@code F32}.
   *
   * @param x the row
   * @param s takes the strands, {@code n} elements; may be {@code x}
   * @param n how many elements, at least one
   * @return the sum
   */
  public static float sum(float[] x, float[] s, int n) {
    int whole = Math.max(n & -STRANDS, STRANDS);
    System.arraycopy(x, 0, s, 0, Math.min(n, STRANDS));
    for (int j = STRANDS; j < whole; j++) {
      s[j] = s[j - STRANDS] + x[j];
    }
    for (int j = whole; j < n; j++) {
      s[j - STRANDS] = s[j - STRANDS] + x[j];
    }
    int at = whole - STRANDS;
    for (int w = STRANDS / 2; w > 0; w /= 2) {
      for (int k = at; k < at + w && k - at + w < n; k++) {
        s[k] = s[k] + s[k + w];
      }
    }
    return s[at];
  }

  /**
   * Folds {@code x[0..n)} of {@code F32}.
   *
   * @param x the row
   * @param s takes the strands, {@code n} elements; may be {@code x}
   * @param n how many elements, at least one
   * @return the greatest element
   */
  public static float max(float[] x, float[] s, int n) {
    int whole = Math.max(n & -STRANDS, STRANDS);
    System.arraycopy(x, 0, s, 0, Math.min(n, STRANDS));
    for (int j = STRANDS; j < whole; j++) {
      s[j] = Math.max(s[j - STRANDS], x[j]);
    }
    for (int j = whole; j < n; j++) {
      s[j - STRANDS] = Math.max(s[j - STRANDS], x[j]);
    }
    int at = whole - STRANDS;
    for (int w = STRANDS / 2; w > 0; w /= 2) {
      for (int k = at; k < at + w && k - at + w < n; k++) {
        s[k] = Math.max(s[k], s[k + w]);
      }
    }
    return s[at];
  }

  /**
   * Folds {@code x[0..n)} of {@code F32}.
   *
   * @param x the row
   * @param s takes the strands, {@code n} elements; may be {@code x}
   * @param n how many elements, at least one
   * @return the least element
   */
  public static float min(float[] x, float[] s, int n) {
    int whole = Math.max(n & -STRANDS, STRANDS);
    System.arraycopy(x, 0, s, 0, Math.min(n, STRANDS));
    for (int j = STRANDS; j < whole; j++) {
      s[j] = Math.min(s[j - STRANDS], x[j]);
    }
    for (int j = whole; j < n; j++) {
      s[j - STRANDS] = Math.min(s[j - STRANDS], x[j]);
    }
    int at = whole - STRANDS;
    for (int w = STRANDS / 2; w > 0; w /= 2) {
      for (int k = at; k < at + w && k - at + w < n; k++) {
        s[k] = Math.min(s[k], s[k + w]);
      }
    }
    return s[at];
  }

  /**
   * Folds {@code x[0..n)} of {@code F64}.
   *
   * @param x the row
   * @param s takes the strands, {@code n} elements; may be {@code x}
   * @param n how many elements, at least one
   * @return the sum
   */
  public static double sum(double[] x, double[] s, int n) {
    int whole = Math.max(n & -STRANDS, STRANDS);
    System.arraycopy(x, 0, s, 0, Math.min(n, STRANDS));
    for (int j = STRANDS; j < whole; j++) {
      s[j] = s[j - STRANDS] + x[j];
    }
    for (int j = whole; j < n; j++) {
      s[j - STRANDS] = s[j - STRANDS] + x[j];
    }
    int at = whole - STRANDS;
    for (int w = STRANDS / 2; w > 0; w /= 2) {
      for (int k = at; k < at + w && k - at + w < n; k++) {
        s[k] = s[k] + s[k + w];
      }
    }
    return s[at];
  }

  /**
   * Folds {@code x[0..n)} of {@code F64}.
   *
   * @param x the row
   * @param s takes the strands, {@code n} elements; may be {@code x}
   * @param n how many elements, at least one
   * @return the greatest element
   */
  public static double max(double[] x, double[] s, int n) {
    int whole = Math.max(n & -STRANDS, STRANDS);
    System.arraycopy(x, 0, s, 0, Math.min(n, STRANDS));
    for (int j = STRANDS; j < whole; j++) {
      s[j] = Math.max(s[j - STRANDS], x[j]);
    }
    for (int j = whole; j < n; j++) {
      s[j - STRANDS] = Math.max(s[j - STRANDS], x[j]);
    }
    int at = whole - STRANDS;
    for (int w = STRANDS / 2; w > 0; w /= 2) {
      for (int k = at; k < at + w && k - at + w < n; k++) {
        s[k] = Math.max(s[k], s[k + w]);
      }
    }
    return s[at];
  }

  /**
   * Folds {@code x[0..n)} of {@code F64}.
   *
   * @param x the row
   * @param s takes the strands, {@code n} elements; may be {@code x}
   * @param n how many elements, at least one
   * @return the least element
   */
  public static double min(double[] x, double[] s, int n) {
    int whole = Math.max(n & -STRANDS, STRANDS);
    System.arraycopy(x, 0, s, 0, Math.min(n, STRANDS));
    for (int j = STRANDS; j < whole; j++) {
      s[j] = Math.min(s[j - STRANDS], x[j]);
    }
    for (int j = whole; j < n; j++) {
      s[j - STRANDS] = Math.min(s[j - STRANDS], x[j]);
    }
    int at = whole - STRANDS;
    for (int w = STRANDS / 2; w > 0; w /= 2) {
      for (int k = at; k < at + w && k - at + w < n; k++) {
        s[k] = Math.min(s[k], s[k + w]);
      }
    }
    return s[at];
  }

  /**
   * Folds {@code x[0..n)} of {@code I32}.
   *
   * @param x the row
   * @param s takes the strands, {@code n} elements; may be {@code x}
   * @param n how many elements, at least one
   * @return the sum
   */
  public static int sum(int[] x, int[] s, int n) {
    int whole = Math.max(n & -STRANDS, STRANDS);
    System.arraycopy(x, 0, s, 0, Math.min(n, STRANDS));
    for (int j = STRANDS; j < whole; j++) {
      s[j] = s[j - STRANDS] + x[j];
    }
    for (int j = whole; j < n; j++) {
      s[j - STRANDS] = s[j - STRANDS] + x[j];
    }
    int at = whole - STRANDS;
    for (int w = STRANDS / 2; w > 0; w /= 2) {
      for (int k = at; k < at + w && k - at + w < n; k++) {
        s[k] = s[k] + s[k + w];
      }
    }
    return s[at];
  }

  /**
   * Folds {@code x[0..n)} of {@code I32}.
   *
   * @param x the row
   * @param s takes the strands, {@code n} elements; may be {@code x}
   * @param n how many elements, at least one
   * @return the greatest element
   */
  public static int max(int[] x, int[] s, int n) {
    int whole = Math.max(n & -STRANDS, STRANDS);
    System.arraycopy(x, 0, s, 0, Math.min(n, STRANDS));
    for (int j = STRANDS; j < whole; j++) {
      s[j] = Math.max(s[j - STRANDS], x[j]);
    }
    for (int j = whole; j < n; j++) {
      s[j - STRANDS] = Math.max(s[j - STRANDS], x[j]);
    }
    int at = whole - STRANDS;
    for (int w = STRANDS / 2; w > 0; w /= 2) {
      for (int k = at; k < at + w && k - at + w < n; k++) {
        s[k] = Math.max(s[k], s[k + w]);
      }
    }
    return s[at];
  }

  /**
   * Folds {@code x[0..n)} of {@code I32}.
   *
   * @param x the row
   * @param s takes the strands, {@code n} elements; may be {@code x}
   * @param n how many elements, at least one
   * @return the least element
   */
  public static int min(int[] x, int[] s, int n) {
    int whole = Math.max(n & -STRANDS, STRANDS);
    System.arraycopy(x, 0, s, 0, Math.min(n, STRANDS));
    for (int j = STRANDS; j < whole; j++) {
      s[j] = Math.min(s[j - STRANDS], x[j]);
    }
    for (int j = whole; j < n; j++) {
      s[j - STRANDS] = Math.min(s[j - STRANDS], x[j]);
    }
    int at = whole - STRANDS;
    for (int w = STRANDS / 2; w > 0; w /= 2) {
      for (int k = at; k < at + w && k - at + w < n; k++) {
        s[k] = Math.min(s[k], s[k + w]);
      }
    }
    return s[at];
  }

  /**
   * Folds {@code x[0..n)} of {@code I64}.
   *
   * @param x the row
   * @param s takes the strands, {@code n} elements; may be {@code x}
   * @param n how many elements, at least one
   * @return the sum
   */
  public static long sum(long[] x, long[] s, int n) {
    int whole = Math.max(n & -STRANDS, STRANDS);
    System.arraycopy(x, 0, s, 0, Math.min(n, STRANDS));
    for (int j = STRANDS; j < whole; j++) {
      s[j] = s[j - STRANDS] + x[j];
    }
    for (int j = whole; j < n; j++) {
      s[j - STRANDS] = s[j - STRANDS] + x[j];
    }
    int at = whole - STRANDS;
    for (int w = STRANDS / 2; w > 0; w /= 2) {
      for (int k = at; k < at + w && k - at + w < n; k++) {
        s[k] = s[k] + s[k + w];
      }
    }
    return s[at];
  }

  /**
   * Folds {@code x[0..n)} of {@code I64}.
   *
   * @param x the row
   * @param s takes the strands, {@code n} elements; may be {@code x}
   * @param n how many elements, at least one
   * @return the greatest element
   */
  public static long max(long[] x, long[] s, int n) {
    int whole = Math.max(n & -STRANDS, STRANDS);
    System.arraycopy(x, 0, s, 0, Math.min(n, STRANDS));
    for (int j = STRANDS; j < whole; j++) {
      s[j] = Math.max(s[j - STRANDS], x[j]);
    }
    for (int j = whole; j < n; j++) {
      s[j - STRANDS] = Math.max(s[j - STRANDS], x[j]);
    }
    int at = whole - STRANDS;
    for (int w = STRANDS / 2; w > 0; w /= 2) {
      for (int k = at; k < at + w && k - at + w < n; k++) {
        s[k] = Math.max(s[k], s[k + w]);
      }
    }
    return s[at];
  }

  /**
   * Folds {@code x[0..n)} of {@code I64}.
   *
   * @param x the row
   * @param s takes the strands, {@code n} elements; may be {@code x}
   * @param n how many elements, at least one
   * @return the least element
   */
  public static long min(long[] x, long[] s, int n) {
    int whole = Math.max(n & -STRANDS, STRANDS);
    System.arraycopy(x, 0, s, 0, Math.min(n, STRANDS));
    for (int j = STRANDS; j < whole; j++) {
      s[j] = Math.min(s[j - STRANDS], x[j]);
    }
    for (int j = whole; j < n; j++) {
      s[j - STRANDS] = Math.min(s[j - STRANDS], x[j]);
    }
    int at = whole - STRANDS;
    for (int w = STRANDS / 2; w > 0; w /= 2) {
      for (int k = at; k < at + w && k - at + w < n; k++) {
        s[k] = Math.min(s[k], s[k + w]);
      }
    }
    return s[at];
  }
}
