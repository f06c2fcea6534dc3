package dev.smalti.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Classes with kernels to be compiled: ten in each, of five kinds, no two with the same numbers.
 */
final class KernelSources {
  private static final int IN_A_CLASS = 10;

  private static final List<String> KINDS =
      List.of(
          """
            @InCore
            static void scale%1$d(@Shape("n") Tensor<F32> x, @Shape("n") @Out Tensor<F32> y, float a) {
              y.store(x.load().fma(a, %1$d.5));
            }
          """,
          """
            @InCore
            static void gelu%1$d(@Shape("rows, n") Tensor<F32> x, @Shape("rows, n") @Out Tensor<F32> y) {
              Tile<F32> v = x.load().add(%1$d);
              Tile<F32> u = v.mul(v.mul(v).fma(-0.0713548, -1.5957691));
              y.store(v.div(u.exp().add(1)));
            }
          """,
          """
            @InCore
            static void softmax%1$d(@Shape("rows, n") Tensor<F32> x, @Shape("rows, n") @Out Tensor<F32> y) {
              Tile<F32> t = x.load().mul(%1$d.25);
              Tile<F32> e = t.sub(t.rowMax()).exp();
              y.store(e.div(e.rowSum()));
            }
          """,
          """
            @InCore
            static void norm%1$d(
                @Shape("rows, n") Tensor<F32> x,
                @Shape("1, n") Tensor<F32> weight,
                @Shape("rows, n") @Out Tensor<F32> y) {
              Tile<F32> t = x.load();
              Tile<F32> mean = t.mul(t).rowSum().div(t.dim(1));
              y.store(t.mul(mean.add(1e-5 * %1$d).rsqrt()).mul(weight.load()));
            }
          """,
          """
            @InCore
            static void blocks%1$d(@Shape("rows, n") Tensor<F32> x, @Shape("rows, n") @Out Tensor<F32> y) {
              for (int from : range(0, x.dim(0), 8)) {
                int valid = Math.min(8, x.dim(0) - from);
                Tile<F32> t = x.load(at(from, 0), shape(8, x.dim(1)), shape(valid, x.dim(1)));
                y.store(t.gt(%1$d).select(t, t.neg()), at(from, 0));
              }
            }
          """);

  private KernelSources() {}

  /** Writes so many kernels into a new folder. */
  static void write(Path folder, int kernels) throws IOException {
    Files.createDirectories(folder);
    for (int first = 0; first < kernels; first += IN_A_CLASS) {
      String name = "Kernels" + first / IN_A_CLASS;
      StringBuilder text = new StringBuilder();
      text.append("package app;\n\nimport static dev.smalti.lang.Smalti.*;\n\n");
      text.append("import dev.smalti.lang.*;\n\nfinal class " + name + " {\n");
      for (int i = first; i < Math.min(kernels, first + IN_A_CLASS); i++) {
        text.append(String.format(Locale.ROOT, KINDS.get(i % KINDS.size()), i + 1));
      }
      Files.writeString(folder.resolve(name + ".java"), text.append("}\n"));
    }
  }
}
