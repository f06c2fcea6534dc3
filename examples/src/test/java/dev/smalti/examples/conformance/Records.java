package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/** Records as parameters: nested, generic, several of one type, with ints that are extents. */
final class Records {
  private Records() {}

  record Linear(@Shape("k, n") Tensor<F32> matrix, @Shape("1, n") Tensor<F32> bias, float scale) {}

  record Pair<T extends DType>(@Shape("n") Tensor<T> a, @Shape("n") Tensor<T> b) {}

  record Block(int rows, boolean negated, @Shape("rows, columns") Tensor<F32> x, Pair<F32> pair) {}

  record Result<T extends DType>(
      @Shape("n") @Out Tensor<T> sum, @Shape("n") @InOut Tensor<T> kept, long more) {}

  /** What a kernel with windows takes; each method does a part of what it may. */
  record Exchange(
      @Shape("ranks, 2") Signal told,
      @Shape("ranks, n") @InOut Window<F32> rows,
      @Shape("1, n") Window<I32> counts) {}

  record Shards(
      @Shape("ranks, 1, n") Tensor<F32> x,
      @Shape("ranks, 1, n") Tensor<I32> counts,
      @Shape("ranks, 1, n") @Out Tensor<F32> y,
      int root) {}

  @InCore
  static void linear(
      Linear layer, @Shape("m, k") Tensor<F32> x, @Shape("m, n") @Out Tensor<F32> y) {
    y.store(x.load().matmul(layer.matrix().load()).add(layer.bias.load()).mul(layer.scale));
  }

  /** The extents of the one are not those of the other. */
  @Jit
  static void twice(
      Linear up,
      Linear down,
      @Shape("m, up.k") Tensor<F32> x,
      @Shape("m, down.n") @Out Tensor<F32> y) {
    Tensor<F32> middle = Tensor.undefined(F32, shape(x.dim(0), down.matrix().dim(0)));
    linear(up, x, middle);
    linear(new Linear(down.matrix(), down.bias(), down.scale() + 1), middle, y);
  }

  @InCore
  static void nested(Block block, @Shape("block.rows, n") @Out Tensor<F32> y) {
    Pair<F32> pair = block.pair();
    for (int row : range(block.rows())) {
      Tile<F32> t = pair.a().load().add(block.x().row(row).load().rowSum());
      if (block.negated()) {
        t = t.neg();
      }
      y.row(row).store(t.mul(pair.b().load()));
    }
  }

  @Inline
  static <T extends DType> Tile<T> total(Pair<T> pair) {
    return pair.a().load().add(pair.b().load());
  }

  /** Of one element type after the other. */
  @InCore
  static <T extends DType> void add(Pair<T> pair, Result<T> result) {
    result.sum().store(total(pair).add(result.kept().load()).add(result.more()));
  }

  @InCore
  static <T extends DType> void keep(Result<T> result, Pair<T> pair) {
    result.kept.store(result.kept.load().max(total(pair)));
  }

  @Jit
  static void ofTypes(Pair<F32> floats, Result<F32> ofFloats, Pair<I32> ints, Result<I32> ofInts) {
    add(floats, ofFloats);
    keep(ofFloats, new Pair<>(floats.b(), floats.b()));
    add(new Pair<>(ints.b(), ints.a()), ofInts);
    keep(ofInts, ints);
  }

  @InCore
  static void send(Exchange exchange, @Shape("1, n") Tensor<F32> x, int root) {
    int me = exchange.told().rank();
    for (int peer : range(exchange.told().ranks())) {
      exchange.rows().row(me).remoteStore(peer, x.load().add(root));
      exchange.told().notify(peer, at(me, 0));
    }
  }

  @InCore
  static void count(Exchange exchange, @Shape("1, n") Tensor<I32> counts, int root) {
    exchange.counts.store(counts.load());
    exchange.told.notify(root, at(exchange.told.rank(), 1));
  }

  @InCore
  static void receive(Exchange exchange, @Shape("1, n") @Out Tensor<F32> y, int root) {
    int ranks = exchange.rows().ranks();
    exchange.told().awaitAll(at(0, 0), shape(ranks, 1));
    Tile<F32> sum = exchange.rows().load().colSum();
    if (exchange.rows().rank() == root) {
      exchange.told().awaitAll(at(0, 1), shape(ranks, 1));
      for (int peer : range(ranks)) {
        sum = sum.sub(exchange.counts().remoteLoad(peer).cast(F32));
      }
    }
    y.store(sum);
  }

  @Jit
  static void perDevice(
      Exchange exchange,
      @Shape("1, n") Tensor<F32> x,
      @Shape("1, n") Tensor<I32> counts,
      @Shape("1, n") @Out Tensor<F32> y,
      int root) {
    count(exchange, counts, root);
    send(exchange, x, root);
    receive(exchange, y, root);
  }

  /** With a record that is made by a declaration, and one of its components. */
  @Host
  static void exchange(World world, Shards shards) {
    int ranks = world.size();
    int n = shards.x().dim(2);
    Exchange first =
        new Exchange(
            world.signal(shape(ranks, 2)),
            world.window(F32, shape(ranks, n)),
            world.window(I32, shape(1, n)));
    Signal told = world.signal(shape(ranks, 2));
    world.forEachRank(
        r ->
            perDevice(
                first, shards.x().at(r), shards.counts().at(r), shards.y().at(r), shards.root()));
    Window<F32> rows = world.window(F32, shape(ranks, n));
    var again = new Exchange(told, rows, world.window(I32, shape(1, n)));
    world.forEachRank(
        r ->
            perDevice(
                again, shards.y().at(r), shards.counts().at(r), shards.y().at(r), shards.root()));
  }
}
