package dev.smalti.examples;

import static dev.smalti.lang.Smalti.F32;

import dev.smalti.examples.collectives.CollectiveExampleCases;
import dev.smalti.examples.conformance.Bits;
import dev.smalti.examples.conformance.Case;
import dev.smalti.examples.conformance.Slot;
import dev.smalti.examples.transformer.WorkloadCases;
import dev.smalti.examples.tutorial.TutorialCases;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The methods of the examples, with what they compute. */
public final class ExampleCases {
  private ExampleCases() {}

  /** All of them, in several sizes. */
  public static List<Case> all() {
    List<Case> all = new ArrayList<>();
    for (int n : new int[] {1, 5, 64, 777}) {
      for (int ranks : new int[] {1, 2, 3, 5}) {
        all.add(ringSum(ranks, n));
      }
      all.add(softmax(1, n));
      all.add(softmax(7, n));
    }
    for (int ranks : new int[] {1, 3, 4}) {
      all.add(shardedLayer(ranks, 6, 8));
      all.add(shardedLayer(ranks, 17, 1));
    }
    all.addAll(WorkloadCases.small());
    all.addAll(TutorialCases.all());
    all.addAll(CollectiveExampleCases.all());
    return all;
  }

  private static Case ringSum(int ranks, int n) {
    float[] numbers = new float[ranks * n];
    float[] sums = new float[ranks * n];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = 10 * (i / n) + i % n;
      sums[i] = 5 * ranks * (ranks - 1) + ranks * (i % n);
    }
    Slot<Smalti.F32> x = Slot.of(numbers, ranks, 1, n);
    Slot<Smalti.F32> y = Slot.output(F32, ranks, 1, n);
    return Case.program(
            RingSum.class,
            "allReduce",
            ranks,
            (world, of) -> RingSum.allReduce(world, of.of(x), of.of(y)),
            RingSumPrograms.allReduce(),
            (program, of) -> program.run(of.of(x), of.of(y)),
            x,
            y)
        .expecting(y, Bits.of(sums));
  }

  private static Case shardedLayer(int ranks, int width, int hidden) {
    int rows = 3;
    ShardedLayer.Shards shards = ShardedLayer.shards(ranks, width, hidden);
    Tensor<Smalti.F32> x = ShardedLayer.numbers(9, rows, width);
    Slot<Smalti.F32> up = Slot.of(floats(shards.up()), ranks, width, hidden);
    Slot<Smalti.F32> upBias = Slot.of(floats(shards.upBias()), ranks, 1, hidden);
    Slot<Smalti.F32> down = Slot.of(floats(shards.down()), ranks, hidden, width);
    Slot<Smalti.F32> bias = Slot.of(floats(shards.bias()), 1, width);
    Slot<Smalti.F32> input = Slot.of(floats(x), rows, width);
    Slot<Smalti.F32> ys = Slot.output(F32, ranks, rows, width);
    float[] expected = ShardedLayer.expected(shards, x);
    float[] all = new float[ranks * expected.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = expected[i % expected.length];
    }
    return Case.program(
            ShardedLayer.class,
            "layer",
            ranks,
            (world, of) ->
                ShardedLayer.layer(
                    world,
                    new ShardedLayer.Shards(of.of(up), of.of(upBias), of.of(down), of.of(bias)),
                    of.of(input),
                    of.of(ys)),
            ShardedLayerPrograms.layer(),
            (program, of) ->
                program.run(
                    new ShardedLayer.Shards(of.of(up), of.of(upBias), of.of(down), of.of(bias)),
                    of.of(input),
                    of.of(ys)),
            up,
            upBias,
            down,
            bias,
            input,
            ys)
        .expecting(ys, Bits.of(all));
  }

  /** The elements of a tensor that wraps an array. */
  private static float[] floats(Tensor<Smalti.F32> tensor) {
    Tensor<Smalti.F32> flat = tensor.flat();
    float[] elements = new float[flat.dim(0)];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = (float) flat.read(Smalti.at(i));
    }
    return elements;
  }

  private static Case softmax(int rows, int columns) {
    float[] numbers = new float[rows * columns];
    Random random = new Random(rows + 10L * columns);
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (float) random.nextGaussian();
    }
    double[] shares = new double[numbers.length];
    for (int i = 0; i < shares.length; i++) {
      double all = 0;
      for (int c = 0; c < columns; c++) {
        all += Math.exp(numbers[i / columns * columns + c] - (double) numbers[i]);
      }
      shares[i] = 1 / all;
    }
    Slot<Smalti.F32> x = Slot.of(numbers, rows, columns);
    Slot<Smalti.F32> y = Slot.output(F32, rows, columns);
    return Case.kernel(
            Softmax.class,
            "softmax",
            of -> Softmax.softmax(of.of(x), of.of(y)),
            of -> SoftmaxKernels.softmax(of.of(x), of.of(y)),
            x,
            y)
        .expectingNear(y, shares, 2e-6, 1e-30);
  }
}
