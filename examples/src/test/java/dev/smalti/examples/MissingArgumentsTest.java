package dev.smalti.examples;

import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.lang.Smalti.F32;
import static dev.smalti.lang.Smalti.shape;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.runtime.DevicePool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Programs that are given null say for what, before anything runs. */
final class MissingArgumentsTest {
  private static void refuses(String message, Executable run) {
    assertThat(assertThrows(IllegalArgumentException.class, run))
        .hasMessageThat()
        .isEqualTo(message);
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // What is wrong in the call.
  private static <T> T missing() {
    return null;
  }

  @Test
  void aTensor() {
    Tensor<Smalti.F32> y = Tensor.zeros(F32, shape(2, 1, 3));
    try (DevicePool pool = DevicePool.threads(2);
        var program = RingSumPrograms.allReduce().prepare(pool)) {
      refuses("RingSum.allReduce: inputs is null; pass a tensor", () -> program.run(missing(), y));
      refuses("RingSum.allReduce: outputs is null; pass a tensor", () -> program.run(y, missing()));
    }
  }

  @Test
  void aComponentOfARecord() {
    ShardedLayer.Shards shards = ShardedLayer.shards(2, 3, 4);
    Tensor<Smalti.F32> x = Tensor.zeros(F32, shape(1, 3));
    Tensor<Smalti.F32> ys = Tensor.zeros(F32, shape(2, 1, 3));
    try (DevicePool pool = DevicePool.threads(2);
        var program = ShardedLayerPrograms.layer().prepare(pool)) {
      refuses(
          "ShardedLayer.layer: shards.down is null; pass a tensor",
          () ->
              program.run(
                  new ShardedLayer.Shards(shards.up(), shards.upBias(), missing(), shards.bias()),
                  x,
                  ys));
      refuses(
          "ShardedLayer.layer: shards is null; pass a record Shards",
          () -> program.run(missing(), x, ys));
    }
  }
}
