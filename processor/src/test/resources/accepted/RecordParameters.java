package app;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Records as parameters of each plane. */
public final class RecordParameters {
  static final int WIDTH = 4;

  /** The names of components and parameters meet nowhere. */
  record Weights(@Shape("k, n") Tensor<F32> gain, @Shape("1, n") Tensor<F32> bias, float scale) {
    Weights {
      if (scale == 0) {
        throw new IllegalArgumentException("no scale");
      }
    }

    Weights(Tensor<F32> both) {
      this(both, both, 1);
    }

    static final int COUNT = 3;
  }

  public record Pair<T extends DType>(@Shape("n") Tensor<T> a, @Shape("n") Tensor<T> b) {}

  record Sizes(int rows, int columns, boolean negated, @Shape("rows, columns") Tensor<F32> x) {}

  record Block(Weights up, Weights down, Sizes sizes, @Shape("sizes") Tensor<I32> counts) {}

  record Exchange(@Shape("ranks") Signal told, @Shape("ranks, WIDTH") @InOut Window<F32> rows) {}

  record None() {}

  record Options(int root, long seed) {}

  /** Of two records of one type, each has its own extents. */
  @InCore
  static void linear(
      Weights weights,
      @Shape("m, k") Tensor<F32> weightsGain,
      @Shape("m, n") @Out Tensor<F32> weightsScale,
      None none) {
    Tile<F32> product = weightsGain.load().matmul(weights.gain().load());
    weightsScale.store(product.add(weights.bias.load()).mul(weights.scale));
  }

  @InCore
  static void sum(
      Weights up, Weights down, @Shape("up.n + 0 * down.k, up.n") @Out Tensor<F32> y, float core) {
    y.store(up.bias().load().mul(down.scale()).mul(core), at(0, 0));
  }

  @InCore
  static void nested(
      Block block, @Shape("block.sizes.rows, block.sizes.columns") @Out Tensor<F32> y) {
    Sizes sizes = block.sizes();
    Tile<F32> t = sizes.x().load();
    int rows = sizes.rows();
    if (sizes.negated()) {
      t = t.neg();
    }
    y.store(t.mul(rows + sizes.columns).add(block.up().bias().read(at(0, 0))));
  }

  @Inline
  static Tile<F32> biased(Weights weights, Tile<F32> t) {
    return t.add(weights.bias().load());
  }

  @InCore
  static void helped(Weights weights, @Shape("1, n") @Out Tensor<F32> y) {
    Weights same = weights;
    y.store(biased(same, weights.bias().load()));
  }

  @InCore
  static <T extends DType> void add(Pair<T> pair, @Shape("n") @Out Tensor<T> y) {
    y.store(pair.a().load().add(pair.b().load()));
  }

  @Specialize({"T = F32", "T = I32, n = 8"})
  @InCore
  static <T extends DType> void most(Pair<T> pair, @Shape("n") @Out Tensor<T> y) {
    y.store(pair.a().load().max(pair.b().load()));
  }

  @Specialize({"sizes.rows = 2, sizes.columns = 3", "sizes.negated = true"})
  @InCore
  static void fixed(Sizes sizes, @Shape("sizes.rows, sizes.columns") @Out Tensor<F32> y) {
    y.store(sizes.x().load().mul(sizes.negated() ? -1.0 : 1.0));
  }

  @InCore
  static void over(Pair<F32> pair, @Shape("n") @Out Tensor<F32> y) {
    y.store(pair.a().load());
  }

  @InCore
  static void over(
      @Shape("n") Tensor<F32> a, @Shape("n") Tensor<F32> b, @Shape("n") @Out Tensor<F32> y) {
    y.store(b.load());
  }

  @Jit
  static void graph(
      Block block,
      Pair<I32> counts,
      @Shape("m, block.up.k") Tensor<F32> x,
      @Shape("m, block.down.n") @Out Tensor<F32> y,
      @Shape("n") @Out Tensor<I32> z) {
    Tensor<F32> middle = Tensor.undefined(F32, shape(x.dim(0), block.up().gain().dim(1)));
    linear(block.up(), x, middle, new None());
    linear(block.down(), middle, y, new None());
    add(counts, z);
    add(new Pair<>(counts.b(), counts.a()), z);
    over(new Pair<>(y.row(0).flat(), y.row(0).flat()), middle.row(0).flat());
  }

  record Shifted(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y) {}

  @InCore
  static void copy(Shifted rows) {
    rows.y().store(rows.x().load());
  }

  @InCore
  static void send(Exchange exchange, @Shape("1, WIDTH") Tensor<F32> x) {
    int me = exchange.rows().rank();
    exchange.rows().row(me).store(x.load());
    for (int peer : range(exchange.told().ranks())) {
      exchange.told().notify(peer, at(me));
    }
  }

  @InCore
  static void receive(Exchange exchange, @Shape("1, WIDTH") @Out Tensor<F32> y) {
    exchange.told.awaitAll(at(0), shape(exchange.told.ranks()));
    int next = (exchange.rows().rank() + 1) % exchange.rows().ranks();
    y.store(exchange.rows().row(next).remoteLoad(next));
  }

  @Jit
  static void perDevice(
      Exchange exchange,
      @Shape("1, WIDTH") Tensor<F32> x,
      @Shape("1, WIDTH") @Out Tensor<F32> y) {
    send(exchange, x);
    receive(exchange, y);
  }

  record Shards(@Shape("ranks, 1, WIDTH") Tensor<F32> x, @Shape("ranks, 1, WIDTH") @Out Tensor<F32> y) {}

  @Host(sizes = "options.root = 0")
  public static void shift(World world, Shards shards, Options options) {
    Exchange exchange =
        new Exchange(
            world.signal(shape(world.size())), world.window(F32, shape(world.size(), WIDTH)));
    var second =
        new Exchange(
            world.signal(shape(world.size())), world.window(F32, shape(world.size(), WIDTH)));
    world.forEachRank(r -> perDevice(exchange, shards.x().at(r), shards.y().at(r)));
    world.forEachRank(
        r -> perDevice(new Exchange(second.told(), second.rows), shards.x().at(r), shards.y().at(r)));
  }
}
