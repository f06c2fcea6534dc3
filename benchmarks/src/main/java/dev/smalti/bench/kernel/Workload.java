package dev.smalti.bench.kernel;

import ai.djl.ndarray.NDArray;
import dev.smalti.bench.peer.Intrinsics;
import dev.smalti.bench.peer.NativeBuffers;
import dev.smalti.bench.peer.OpenBlas;
import dev.smalti.bench.peer.Portable;
import dev.smalti.bench.peer.Torch;
import dev.smalti.lang.Smalti;
import dev.smalti.lang.Smalti.F32;
import dev.smalti.lang.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.BiConsumer;
import org.ejml.data.FMatrixRMaj;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A computation with its inputs, and how each competitor does it. Who is not named by a subclass
 * does not compete.
 */
public abstract class Workload {
  private final List<Input> inputs;
  private final long[] shape;
  private final NativeBuffers memory = new NativeBuffers();

  /**
   * A computation.
   *
   * @param shape of the result
   * @param inputs what it reads
   */
  Workload(long[] shape, Input... inputs) {
    this.shape = shape.clone();
    this.inputs = List.of(inputs);
  }

  /** How many elements the result has. */
  public final int elements() {
    return Input.size(shape);
  }

  /** Bytes that a call reads and writes at least. */
  public final long bytes() {
    long elements = elements();
    for (Input input : inputs) {
      elements += input.elements().length;
    }
    return Float.BYTES * elements;
  }

  /** Element i of the result in double precision, or near enough. */
  public abstract double expected(int i);

  /** How far from that a result may be. */
  public double tolerance(Competitor who, double expected) {
    return 2e-5 * Math.max(1e-3, Math.abs(expected));
  }

  /** Something that is read. */
  final Input input(int i) {
    return inputs.get(i);
  }

  /** What the compiler made. */
  abstract void generated(List<Tensor<F32>> from, Tensor<F32> to);

  /** What the compiler made for 32-bit floats, where another type is measured. */
  void inF32(List<Tensor<F32>> from, Tensor<F32> to) {
    throw nobody(Competitor.SMALTI_F32);
  }

  /** Written by hand in C with intrinsics. */
  void intrinsics(Intrinsics c, List<MemorySegment> from, MemorySegment to) {
    throw nobody(Competitor.INTRINSICS);
  }

  /** A plain loop in C. */
  void portable(Portable c, List<MemorySegment> from, MemorySegment to) {
    throw nobody(Competitor.GCC);
  }

  /** OpenBLAS. */
  void openBlas(OpenBlas blas, List<MemorySegment> from, MemorySegment to) {
    throw nobody(Competitor.OPENBLAS);
  }

  /**
   * A way to compute it with libtorch; of the result and what lies between, it frees the latter.
   */
  @FunctionalInterface
  interface TorchForm {
    NDArray compute(List<NDArray> from);
  }

  /** A way to compute it with libtorch. */
  TorchForm torch(Torch torch, Competitor who) {
    throw nobody(who);
  }

  /** ND4J. */
  void nd4j(List<INDArray> from, INDArray to) {
    throw nobody(Competitor.ND4J);
  }

  /** EJML. */
  void ejml(List<FMatrixRMaj> from, FMatrixRMaj to) {
    throw nobody(Competitor.EJML);
  }

  final IllegalArgumentException nobody(Competitor who) {
    return new IllegalArgumentException(who + " does not compute " + this);
  }

  /** What a competitor does. */
  public final Form form(Competitor who, Libraries libraries) {
    return switch (who) {
      case SMALTI_HEAP -> onHeap(this::generated);
      case SMALTI_F32 -> onHeap(this::inF32);
      case SMALTI_NATIVE -> onNative();
      case INTRINSICS -> {
        Intrinsics c = libraries.loadIntrinsics();
        yield inC((from, to) -> intrinsics(c, from, to));
      }
      case GCC -> {
        Portable c = libraries.loadPortable();
        yield inC((from, to) -> portable(c, from, to));
      }
      case OPENBLAS, OPENBLAS_ON_TWO -> {
        OpenBlas blas = libraries.loadOpenBlas();
        yield inC((from, to) -> openBlas(blas, from, to));
      }
      case TORCH, TORCH_EAGER, TORCH_FUSED, TORCH_COMPOSED ->
          new InTorch(libraries.loadTorch(), who);
      case ND4J -> inNd4j();
      case EJML -> inEjml();
    };
  }

  private Form onHeap(BiConsumer<List<Tensor<F32>>, Tensor<F32>> kernel) {
    float[] result = new float[elements()];
    List<Tensor<F32>> from =
        inputs.stream().map(input -> Tensor.of(input.elements(), input.shape())).toList();
    Tensor<F32> to = Tensor.of(result, shape);
    return new Written(() -> kernel.accept(from, to), MemorySegment.ofArray(result));
  }

  private Form onNative() {
    MemorySegment result = result();
    List<Tensor<F32>> from =
        inputs.stream().map(input -> Tensor.of(Smalti.F32, copy(input), input.shape())).toList();
    Tensor<F32> to = Tensor.of(Smalti.F32, result, shape);
    return new Written(() -> generated(from, to), result);
  }

  @FunctionalInterface
  private interface InC {
    void compute(List<MemorySegment> from, MemorySegment to);
  }

  private Form inC(InC function) {
    MemorySegment result = result();
    List<MemorySegment> from = inputs.stream().map(this::copy).toList();
    return new Written(() -> function.compute(from, result), result);
  }

  private MemorySegment result() {
    return memory.allocate((long) Float.BYTES * elements());
  }

  private MemorySegment copy(Input input) {
    MemorySegment segment = memory.allocate((long) Float.BYTES * input.elements().length);
    return segment.copyFrom(MemorySegment.ofArray(input.elements()));
  }

  private Form inNd4j() {
    List<INDArray> from =
        inputs.stream()
            .map(input -> Nd4j.createFromArray(input.elements()).reshape(input.shape()))
            .toList();
    INDArray to = Nd4j.create(shape);
    return new Form() {
      @Override
      public void run() {
        nd4j(from, to);
      }

      @Override
      public float result(int i) {
        return to.getFloat(i / shape[1], i % shape[1]);
      }
    };
  }

  private Form inEjml() {
    List<FMatrixRMaj> from =
        inputs.stream()
            .map(
                input ->
                    FMatrixRMaj.wrap(
                        (int) input.shape()[0], (int) input.shape()[1], input.elements()))
            .toList();
    FMatrixRMaj to = new FMatrixRMaj((int) shape[0], (int) shape[1]);
    return new Form() {
      @Override
      public void run() {
        ejml(from, to);
      }

      @Override
      public float result(int i) {
        return to.data[i];
      }
    };
  }

  /** Has its result in memory that it writes. */
  private record Written(Runnable call, MemorySegment memory) implements Form {
    @Override
    public void run() {
      call.run();
    }

    @Override
    public float result(int i) {
      return memory.getAtIndex(ValueLayout.JAVA_FLOAT, i);
    }
  }

  /** Has a new result each time, as libtorch gives it; the one before is freed. */
  private final class InTorch implements Form {
    private final List<NDArray> from;
    private final TorchForm form;
    private @Nullable NDArray result;

    InTorch(Torch torch, Competitor who) {
      from = inputs.stream().map(input -> torch.array(input.elements(), input.shape())).toList();
      form = torch(torch, who);
    }

    @Override
    public void run() {
      if (result != null) {
        result.close();
      }
      result = form.compute(from);
    }

    @Override
    public float result(int i) {
      if (result == null) {
        throw new IllegalStateException("nothing has been computed");
      }
      try (NDArray flat = result.flatten();
          NDArray element = flat.get(i)) {
        return element.getFloat();
      }
    }
  }
}
