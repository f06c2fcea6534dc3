package dev.smalti.bench;

import dev.smalti.bench.kernel.Operation;
import dev.smalti.bench.peer.Intrinsics;
import dev.smalti.bench.peer.NativeBuffers;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Measures all forms of one operation, in a JVM of its own: so what one operation teaches the JIT
 * compilers does not change another one, and each tier has its own.
 */
final class KernelJvm {
  static final String HEAP = "smalti heap";
  static final String NATIVE = "smalti native";
  static final String EAGER = "eager";
  static final String PLAIN = "plain loop";
  static final String VECTOR_HEAP = "Vector API heap";
  static final String VECTOR_NATIVE = "Vector API native";
  static final String INTRINSICS = "C intrinsics";

  /** Stands for a library that could not be made. */
  static final String NO_LIBRARY = "-";

  private static final double TOLERANCE = 2e-5;
  private static final int SAMPLES = 64;

  private final Operation operation;
  private final NativeBuffers memory = new NativeBuffers();
  private final float[] x;
  private final MemorySegment nativeX;
  private final List<Variant> variants = new ArrayList<>();

  /** A form of the operation: what it does, and where its result is afterwards. */
  private record Variant(String name, Runnable call, Supplier<MemorySegment> result) {}

  private KernelJvm(Operation operation, Optional<Intrinsics> intrinsics) {
    this.operation = operation;
    this.x = new float[operation.elements()];
    this.nativeX = memory.allocate(bytes());
    Random random = new Random(1);
    for (int i = 0; i < x.length; i++) {
      x[i] = 8 * random.nextFloat() - 4;
    }
    nativeX.copyFrom(MemorySegment.ofArray(x));
    onHeap();
    onNative(intrinsics);
  }

  /**
   * Measures.
   *
   * @param arguments operation, tier, plan, native library, file for the rounds
   */
  public static void main(String... arguments) throws IOException, InterruptedException {
    Tiers.check(arguments[1]);
    Optional<Intrinsics> intrinsics =
        arguments[3].equals(NO_LIBRARY)
            ? Optional.empty()
            : Optional.of(Intrinsics.load(Path.of(arguments[3])));
    KernelJvm jvm = new KernelJvm(Operation.named(arguments[0]), intrinsics);
    Measured measured = jvm.measure(arguments[0], arguments[1], Plan.named(arguments[2]));
    Json.write(Path.of(arguments[4]), measured);
  }

  private long bytes() {
    return (long) Float.BYTES * operation.elements();
  }

  private void onHeap() {
    float[] generated = new float[x.length];
    Tensor<F32> from = Tensor.of(x, operation.shape());
    Tensor<F32> to = Tensor.of(generated, operation.shape());
    add(HEAP, () -> operation.generated(from, to), generated);
    float[][] eager = {x};
    variants.add(
        new Variant(
            EAGER, () -> eager[0] = operation.eager(x), () -> MemorySegment.ofArray(eager[0])));
    float[] plain = new float[x.length];
    add(PLAIN, () -> operation.plain(x, plain), plain);
    float[] vectors = new float[x.length];
    add(VECTOR_HEAP, () -> operation.vectors(x, vectors), vectors);
  }

  private void onNative(Optional<Intrinsics> intrinsics) {
    MemorySegment generated = memory.allocate(bytes());
    Tensor<F32> from = Tensor.of(Smalti.F32, nativeX, operation.shape());
    Tensor<F32> to = Tensor.of(Smalti.F32, generated, operation.shape());
    add(NATIVE, () -> operation.generated(from, to), generated);
    MemorySegment vectors = memory.allocate(bytes());
    add(VECTOR_NATIVE, () -> operation.vectors(nativeX, vectors), vectors);
    intrinsics.ifPresent(
        c -> {
          MemorySegment result = memory.allocate(bytes());
          add(INTRINSICS, () -> operation.intrinsics(c, nativeX, result), result);
        });
  }

  private void add(String name, Runnable call, float[] result) {
    add(name, call, MemorySegment.ofArray(result));
  }

  private void add(String name, Runnable call, MemorySegment result) {
    variants.add(new Variant(name, call, () -> result));
  }

  private Measured measure(String name, String tier, Plan plan)
      throws IOException, InterruptedException {
    List<Contestant> contestants = new ArrayList<>();
    List<Batches> turns = new ArrayList<>();
    for (Variant variant : variants) {
      variant.call().run();
      check(name, variant);
      Batches batches = new Batches(variant.call(), plan);
      turns.add(batches);
      contestants.add(new Contestant(variant.name(), batches));
    }
    turns.forEach(Batches::warmUp);
    turns.forEach(Batches::warmUp); // again: the others changed what the JIT compilers know
    var seconds = Rounds.run(contestants, plan.rounds());
    for (Variant variant : variants) {
      check(name, variant);
    }
    List<String> options = ManagementFactory.getRuntimeMXBean().getInputArguments();
    return new Measured(name + ", " + tier, options, seconds);
  }

  /** Who computes something else is not compared. */
  private void check(String name, Variant variant) {
    Random random = new Random(2);
    MemorySegment result = variant.result().get();
    for (int sample = 0; sample < SAMPLES; sample++) {
      int i = random.nextInt(x.length);
      float actual = result.getAtIndex(ValueLayout.JAVA_FLOAT, i);
      double expected = operation.expected(x, i);
      if (!(Math.abs(actual - expected) <= TOLERANCE * Math.max(1e-3, Math.abs(expected)))) {
        throw new IllegalStateException(
            "%s, %s: element %d is %s, expected %s"
                .formatted(name, variant.name(), i, actual, expected));
      }
    }
  }
}
