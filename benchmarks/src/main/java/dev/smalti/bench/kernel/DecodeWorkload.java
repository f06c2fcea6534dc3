package dev.smalti.bench.kernel;

import static dev.smalti.bench.kernel.DecoderLayer.DEPTH;
import static dev.smalti.bench.kernel.DecoderLayer.EPSILON;
import static dev.smalti.bench.kernel.DecoderLayer.GROUPS;
import static dev.smalti.bench.kernel.DecoderLayer.HALF;
import static dev.smalti.bench.kernel.DecoderLayer.HEADS;
import static dev.smalti.bench.kernel.DecoderLayer.HIDDEN;
import static dev.smalti.bench.kernel.DecoderLayer.INNER;
import static dev.smalti.bench.kernel.DecoderLayer.SCALE;
import static dev.smalti.bench.kernel.DecoderLayer.SHARED;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import dev.smalti.bench.peer.Torch;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import java.util.List;

/** One token through a small decoder layer; its keys and values are appended to the caches. */
final class DecodeWorkload extends Workload {
  // What is read, in this order.
  private static final int X = 0;
  private static final int NORM = 1;
  private static final int TO_QUERIES = 2;
  private static final int TO_KEYS = 3;
  private static final int TO_VALUES = 4;
  private static final int COS = 5;
  private static final int SIN = 6;
  private static final int KEYS = 7;
  private static final int VALUES = 8;
  private static final int TO_OUTPUT = 9;
  private static final int INNER_NORM = 10;
  private static final int TO_GATE = 11;
  private static final int TO_INNER = 12;
  private static final int FROM_INNER = 13;

  private final int length;
  private final double[] expected;

  // What lies between the kernels. Heads are side by side in a row, or each in one of its own.
  private final Tensor<F32> queries = tensor(HEADS, DEPTH);
  private final float[] heads = new float[HIDDEN];
  private final Tensor<F32> found = Tensor.of(heads, HEADS, DEPTH);
  private final Tensor<F32> foundRow = Tensor.of(heads, 1, HIDDEN);
  private final Tensor<F32> attended = tensor(1, HIDDEN);
  private final Tensor<F32> inner = tensor(1, INNER);

  /**
   * A step.
   *
   * @param length of the context, with the token
   */
  DecodeWorkload(int length) {
    super(
        new long[] {1, HIDDEN},
        Input.random(1, 1, 1, HIDDEN),
        Input.random(1, 2, 1, HIDDEN),
        weights(3, HIDDEN, HIDDEN),
        weights(4, HIDDEN, SHARED),
        weights(5, HIDDEN, SHARED),
        angles(length - 1, true),
        angles(length - 1, false),
        Input.random(1, 6, GROUPS, length, DEPTH),
        Input.random(1, 7, GROUPS, length, DEPTH),
        weights(8, HIDDEN, HIDDEN),
        Input.random(1, 9, 1, HIDDEN),
        weights(10, HIDDEN, INNER),
        weights(11, HIDDEN, INNER),
        weights(12, INNER, HIDDEN));
    this.length = length;
    this.expected = step();
  }

  private static Tensor<F32> tensor(int rows, int columns) {
    return Tensor.of(new float[rows * columns], rows, columns);
  }

  /** Such that what comes out is about as large as what goes in. */
  private static Input weights(long seed, int from, int to) {
    return Input.random((float) Math.sqrt(3.0 / from), seed, from, to);
  }

  private static Input angles(int position, boolean cosine) {
    float[] elements = new float[HALF];
    for (int i = 0; i < HALF; i++) {
      double angle = position * Math.pow(10_000, -(double) i / HALF);
      elements[i] = (float) (cosine ? Math.cos(angle) : Math.sin(angle));
    }
    return new Input(elements, 1, HALF);
  }

  @Override
  public double expected(int i) {
    return expected[i];
  }

  @Override
  public double tolerance(Competitor who, double expected) {
    return 2e-5 * Math.max(1, Math.abs(expected));
  }

  private double[] step() {
    double[] x = doubles(X);
    double[] h = norm(x, NORM);
    double[] q = turn(product(h, TO_QUERIES));
    double[] k = turn(product(h, TO_KEYS));
    double[] v = product(h, TO_VALUES);
    double[] all = new double[HIDDEN];
    for (int head = 0; head < HEADS; head++) {
      attend(head, q, k, v, all);
    }
    double[] middle = add(x, product(all, TO_OUTPUT));
    double[] normed = norm(middle, INNER_NORM);
    double[] open = product(normed, TO_GATE);
    double[] up = product(normed, TO_INNER);
    for (int i = 0; i < INNER; i++) {
      up[i] *= open[i] / (1 + Math.exp(-open[i]));
    }
    return add(middle, product(up, FROM_INNER));
  }

  private double[] doubles(int which) {
    float[] elements = input(which).elements();
    double[] result = new double[elements.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = elements[i];
    }
    return result;
  }

  private double[] norm(double[] x, int which) {
    double square = 0;
    for (double each : x) {
      square += each * each;
    }
    double[] result = doubles(which);
    for (int i = 0; i < x.length; i++) {
      result[i] *= x[i] / Math.sqrt(square / x.length + EPSILON);
    }
    return result;
  }

  private double[] product(double[] x, int which) {
    float[] w = input(which).elements();
    int n = w.length / x.length;
    double[] result = new double[n];
    for (int i = 0; i < w.length; i++) {
      result[i % n] += x[i / n] * w[i];
    }
    return result;
  }

  private double[] turn(double[] x) {
    float[] cos = input(COS).elements();
    float[] sin = input(SIN).elements();
    double[] result = new double[x.length];
    for (int left = 0; left < x.length; left++) {
      int i = left % DEPTH;
      if (i < HALF) {
        int right = left + HALF;
        result[left] = x[left] * cos[i] - x[right] * sin[i];
        result[right] = x[right] * cos[i] + x[left] * sin[i];
      }
    }
    return result;
  }

  private void attend(int head, double[] q, double[] k, double[] v, double[] result) {
    int group = head / (HEADS / GROUPS);
    double weights = 0;
    for (int at = 0; at < length; at++) {
      double score = 0;
      for (int i = 0; i < DEPTH; i++) {
        score += q[head * DEPTH + i] * cached(KEYS, k, group, at, i);
      }
      double weight = Math.exp(score * SCALE);
      weights += weight;
      for (int i = 0; i < DEPTH; i++) {
        result[head * DEPTH + i] += weight * cached(VALUES, v, group, at, i);
      }
    }
    for (int i = 0; i < DEPTH; i++) {
      result[head * DEPTH + i] /= weights;
    }
  }

  private double cached(int which, double[] last, int group, int at, int i) {
    return at == length - 1
        ? last[group * DEPTH + i]
        : input(which).elements()[(group * length + at) * DEPTH + i];
  }

  private static double[] add(double[] a, double[] b) {
    double[] result = a.clone();
    for (int i = 0; i < result.length; i++) {
      result[i] += b[i];
    }
    return result;
  }

  @Override
  void generated(List<Tensor<F32>> from, Tensor<F32> to) {
    DecoderLayerKernels.project(
        from.get(X),
        from.get(NORM),
        from.get(TO_QUERIES),
        from.get(TO_KEYS),
        from.get(TO_VALUES),
        from.get(COS),
        from.get(SIN),
        queries,
        from.get(KEYS),
        from.get(VALUES),
        length - 1);
    DecoderLayerKernels.attend(queries, from.get(KEYS), from.get(VALUES), found, length - 1);
    DecoderLayerKernels.add(from.get(X), foundRow, from.get(TO_OUTPUT), attended);
    DecoderLayerKernels.gate(
        attended, from.get(INNER_NORM), from.get(TO_GATE), from.get(TO_INNER), inner);
    DecoderLayerKernels.add(attended, inner, from.get(FROM_INNER), to);
  }

  @Override
  TorchForm torch(Torch torch, Competitor who) {
    NDIndex last = new NDIndex(":, " + (length - 1));
    return from -> {
      try (NDScope scope = new NDScope()) {
        scope.suppressNotUsedWarning();
        NDArray result = step(from, last);
        NDScope.unregister(result);
        return result;
      }
    };
  }

  /** The heads of a group are the rows of a matrix, as the keys that they share are. */
  private static NDArray step(List<NDArray> from, NDIndex last) {
    NDArray x = from.get(X);
    NDArray h = norm(x, from.get(NORM));
    NDArray q = turn(h.matMul(from.get(TO_QUERIES)).reshape(HEADS, DEPTH), from);
    NDArray k = turn(h.matMul(from.get(TO_KEYS)).reshape(GROUPS, DEPTH), from);
    from.get(KEYS).set(last, k);
    from.get(VALUES).set(last, h.matMul(from.get(TO_VALUES)).reshape(GROUPS, DEPTH));
    NDArray scores =
        q.reshape(new Shape(GROUPS, HEADS / GROUPS, DEPTH))
            .matMul(from.get(KEYS).transpose(0, 2, 1))
            .muli(SCALE);
    NDArray found = scores.softmax(-1).matMul(from.get(VALUES)).reshape(1, HIDDEN);
    NDArray attended = found.matMul(from.get(TO_OUTPUT)).addi(x);
    NDArray normed = norm(attended, from.get(INNER_NORM));
    NDArray open = normed.matMul(from.get(TO_GATE));
    NDArray inner = Activation.sigmoid(open).muli(open).muli(normed.matMul(from.get(TO_INNER)));
    return inner.matMul(from.get(FROM_INNER)).addi(attended);
  }

  private static NDArray norm(NDArray x, NDArray weight) {
    NDArray root = x.mul(x).mean(new int[] {-1}, true).addi(EPSILON).sqrt();
    return x.div(root).muli(weight);
  }

  private static NDArray turn(NDArray x, List<NDArray> from) {
    var halves = x.split(2, 1);
    NDArray left = halves.get(0);
    NDArray right = halves.get(1);
    NDArray cos = from.get(COS);
    NDArray sin = from.get(SIN);
    return left.mul(cos).subi(right.mul(sin)).concat(right.mul(cos).addi(left.mul(sin)), 1);
  }
}
