import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Kernels as users write them: what is said of each is compared, and counted when it runs. */
final class Kernels {
  static final double EPSILON = 1e-5;
  static final int DEPTH = 16;
  static final int HALF = 8;
  static final int BLOCK = 8;

  // ---- chains

  @InCore
  static void copy(@Shape("m, n") Tensor<F32> x, @Shape("m, n") @Out Tensor<F32> y) {
    y.store(x.load());
  }

  @InCore
  static void axpb(
      @Shape("m, n") Tensor<F32> x, @Shape("m, n") @Out Tensor<F32> y, float a, float b) {
    y.store(x.load().fma(a, b));
  }

  @InCore
  static void add(
      @Shape("m, n") Tensor<F32> a,
      @Shape("m, n") Tensor<F32> b,
      @Shape("m, n") @Out Tensor<F32> y) {
    y.store(a.load().add(b.load()));
  }

  @InCore
  static void addTo(@Shape("m, n") Tensor<F32> x, @Shape("m, n") @InOut Tensor<F32> y) {
    y.store(y.load().add(x.load()));
  }

  @InCore
  static void square(@Shape("m, n") Tensor<F32> x, @Shape("m, n") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    y.store(t.mul(t));
  }

  @InCore
  static void polynomial(@Shape("m, n") Tensor<F64> x, @Shape("m, n") @Out Tensor<F64> y) {
    Tile<F64> t = x.load();
    y.store(t.mul(t).mul(t).sub(t.mul(2)).add(1));
  }

  @InCore
  static void addRow(
      @Shape("m, n") Tensor<F32> x,
      @Shape("1, n") Tensor<F32> row,
      @Shape("m, n") @Out Tensor<F32> y) {
    y.store(x.load().add(row.load()));
  }

  @InCore
  static void scaleRows(
      @Shape("m, n") Tensor<F32> x,
      @Shape("m, 1") Tensor<F32> factor,
      @Shape("m, n") @Out Tensor<F32> y) {
    y.store(x.load().mul(factor.load()));
  }

  @InCore
  static void relu(@Shape("m, n") Tensor<F32> x, @Shape("m, n") @Out Tensor<F32> y) {
    y.store(x.load().relu());
  }

  @InCore
  static void gelu(@Shape("m, n") Tensor<F32> x, @Shape("m, n") @Out Tensor<F32> y) {
    y.store(x.load().gelu());
  }

  @InCore
  static void geluByExp(@Shape("m, n") Tensor<F32> x, @Shape("m, n") @Out Tensor<F32> y) {
    Tile<F32> v = x.load();
    Tile<F32> u = v.mul(v.mul(v).fma(-0.0713548, -1.5957691));
    y.store(v.div(u.exp().add(1)));
  }

  @InCore
  static void silu(@Shape("m, n") Tensor<F32> x, @Shape("m, n") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    y.store(t.mul(t.sigmoid()));
  }

  @InCore
  static void swiglu(
      @Shape("m, n") Tensor<F32> gate,
      @Shape("m, n") Tensor<F32> up,
      @Shape("m, n") @Out Tensor<F32> y) {
    Tile<F32> g = gate.load();
    y.store(g.mul(g.sigmoid()).mul(up.load()));
  }

  @InCore
  static void softcap(@Shape("m, n") Tensor<F32> x, @Shape("m, n") @Out Tensor<F32> y) {
    y.store(x.load().div(30).tanh().mul(30));
  }

  @InCore
  static void clip(@Shape("m, n") Tensor<F32> x, @Shape("m, n") @Out Tensor<F32> y) {
    y.store(x.load().max(-1).min(1));
  }

  @InCore
  static void choose(
      @Shape("m, n") Tensor<F32> x,
      @Shape("m, n") Tensor<F32> z,
      @Shape("m, n") @Out Tensor<F32> y) {
    Tile<F32> a = x.load();
    Tile<F32> b = z.load();
    y.store(a.lt(b).select(a, b).neg());
  }

  @InCore
  static void residual(
      @Shape("m, n") Tensor<F32> x,
      @Shape("m, n") Tensor<F32> branch,
      @Shape("m, n") @Out Tensor<F32> y,
      double weight) {
    y.store(branch.load().mul(weight).add(x.load()));
  }

  @InCore
  static void twoResults(
      @Shape("m, n") Tensor<F32> x,
      @Shape("m, n") @Out Tensor<F32> sin,
      @Shape("m, n") @Out Tensor<F32> cos) {
    Tile<F32> t = x.load();
    sin.store(t.sin());
    cos.store(t.cos());
  }

  @InCore
  static void oneRow(@Shape("n") Tensor<F32> x, @Shape("n") @InOut Tensor<F32> y) {
    y.store(y.load().mul(0.9).add(x.load().mul(0.1)));
  }

  @InCore
  static void halves(@Shape("m, n") Tensor<F16> x, @Shape("m, n") @Out Tensor<F16> y) {
    y.store(x.load().mul(2).add(1));
  }

  @InCore
  static void widen(@Shape("m, n") Tensor<BF16> x, @Shape("m, n") @Out Tensor<F32> y) {
    y.store(x.load().cast(F32).mul(0.5));
  }

  @InCore
  static void quantise(
      @Shape("m, n") Tensor<F32> x, @Shape("m, n") @Out Tensor<I8> y, float scale) {
    y.store(x.load().mul(scale).cast(I8, Rounding.NEAREST_EVEN));
  }

  @InCore
  static void dequantise(
      @Shape("m, n") Tensor<I8> x,
      @Shape("m, 1") Tensor<F32> scale,
      @Shape("m, n") @Out Tensor<F32> y) {
    y.store(x.load().cast(F32).mul(scale.load()));
  }

  @InCore
  static void mask(@Shape("m, n") Tensor<I32> x, @Shape("m, n") @Out Tensor<I32> y) {
    y.store(x.load().and(0xFF).add(1));
  }

  // ---- folds

  @InCore
  static void rowSum(@Shape("m, ?") Tensor<F32> x, @Shape("m, 1") @Out Tensor<F32> y) {
    y.store(x.load().rowSum());
  }

  @InCore
  static void colMax(@Shape("?, n") Tensor<F32> x, @Shape("1, n") @Out Tensor<F32> y) {
    y.store(x.load().colMax());
  }

  @InCore
  static void meanOfSquares(@Shape("m, ?") Tensor<F32> x, @Shape("m, 1") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    y.store(t.mul(t).rowSum().div(x.dim(1)));
  }

  @InCore
  static void dot(
      @Shape("1, n") Tensor<F64> a,
      @Shape("1, n") Tensor<F64> b,
      @Shape("1, 1") @Out Tensor<F64> y) {
    y.store(a.load().mul(b.load()).rowSum());
  }

  @InCore
  static void softmax(@Shape("m, n") Tensor<F32> x, @Shape("m, n") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    Tile<F32> e = t.sub(t.rowMax()).exp();
    y.store(e.mul(e.rowSum().recip()));
  }

  @InCore
  static void logSoftmax(@Shape("m, n") Tensor<F32> x, @Shape("m, n") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    Tile<F32> shifted = t.sub(t.rowMax());
    y.store(shifted.sub(shifted.exp().rowSum().log()));
  }

  @InCore
  static void rmsNorm(
      @Shape("m, n") Tensor<F32> x,
      @Shape("1, n") Tensor<F32> weight,
      @Shape("m, n") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    Tile<F32> square = t.mul(t).rowSum().div(x.dim(1));
    y.store(t.mul(square.add(EPSILON).sqrt().recip()).mul(weight.load()));
  }

  @InCore
  static void layerNorm(
      @Shape("m, n") Tensor<F32> x,
      @Shape("1, n") Tensor<F32> weight,
      @Shape("1, n") Tensor<F32> bias,
      @Shape("m, n") @Out Tensor<F32> y) {
    Tile<F32> t = x.load();
    Tile<F32> centred = t.sub(t.rowSum().div(x.dim(1)));
    Tile<F32> variance = centred.mul(centred).rowSum().div(x.dim(1));
    y.store(centred.mul(variance.add(EPSILON).sqrt().recip()).fma(weight.load(), bias.load()));
  }

  @InCore
  static void byRow(@Shape("m, n") Tensor<F32> x, @Shape("m, n") @Out Tensor<F32> y) {
    for (int row : range(x.dim(0))) {
      Tile<F32> t = x.row(row).load();
      y.row(row).store(t.div(t.rowSum()));
    }
  }

  // ---- loops and branches

  @InCore
  static void byNumber(@Shape("n, n") Tensor<F32> x, @Shape("n, n") @Out Tensor<F32> y) {
    for (int row : range(x.dim(0))) {
      Tile<F32> t = x.load(at(row, 0), shape(1, x.dim(1)));
      y.store(t.mul(row), at(row, 0));
    }
  }

  @InCore
  static void running(
      @Shape("?, n") Tensor<F32> x, @Shape("1, n") @Out Tensor<F32> y, double decay) {
    Tile<F32> sum = Tile.fill(F32, shape(1, x.dim(1)), 0);
    for (int row : range(x.dim(0))) {
      sum = sum.mul(decay).add(x.row(row).load());
    }
    y.store(sum);
  }

  @InCore
  static void blocks(@Shape("m, n") Tensor<F32> x, @Shape("m, n") @Out Tensor<F32> y) {
    int columns = x.dim(1);
    for (int from : range(0, columns, BLOCK)) {
      int valid = Math.min(BLOCK, columns - from);
      Tile<F32> t = x.load(at(0, from), shape(x.dim(0), BLOCK), shape(x.dim(0), valid));
      y.store(t.add(1), at(0, from));
    }
  }

  @InCore
  static void either(@Shape("m, n") Tensor<F32> x, @Shape("m, n") @Out Tensor<F32> y, int which) {
    if (which > 0) {
      y.store(x.load().mul(2).add(1));
    } else {
      y.store(x.load());
    }
  }

  @InCore
  static void repeated(@Shape("m, n") Tensor<F32> x, @Shape("m, n") @Out Tensor<F32> y, int times) {
    Tile<F32> t = x.load();
    int left = times;
    while (left > 0) {
      t = t.mul(0.5);
      left -= 1;
    }
    y.store(t);
  }

  @InCore
  static void rotate(
      @Shape("m, DEPTH") Tensor<F32> x,
      @Shape("m, HALF") Tensor<F32> cos,
      @Shape("m, HALF") Tensor<F32> sin,
      @Shape("m, DEPTH") @Out Tensor<F32> y) {
    int rows = x.dim(0);
    Tile<F32> left = x.load(at(0, 0), shape(rows, HALF));
    Tile<F32> right = x.load(at(0, HALF), shape(rows, HALF));
    Tile<F32> c = cos.load();
    Tile<F32> s = sin.load();
    y.store(left.mul(c).sub(right.mul(s)), at(0, 0));
    y.store(right.mul(c).add(left.mul(s)), at(0, HALF));
  }

  // ---- products

  @InCore
  static void matmul(
      @Shape("m, k") Tensor<F32> a,
      @Shape("k, n") Tensor<F32> b,
      @Shape("m, n") @Out Tensor<F32> c) {
    c.store(a.load().matmul(b.load()));
  }

  @InCore
  static void matmulTransposed(
      @Shape("m, k") Tensor<F32> a,
      @Shape("n, k") Tensor<F32> b,
      @Shape("m, n") @Out Tensor<F32> c) {
    c.store(a.load().matmul(b.load().transpose()));
  }

  @InCore
  static void linearRelu(
      @Shape("m, k") Tensor<F32> x,
      @Shape("k, n") Tensor<F32> weights,
      @Shape("1, n") Tensor<F32> bias,
      @Shape("m, n") @Out Tensor<F32> y) {
    y.store(x.load().matmul(weights.load()).add(bias.load()).relu());
  }

  @InCore
  static void linearResidual(
      @Shape("m, k") Tensor<F32> x,
      @Shape("k, n") Tensor<F32> weights,
      @Shape("m, n") @InOut Tensor<F32> y) {
    y.store(x.load().matmul(weights.load()).add(y.load()));
  }

  @InCore
  static void matmulOfBytes(
      @Shape("m, k") Tensor<I8> a, @Shape("k, n") Tensor<I8> b, @Shape("m, n") @Out Tensor<I32> c) {
    c.store(a.load().matmul(b.load(), I32));
  }

  @InCore
  static void scores(
      @Shape("m, DEPTH") Tensor<F32> q,
      @Shape("n, DEPTH") Tensor<F32> k,
      @Shape("m, n") @Out Tensor<F32> y) {
    Tile<F32> scores = q.load().matmul(k.load().transpose()).mul(0.25);
    Tile<F32> e = scores.sub(scores.rowMax()).exp();
    y.store(e.div(e.rowSum()));
  }

  @InCore
  static void attention(
      @Shape("m, DEPTH") Tensor<F32> q,
      @Shape("n, DEPTH") Tensor<F32> k,
      @Shape("n, DEPTH") Tensor<F32> v,
      @Shape("m, DEPTH") @Out Tensor<F32> y) {
    Tile<F32> scores = q.load().matmul(k.load().transpose()).mul(0.25);
    Tile<F32> e = scores.sub(scores.rowMax()).exp();
    y.store(e.matmul(v.load()).div(e.rowSum()));
  }

  @InCore
  static void embeddings(
      @Shape("?, n") Tensor<F32> table,
      @Shape("m, 1") Tensor<I32> ids,
      @Shape("m, n") @Out Tensor<F32> y) {
    y.store(table.load().gatherRows(ids.load().and(7)));
  }

  @InCore
  static void picked(
      @Shape("m, ?") Tensor<F32> x,
      @Shape("m, k") Tensor<I32> index,
      @Shape("m, k") @Out Tensor<F32> y) {
    y.store(x.load().gather(index.load().and(7)).mul(2));
  }
}
