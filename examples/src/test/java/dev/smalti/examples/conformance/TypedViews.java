package dev.smalti.examples.conformance;

import static dev.smalti.lang.Smalti.*;

import dev.smalti.lang.*;

/**
 * One allocation seen as several types: what is written through one view is read through others.
 */
final class TypedViews {
  private TypedViews() {}

  /** Parts of one window as I32, F32, F16, I64 and F64, each written here and at other ranks. */
  @InCore
  static void fill(
      @Shape("3, 8") Tensor<F32> x,
      @Shape("320") @InOut Window<U8> bytes,
      @Shape("ranks") Signal told) {
    int me = bytes.rank();
    int next = (me + 1) % bytes.ranks();
    Window<I32> head = bytes.slice(at(0), shape(16)).as(I32, shape(4));
    Window<F32> rows = bytes.slice(at(64), shape(96)).as(F32, shape(3, 8));
    Window<F16> halves = bytes.slice(at(160), shape(64)).as(F16, shape(2, 16));
    Window<I64> wide = bytes.as(I64, shape(40)).slice(at(28), shape(4));
    Window<F64> doubles = bytes.slice(at(256), shape(64)).as(F64, shape(2, 4));
    head.write(at(1), 513 + me);
    head.store(Tile.fill(I32, shape(1, 2), -2), at(2));
    rows.put(next, x);
    halves.row(1).remoteStore(next, x.row(0).load().cast(F16), at(0, 4));
    halves.as(I16, shape(32)).remoteStore(0, Tile.fill(I16, shape(1, 3), 2), at(1), ADD);
    wide.remoteStore(0, Tile.fill(I64, shape(1, 4), 3000000000L), at(0), ADD);
    doubles.remoteStore(0, Tile.fill(F64, shape(2, 2), 1.5), at(0, 1), ADD);
    for (int peer : range(told.ranks())) {
      told.notify(peer, at(me));
    }
    told.awaitAll(at(0), shape(told.ranks()));
  }

  /** What is there, as bytes and as other types, of this rank and of the next one. */
  @InCore
  static void show(
      @Shape("320") Window<U8> bytes,
      @Shape("5, 64") @Out Tensor<U8> raw,
      @Shape("320") @Out Tensor<BOOL> any,
      @Shape("3, 8") @Out Tensor<I32> bits,
      @Shape("2, 16") @Out Tensor<F16> halves,
      @Shape("6, 16") @Out Tensor<I16> shorts,
      @Shape("3, 8") @Out Tensor<F32> sums) {
    int next = (bytes.rank() + 1) % bytes.ranks();
    raw.store(bytes.as(U8, shape(5, 64)).load());
    any.store(bytes.as(BOOL, shape(320)).load());
    Window<F32> rows = bytes.slice(at(64), shape(96)).as(F32, shape(3, 8));
    bits.store(rows.as(I32, shape(3, 8)).load());
    bytes.slice(at(160), shape(64)).as(F16, shape(2, 16)).get(next, halves);
    shorts.store(rows.as(I16, shape(6, 8)).remoteLoad(next), at(0, 0));
    shorts.store(rows.as(I16, shape(48)).load(at(8), shape(8)), at(5, 8));
    Tile<F32> head = bytes.as(I32, shape(1, 4)).load(at(0, 1), shape(1, 1)).cast(F32);
    sums.store(rows.load().add(head));
  }

  /** One statement and one loop that read through a view what they write through another. */
  @InCore
  static void overwrite(@Shape("320") @InOut Window<U8> bytes) {
    Window<F32> rows = bytes.slice(at(64), shape(96)).as(F32, shape(3, 8));
    Window<I32> bits = rows.as(I32, shape(3, 8));
    bits.store(rows.load().mul(2).cast(I32).add(bits.load().and(255)));
    bits.row(2).store(rows.as(I16, shape(48)).load(at(5), shape(8)).cast(I32));
    Window<I16> shorts = bytes.as(I16, shape(160));
    for (int i : range(1, 20)) {
      bytes.write(at(2L * i), (shorts.readInt(at(i - 1)) + i) & 127);
    }
    shorts.slice(at(140), shape(20)).store(bytes.load(at(270), shape(20)).cast(I16));
    bytes.slice(at(30), shape(8)).as(BOOL, shape(8)).put(bytes.rank(), bytes.as(BOOL, shape(8)));
  }

  /** Two parameters that are parts of one window, of several types. */
  @InCore
  static void parts(
      @Shape("4") Window<I32> head,
      @Shape("2, 4") @InOut Window<F64> doubles,
      @Shape("?") @InOut Window<I8> rest) {
    doubles.store(doubles.load().add(head.load(at(2), shape(1)).cast(F64)));
    rest.store(head.load().cast(I8), at(rest.dim(0) - 4));
    rest.as(U8, shape(head.ranks() + 2)).write(at(1), 200);
  }

  @Host
  static void views(
      World world,
      @Shape("ranks, 3, 8") Tensor<F32> xs,
      @Shape("ranks, 5, 64") @Out Tensor<U8> raw,
      @Shape("ranks, 320") @Out Tensor<BOOL> any,
      @Shape("ranks, 3, 8") @Out Tensor<I32> bits,
      @Shape("ranks, 2, 16") @Out Tensor<F16> halves,
      @Shape("ranks, 6, 16") @Out Tensor<I16> shorts,
      @Shape("ranks, 3, 8") @Out Tensor<F32> sums) {
    Window<U8> bytes = world.window(U8, shape(320));
    Signal told = world.signal(shape(world.size()));
    world.forEachRank(r -> fill(xs.at(r), bytes, told));
    world.forEachRank(
        r -> show(bytes, raw.at(r), any.at(r), bits.at(r), halves.at(r), shorts.at(r), sums.at(r)));
  }

  @Host
  static void overwritten(
      World world, @Shape("ranks, 3, 8") Tensor<F32> xs, @Shape("ranks, 320") @Out Tensor<U8> raw) {
    Window<I64> words = world.window(I64, shape(4, 10));
    Window<U8> bytes = words.as(U8, shape(320));
    Signal told = world.signal(shape(world.size()));
    world.forEachRank(r -> fill(xs.at(r), bytes, told));
    world.forEachRank(_ -> overwrite(bytes));
    world.forEachRank(
        _ ->
            parts(
                bytes.slice(at(0), shape(16)).as(I32, shape(4)),
                words.rows(2, 1).slice(at(0, 2), shape(1, 8)).as(F64, shape(2, 4)),
                bytes.slice(at(292), shape(28)).as(I8, shape(world.size() + 16))));
    world.forEachRank(r -> copy(words.as(U8, shape(320)), raw.at(r)));
  }

  @InCore
  static void copy(@Shape("n") Window<U8> bytes, @Shape("n") @Out Tensor<U8> raw) {
    raw.store(bytes.load());
  }

  /** Collectives on views: in a program, and in a kernel. */
  @Host
  static void collectives(
      World world,
      @Shape("ranks, 3, 8") Tensor<F32> xs,
      @Shape("ranks, 6, 4") @Out Tensor<F32> ys) {
    Window<I16> memory = world.window(I16, shape(48));
    Window<U8> other = world.window(U8, shape(200));
    Signal signal = world.signal(shape(world.size()));
    world.forEachRank(r -> stage(xs.at(r), memory.as(F32, shape(3, 8))));
    memory.as(F32, shape(24)).allReduce(signal, SUM, MESH);
    other
        .slice(at(8), shape(96))
        .as(F32, shape(1, 24))
        .allReduce(memory.as(F32, shape(2, 12)), SUM, RING);
    world.forEachRank(
        r -> reduced(other.slice(at(8), shape(96)).as(I32, shape(24)), signal, ys.at(r)));
  }

  @InCore
  static void stage(@Shape("3, 8") Tensor<F32> x, @Shape("3, 8") @Out Window<F32> data) {
    data.store(x.load());
  }

  @InCore
  static void reduced(
      @Shape("24") @InOut Window<I32> bits,
      @Shape("ranks") Signal signal,
      @Shape("6, 4") @Out Tensor<F32> y) {
    bits.as(F32, shape(6, 4)).allReduce(signal, MAX, MESH);
    y.store(bits.as(F32, shape(6, 4)).load());
  }
}
