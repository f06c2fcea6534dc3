package lib;

import dev.smalti.lang.*;

/** Kernels that take records, of which users have the class files only. */
public final class Layers {
  public static final int WIDTH = 8;

  /** A constant of the class around it, and one of its own. */
  public record Scale(
      @Shape("1, WIDTH") Tensor<Smalti.F32> by, @Shape("ROWS, WIDTH") Tensor<Smalti.I32> counts) {
    static final int ROWS = 1;
  }

  public record Pair<T extends DType>(@Shape("n") Tensor<T> a, @Shape("n") @InOut Tensor<T> b) {}

  private Layers() {}

  @InCore
  public static void scale(Scale scale, @Shape("1, WIDTH") @InOut Tensor<Smalti.F32> y) {
    y.store(y.load().mul(scale.by().load()).add(scale.counts().load().cast(Smalti.F32)));
  }

  /** Its components are those of the other one. */
  @InCore
  public static void scale(
      @Shape("1, WIDTH") Tensor<Smalti.F32> by,
      @Shape("1, WIDTH") Tensor<Smalti.I32> counts,
      @Shape("1, WIDTH") @InOut Tensor<Smalti.F32> y) {
    y.store(y.load().sub(by.load()).add(counts.read(Smalti.at(0, 0))));
  }

  @InCore
  public static <T extends DType> void swap(Pair<T> pair, int times) {
    pair.b().store(pair.a().load().add(pair.b().load()).mul(times));
  }
}
