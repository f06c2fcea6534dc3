package dev.smalti.eager;

import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Host;
import dev.smalti.lang.InCore;
import dev.smalti.lang.InOut;
import dev.smalti.lang.Jit;
import dev.smalti.lang.Out;
import dev.smalti.lang.Shape;
import dev.smalti.lang.Signal;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.Tile;
import dev.smalti.lang.Window;
import dev.smalti.lang.World;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class RingSumTest {
  private static final int SIZE = 256;

  @InCore
  static void reduceStep(
      @Shape("1, SIZE") Tensor<F32> input,
      @Shape("1, SIZE") @Out Tensor<F32> output,
      @Shape("1, SIZE") @InOut Window<F32> data,
      @Shape("ranks, 1") Signal arrived) {
    int me = data.rank();
    int ranks = data.ranks();

    data.store(input.load());

    for (int peer = 0; peer < ranks; peer++) {
      if (peer != me) {
        arrived.notify(peer, at(me, 0), ADD, 1);
      }
    }
    for (int source : range(ranks)) {
      if (source != me) {
        arrived.await(at(source, 0), GE, 1);
      }
    }

    Tile<F32> sum = data.load();
    for (int peer : range(ranks)) {
      if (peer != me) {
        sum = sum.add(data.remoteLoad(peer));
      }
    }
    output.store(sum);
  }

  @Jit
  static void perDevice(
      @Shape("1, SIZE") Tensor<F32> input,
      @Shape("1, SIZE") @Out Tensor<F32> output,
      @Shape("1, SIZE") @InOut Window<F32> data,
      @Shape("ranks, 1") Signal arrived) {
    reduceStep(input, output, data, arrived);
  }

  @Host(worlds = "1..4", sizes = "")
  static void allReduce(
      World world,
      @Shape("ranks, 1, SIZE") Tensor<F32> inputs,
      @Shape("ranks, 1, SIZE") @Out Tensor<F32> outputs) {
    Window<F32> data = world.window(F32, shape(1, SIZE));
    Signal arrived = world.signal(shape(world.size(), 1));
    world.forEachRank(r -> perDevice(inputs.at(r), outputs.at(r), data, arrived));
  }

  @Host
  static void forgotten(World world) {
    Signal arrived = world.signal(shape(4, 1));
    world.forEachRank(_ -> arrived.await(at(3, 0), GE, 2));
  }

  @Host
  static void meeting(World world, @Shape("1, n") @Out Tensor<I32> output) {
    Signal signal = world.signal(shape(world.size()));
    signal.barrier();
    world.forEachRank(_ -> signal.barrier());
    world.forEachRank(_ -> output.store(Tile.fill(I32, shape(1, 2), signal.read(at(0)))));
  }

  private static float[] inputs() {
    float[] inputs = new float[SIZE];
    for (int i = 0; i < SIZE; i++) {
      inputs[i] = i * 0.5f;
    }
    return inputs;
  }

  @Test
  void oneRankReceivesItsOwn() {
    float[] outputs = new float[SIZE];
    Arrays.fill(outputs, -999);
    allReduce(World.eager(1), Tensor.of(inputs(), 1, 1, SIZE), Tensor.of(outputs, 1, 1, SIZE));
    assertThat(outputs).isEqualTo(inputs());
  }

  @Test
  void theSameInRun() {
    float[] outputs = new float[SIZE];
    Arrays.fill(outputs, -999);
    World.eager(1)
        .run(
            world ->
                allReduce(world, Tensor.of(inputs(), 1, 1, SIZE), Tensor.of(outputs, 1, 1, SIZE)));
    assertThat(outputs).isEqualTo(inputs());
  }

  @Test
  void barriersOfOneRankPass() {
    int[] output = {-1, -1};
    meeting(World.eager(1), Tensor.of(output, 1, 2));
    assertThat(output).isEqualTo(new int[] {0, 0});
  }

  @Test
  void aWaitThatNobodyEndsIsAnErrorAtOnce() {
    Exception stalled = assertThrows(IllegalStateException.class, () -> forgotten(World.eager(1)));
    assertThat(stalled)
        .hasMessageThat()
        .matches(
            """
            World\\.eager\\(1\\): every rank is blocked or finished, and no wait can end
              rank 0 waits at RingSumTest\\.java:\\d+ for arrived\\[3, 0] >= 2, holds 0; rank 0 is the only rank, so nobody can raise it: notify before you await\
            """);
  }
}
