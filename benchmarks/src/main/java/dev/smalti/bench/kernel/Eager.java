package dev.smalti.bench.kernel;

/** Operations on whole arrays, each with a new array for its result: what a library does. */
final class Eager {
  private Eager() {}

  static float[] add(float[] x, float scalar) {
    float[] y = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      y[i] = x[i] + scalar;
    }
    return y;
  }

  static float[] mul(float[] x, float scalar) {
    float[] y = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      y[i] = x[i] * scalar;
    }
    return y;
  }

  static float[] mul(float[] x, float[] other) {
    float[] y = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      y[i] = x[i] * other[i];
    }
    return y;
  }

  static float[] div(float[] x, float[] other) {
    float[] y = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      y[i] = x[i] / other[i];
    }
    return y;
  }

  static float[] exp(float[] x) {
    float[] y = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      y[i] = (float) Math.exp(x[i]);
    }
    return y;
  }

  static float[] rowMax(float[] x, int columns) {
    float[] y = new float[x.length / columns];
    for (int r = 0; r < y.length; r++) {
      float max = x[r * columns];
      for (int j = 1; j < columns; j++) {
        max = Math.max(max, x[r * columns + j]);
      }
      y[r] = max;
    }
    return y;
  }

  static float[] rowSum(float[] x, int columns) {
    float[] y = new float[x.length / columns];
    for (int r = 0; r < y.length; r++) {
      float sum = 0;
      for (int j = 0; j < columns; j++) {
        sum += x[r * columns + j];
      }
      y[r] = sum;
    }
    return y;
  }

  static float[] subRows(float[] x, float[] rows) {
    int columns = x.length / rows.length;
    float[] y = new float[x.length];
    for (int r = 0; r < rows.length; r++) {
      for (int j = r * columns; j < (r + 1) * columns; j++) {
        y[j] = x[j] - rows[r];
      }
    }
    return y;
  }

  static float[] divRows(float[] x, float[] rows) {
    int columns = x.length / rows.length;
    float[] y = new float[x.length];
    for (int r = 0; r < rows.length; r++) {
      for (int j = r * columns; j < (r + 1) * columns; j++) {
        y[j] = x[j] / rows[r];
      }
    }
    return y;
  }
}
