package dev.smalti.processor;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static com.google.testing.compile.CompilationSubject.assertThat;
import static com.google.testing.compile.Compiler.javac;

import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels against the memory of a device: what is said, at which line, and the maps. */
class DeviceTest {
  private static final String HEAD =
      "import static dev.smalti.lang.Smalti.*;\nimport dev.smalti.lang.*;\nfinal class K {\n";

  private static final String CHAIN =
      """
        @InCore
        static void k(@Shape("16, 1024") Tensor<F32> x, @Shape("16, 1024") @Out Tensor<F32> y) {
          Tile<F32> t = x.load();
          Tile<F32> a = t.mul(2).add(1);
          y.store(a.exp().mul(t));
        }
      }
      """;

  private static final String SOFTMAX =
      """
        @InCore
        static void k(@Shape("64, 1024") Tensor<F32> x, @Shape("64, 1024") @Out Tensor<F32> y) {
          for (int r : range(0, 64, 16)) {
            Tile<F32> t = x.load(at(r, 0), shape(16, 1024));
            Tile<F32> e = t.sub(t.rowMax()).exp();
            y.store(e.div(e.rowSum()), at(r, 0));
          }
        }
      }
      """;

  private static Compilation compile(String body, String... options) {
    return javac()
        .withProcessors(new SmaltiProcessor())
        .withOptions((Object[]) options)
        .compile(JavaFileObjects.forSourceString("K", HEAD + body));
  }

  private static String map(Compilation compilation, String name) throws IOException {
    JavaFileObject file =
        compilation.generatedFile(StandardLocation.SOURCE_OUTPUT, "", name).orElseThrow();
    return file.getCharContent(true).toString();
  }

  private static String onlyError(Compilation compilation, int line) {
    assertThat(compilation).hadErrorCount(1);
    assertThat(compilation.errors().getFirst().getLineNumber()).isEqualTo(line);
    return text(compilation.errors().getFirst());
  }

  /** Without what javac puts in front of all lines but the first. */
  private static String text(Diagnostic<?> diagnostic) {
    return diagnostic.getMessage(Locale.ROOT).replace("\n  ", "\n");
  }

  @ParameterizedTest
  @CsvSource({"a2a3, 188416, 240, 184", "a5, 245760, 312, 240"})
  @DisplayName("more than Vec has is an error where it is needed, one block of rows less is none")
  void capacity(String device, long capacity, int over, int fits) {
    String body =
        """
          @InCore
          static void k(@Shape("%1$d, 256") Tensor<F32> x, @Shape("%1$d, 256") @Out Tensor<F32> y) {
            Tile<F32> t = x.load();
            y.store(t.exp());
          }
        }
        """;
    String option = "-Asmalti.device=" + device;
    assertThat(onlyError(compile(body.formatted(over), option), 6))
        .isEqualTo(
            """
            [SML-601] K.k takes %1$d bytes of Vec, %2$s has %3$d
            needed at the same time:
              t [%4$d, 256] F32 takes %1$d bytes, lines 6 to 7
            Work on fewer rows or columns at a time, or narrow the element type.\
            """
                .formatted(over * 1024, device, capacity, over));
    assertThat(compile(body.formatted(fits), option)).succeededWithoutWarnings();
    assertThat(compile(body.formatted(over))).succeededWithoutWarnings();
  }

  @ParameterizedTest
  @CsvSource({"a2a3, 131072", "a5, 262144"})
  @DisplayName("each memory has its own limit")
  void accumulators(String device, long capacity) {
    long columns = capacity / 4 / 128 + 16;
    String body =
        """
          @InCore
          static void k(
              @Shape("128, 16") Tensor<F16> x,
              @Shape("16, %1$d") Tensor<F16> w,
              @Shape("128, %1$d") Tensor<F32> z,
              @Shape("128, %1$d") @Out Tensor<F32> y) {
            y.store(x.load().matmul(w.load(), F32));
          }
        }
        """
            .formatted(columns);
    assertThat(onlyError(compile(body, "-Asmalti.device=" + device), 10))
        .startsWith(
            "[SML-601] K.k takes %d bytes of Acc, %s has %d\n"
                .formatted(128 * columns * 4, device, capacity));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a2a3", "a5"})
  void alignment(String device) {
    String body =
        """
          @InCore
          static void k(@Shape("16, 4") Tensor<F32> x, @Shape("16, 4") @Out Tensor<F32> y) {
            y.store(x.load().mul(2).exp());
          }
        }
        """;
    assertThat(onlyError(compile(body, "-Asmalti.device=" + device), 6))
        .isEqualTo(
            """
            [SML-602] a row of xTile, [16, 4] F32, is 16 bytes; on %s it is a multiple of 32
            Make the tile [16, 8], of which [16, 4] are valid: x.load(at, shape, valid).\
            """
                .formatted(device));
    assertThat(compile(body)).succeededWithoutWarnings();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a2a3", "a5"})
  void alignmentOfColumns(String device) {
    String body =
        """
          @InCore
          static void k(@Shape("33, 8") Tensor<F32> x, @Shape("33, 1") @Out Tensor<F32> y) {
            y.store(x.load().rowMax());
          }
        }
        """;
    assertThat(onlyError(compile(body, "-Asmalti.device=" + device), 6))
        .isEqualTo(
            """
            [SML-602] the column of rowMax, [33, 1] F32, is 132 bytes; on %s it is a multiple of 32
            Compute it from tiles of 40 rows, 33 of them valid: x.load(at, shape, valid).\
            """
                .formatted(device));
  }

  @Test
  void unknownDevice() {
    Compilation compilation = compile(CHAIN, "-Asmalti.device=a2b3");
    assertThat(compilation).hadErrorCount(1);
    assertThat(compilation).hadErrorContaining("[SML-003] unknown device a2b3; did you mean a2a3?");
  }

  @Test
  @DisplayName("a depth that is no multiple of 16 does not go through in slices")
  void depth() {
    String body =
        """
          @InCore
          static void k(
              @Shape("64, %1$d") Tensor<F32> x,
              @Shape("%1$d, 64") Tensor<F32> w,
              @Shape("64, 64") @Out Tensor<F32> y) {
            y.store(x.load().matmul(w.load()));
          }
        }
        """;
    Compilation odd = compile(body.formatted(500), "-Asmalti.device=a5");
    assertThat(odd).hadErrorCount(2);
    assertThat(text(odd.errors().getFirst()))
        .isEqualTo(
            """
            [SML-601] K.k takes 131072 bytes of Left, a5 has 65536
            needed at the same time:
              xTile [64, 500] F32 takes 131072 bytes, line 9
            Its depth, 500, is no multiple of 16: with 512, of which 500 are valid, the factors go \
            through in slices.\
            """);
    assertThat(compile(body.formatted(512), "-Asmalti.device=a5")).succeededWithoutWarnings();
  }

  @Test
  @DisplayName("what is generated for this machine does not depend on the device")
  void generatedSources() {
    for (String device : List.of("a2a3", "a5")) {
      assertThat(sources(compile(SOFTMAX, "-Asmalti.device=" + device)))
          .isEqualTo(sources(compile(SOFTMAX)));
    }
  }

  private static Map<String, String> sources(Compilation compilation) {
    return compilation.generatedSourceFiles().stream()
        .collect(
            Collectors.toMap(
                JavaFileObject::getName,
                file -> {
                  try {
                    return file.getCharContent(true).toString();
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                }));
  }

  @Test
  void withoutTheOptionNothingIsWritten() {
    assertThat(
            compile(CHAIN)
                .generatedFile(StandardLocation.SOURCE_OUTPUT, "", "K_k.memory.txt")
                .isPresent())
        .isFalse();
  }

  @Test
  void mapOfAChain() throws IOException {
    assertThat(map(compile(CHAIN, "-Asmalti.device=a2a3"), "K_k.memory.txt"))
        .isEqualTo(
            """
            Memory of K.k (K.java:4) on a2a3

            space  address  bytes  type  shape       lines  tile
            Vec    0x00000  65536  F32   [16, 1024]  6..8   t
            Vec    0x10000  65536  F32   [16, 1024]  7      product
            Vec    0x10000  65536  F32   [16, 1024]  7..8   a
            Vec    0x10000  65536  F32   [16, 1024]  8      exp
            Vec    0x00000  65536  F32   [16, 1024]  8      product2

            space  used    capacity  share
            Vec    131072  188416    69.6 %
            """);
  }

  @Test
  void mapOfARowReduction() throws IOException {
    assertThat(map(compile(SOFTMAX, "-Asmalti.device=a5"), "K_k.memory.txt"))
        .isEqualTo(
            """
            Memory of K.k (K.java:4) on a5

            space  address  bytes  type  shape       lines  tile
            Vec    0x00000  65536  F32   [16, 1024]  7..8   t
            Vec    0x10000  64     F32   [16, 1]     8      rowMax
            Vec    0x00000  65536  F32   [16, 1024]  8      difference
            Vec    0x00000  65536  F32   [16, 1024]  8..9   e
            Vec    0x10000  64     F32   [16, 1]     9      rowSum
            Vec    0x00000  65536  F32   [16, 1024]  9      quotient

            space  used   capacity  share
            Vec    65600  245760    26.7 %
            """);
  }

  @Test
  @DisplayName("the map of a product with an epilogue is that of the manual")
  void mapOfTheManual() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "en", "device.md"));
    Matcher blocks =
        Pattern.compile("```java\n(.*?)```.*?```\n(.*?)```", Pattern.DOTALL).matcher(page);
    assertWithMessage("a file and its map").that(blocks.find()).isTrue();
    Compilation compilation =
        javac()
            .withProcessors(new SmaltiProcessor())
            .withOptions("-Asmalti.device=a2a3")
            .compile(JavaFileObjects.forSourceString("Linear", blocks.group(1).split("\n", 2)[1]));
    assertThat(compilation).succeededWithoutWarnings();
    assertThat(map(compilation, "Linear_layer.memory.txt")).isEqualTo(blocks.group(2));
  }

  @Test
  @DisplayName("a variant of known extents has a map; what it stands beside has a note")
  void variants() throws IOException {
    String body =
        """
          @InCore
          @Specialize("n = 512")
          static void k(@Shape("8, n") Tensor<F32> x, @Shape("8, n") @Out Tensor<F32> y) {
            y.store(x.load().exp());
          }
        }
        """;
    Compilation compilation = compile(body, "-Asmalti.device=a5");
    assertThat(compilation).succeededWithoutWarnings();
    assertThat(compilation.notes().stream().map(DeviceTest::text).toList())
        .isEqualTo(
            List.of(
                """
                [SML-604] K.k was held against the memory of a5 without the tiles whose size is \
                known at run time
                  xTile [8, n] F32, line 7
                  exp [8, n] F32, line 7
                Give the tile a constant shape and a valid part, or the extent a value by \
                @Specialize.\
                """));
    assertThat(map(compilation, "K_k_n512.memory.txt")).contains("Vec    0x00000  16384  F32");
    assertThat(map(compilation, "K_k.memory.txt")).contains("exp, [8, n] F32, line 7\n");
  }
}
