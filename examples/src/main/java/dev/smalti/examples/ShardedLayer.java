package dev.smalti.examples;

import static dev.smalti.lang.Smalti.F32;
import static dev.smalti.lang.Smalti.at;
import static dev.smalti.lang.Smalti.range;
import static dev.smalti.lang.Smalti.shape;

import dev.smalti.lang.Host;
import dev.smalti.lang.InCore;
import dev.smalti.lang.Jit;
import dev.smalti.lang.Out;
import dev.smalti.lang.Shape;
import dev.smalti.lang.Signal;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.Tile;
import dev.smalti.lang.Window;
import dev.smalti.lang.World;
import dev.smalti.runtime.DevicePool;
import java.util.Arrays;

/**
 * Two linear layers, of which each device has some of the hidden neurons. What belongs together is
 * a record: the weights of a linear layer, and what the devices exchange.
 */
final class ShardedLayer {
  private ShardedLayer() {}

  /** A linear layer; of the bias each row of the result is given. */
  record Linear(@Shape("k, n") Tensor<F32> matrix, @Shape("1, n") Tensor<F32> bias) {}

  /** The hidden neurons of each device, one device behind the other, and the bias of the result. */
  record Shards(
      @Shape("ranks, k, h") Tensor<F32> up,
      @Shape("ranks, 1, h") Tensor<F32> upBias,
      @Shape("ranks, h, k") Tensor<F32> down,
      @Shape("1, k") Tensor<F32> bias) {}

  /** A part of the result from each device. */
  record Exchange(@Shape("ranks") Signal arrived, @Shape("ranks, m, n") Window<F32> parts) {}

  @InCore
  static void hidden(
      Linear up, @Shape("m, k") Tensor<F32> x, @Shape("m, n") @Out Tensor<F32> neurons) {
    neurons.store(x.load().matmul(up.matrix().load()).add(up.bias().load()).relu());
  }

  /** Every device gets the part of this one. */
  @InCore
  static void send(Linear down, @Shape("m, k") Tensor<F32> neurons, Exchange exchange) {
    int me = exchange.parts().rank();
    Tile<F32> part = neurons.load().matmul(down.matrix().load());
    for (int peer : range(exchange.parts().ranks())) {
      exchange.parts().at(me).remoteStore(peer, part);
      exchange.arrived().notify(peer, at(me));
    }
  }

  @InCore
  static void sum(
      Linear down,
      @Shape("m, n") Tensor<F32> x,
      @Shape("m, n") @Out Tensor<F32> y,
      Exchange exchange) {
    Tile<F32> sum = x.load().add(down.bias().load());
    for (int peer : range(exchange.parts().ranks())) {
      exchange.arrived().await(at(peer));
      sum = sum.add(exchange.parts().at(peer).load());
    }
    y.store(sum);
  }

  /** The extents of the two layers differ, and each has its own: {@code up.n} is h. */
  @Jit
  static void perDevice(
      Linear up,
      Linear down,
      @Shape("m, up.k") Tensor<F32> x,
      @Shape("m, down.n") @Out Tensor<F32> y,
      Exchange exchange) {
    Tensor<F32> neurons = Tensor.undefined(F32, shape(x.dim(0), up.bias().dim(1)));
    hidden(up, x, neurons);
    send(down, neurons, exchange);
    sum(down, x, y, exchange);
  }

  @Host
  static void layer(
      World world,
      Shards shards,
      @Shape("m, k") Tensor<F32> x,
      @Shape("ranks, m, k") @Out Tensor<F32> ys) {
    int ranks = world.size();
    var exchange =
        new Exchange(
            world.signal(shape(ranks)), world.window(F32, shape(ranks, x.dim(0), x.dim(1))));
    world.forEachRank(
        r ->
            perDevice(
                new Linear(shards.up().at(r), shards.upBias().at(r)),
                new Linear(shards.down().at(r), shards.bias()),
                x,
                ys.at(r),
                exchange));
  }

  /** Shards of small whole numbers, so that every order of adding them gives the same. */
  static Shards shards(int ranks, int width, int hidden) {
    return new Shards(
        numbers(5, ranks, width, hidden),
        numbers(3, ranks, 1, hidden),
        numbers(7, ranks, hidden, width),
        numbers(4, 1, width));
  }

  /** Numbers from {@code -modulus / 2} on, again and again. */
  static Tensor<F32> numbers(int modulus, int... shape) {
    float[] numbers = new float[Arrays.stream(shape).reduce(1, Math::multiplyExact)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i % modulus - modulus / 2;
    }
    return Tensor.of(numbers, Arrays.stream(shape).asLongStream().toArray());
  }

  /** The result, element by element. */
  static float[] expected(Shards shards, Tensor<F32> x) {
    int rows = x.dim(0);
    int width = x.dim(1);
    float[] y = new float[rows * width];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < width; column++) {
        double sum = x.read(at(row, column)) + shards.bias().read(at(0, column));
        for (int rank = 0; rank < shards.up().dim(0); rank++) {
          for (int neuron = 0; neuron < shards.up().dim(2); neuron++) {
            double in = shards.upBias().read(at(rank, 0, neuron));
            for (int k = 0; k < width; k++) {
              in += x.read(at(row, k)) * shards.up().read(at(rank, k, neuron));
            }
            sum += Math.max(in, 0) * shards.down().read(at(rank, neuron, column));
          }
        }
        y[row * width + column] = (float) sum;
      }
    }
    return y;
  }

  /** Runs the layer on four devices, and prints the first row and OK if all are as expected. */
  static int run(String... arguments) {
    if (arguments.length > 0) {
      System.err.println(
          "ShardedLayer takes no arguments, these are " + Arrays.toString(arguments));
      return 2;
    }
    int ranks = 4;
    Shards shards = shards(ranks, 6, 8);
    Tensor<F32> x = numbers(9, 3, 6);
    float[] ys = new float[ranks * 3 * 6];
    try (DevicePool pool = DevicePool.threads(ranks);
        var program = ShardedLayerPrograms.layer().prepare(pool)) {
      program.run(shards, x, Tensor.of(ys, ranks, 3, 6));
    }
    float[] expected = expected(shards, x);
    System.out.println(Arrays.toString(Arrays.copyOf(ys, 6)));
    for (int i = 0; i < ys.length; i++) {
      if (ys[i] != expected[i % expected.length]) {
        System.out.println(
            "WRONG: element " + i + " is " + ys[i] + ", not " + expected[i % expected.length]);
        return 1;
      }
    }
    System.out.println("OK");
    return 0;
  }
}
