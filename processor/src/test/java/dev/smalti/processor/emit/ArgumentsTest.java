package dev.smalti.processor.emit;

import static com.google.common.truth.Truth.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.runtime.DevicePool;
import dev.smalti.runtime.PreparedProgram;
import dev.smalti.runtime.Program;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Arguments that cannot be used are told by the parameter's name, before anything is written. */
final class ArgumentsTest {
  private static final String PROGRAM =
      """
      smalti ir 1

      incore app.Args.fill  @ Args.java:8:3
          out y: tensor<F32>[1, 4]  @ Args.java:9:3
        %t: F32[1, 4] = fill(F32[1, 4], 5.0)  @ Args.java:18:5
        store %t -> y[0, 0]  @ Args.java:19:5

      incore app.Args.copy  @ Args.java:28:3
          in x: tensor<F32>[1, 4]  @ Args.java:29:3
          out y: tensor<F32>[1, 4]  @ Args.java:30:3
        %t: F32[1, 4] = load x[0, 0] shape(1, 4)  @ Args.java:31:5
        store %t -> y[0, 0]  @ Args.java:32:5

      host app.Args.all  @ Args.java:37:3
          in world: world  @ Args.java:38:3
          out first: tensor<F32>[ranks, 1, 4]  @ Args.java:39:3
          out second: tensor<F32>[ranks, 1, 4]  @ Args.java:40:3
          symbols ranks
        foreachrank r  @ Args.java:43:5
          call app.Args.fill(view first[r, 0, 0] shape(1, 1, 4) drop 1)  @ Args.java:43:30
        foreachrank q  @ Args.java:44:5
          call app.Args.fill(view second[q, 0, 0] shape(1, 1, 4) drop 1)  @ Args.java:44:30
      """;

  private static void refused(String message, Emitted emitted, String kernel, Object... arguments) {
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class,
            () -> emitted.call("app.ArgsKernels", kernel, arguments));
    assertThat(error).hasMessageThat().startsWith(message);
  }

  private static Tensor<Smalti.F32> tensor(MemorySegment memory) {
    return Tensor.of(Smalti.F32, memory, 1, 4);
  }

  @Test
  void kernels() {
    Emitted emitted = Emitted.of(PROGRAM);
    float[] array = new float[4];
    Tensor<Smalti.F32> heap = Tensor.of(array, 1, 4);
    Tensor<Smalti.F32> freed;
    try (Arena arena = Arena.ofConfined()) {
      freed = tensor(arena.allocate(16, 4));
      emitted.call("app.ArgsKernels", "fill", freed);
    }
    Tensor<Smalti.F32> readOnly = tensor(MemorySegment.ofArray(array).asReadOnly());
    refused("Args.fill: y is null; pass a tensor", emitted, "fill", nothing());
    refused("Args.copy: x is null; pass a tensor", emitted, "copy", nothing(), heap);
    refused("Args.copy: y is null; pass a tensor", emitted, "copy", heap, nothing());
    refused("Args.fill: the memory of y (tensor F32 [1, 4]) was freed", emitted, "fill", freed);
    refused("Args.copy: the memory of x (tensor F32 [1, 4]) was", emitted, "copy", freed, heap);
    refused("Args.fill: the memory of y (tensor F32 [1, 4]) is read-", emitted, "fill", readOnly);
    refused("Args.copy: the memory of y (tensor F32 [1, 4])", emitted, "copy", heap, readOnly);
    assertThat(array).isEqualTo(new float[4]);
  }

  @Test
  void programsBeforeTheFirstDispatch() {
    Emitted emitted = Emitted.of(PROGRAM);
    float[] array = new float[8];
    Tensor<Smalti.F32> heap = Tensor.of(array, 2, 1, 4);
    try (Arena arena = Arena.ofConfined();
        DevicePool pool = DevicePool.threads(2);
        PreparedProgram program =
            ((Program<?>) emitted.call("app.ArgsPrograms", "all")).prepare(pool)) {
      Tensor<Smalti.F32> confined = Tensor.of(Smalti.F32, arena.allocate(32, 4), 2, 1, 4);
      IllegalArgumentException error =
          assertThrows(
              IllegalArgumentException.class, () -> Emitted.callOn(program, "run", heap, confined));
      assertThat(error)
          .hasMessageThat()
          .startsWith(
              "Args.all: the memory of second (tensor F32 [2, 1, 4]) belongs to the thread of a"
                  + " confined arena, and another thread has to use it.");
      assertThat(array).isEqualTo(new float[8]);
    }
  }

  @SuppressWarnings("NullAway") // What NullAway keeps out others may pass.
  private static Object nothing() {
    @Nullable Object none = null;
    return none;
  }
}
