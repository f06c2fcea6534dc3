package dev.smalti.processor.emit;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.lang.Smalti;
import dev.smalti.lang.Tensor;
import dev.smalti.lang.Tile;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.CodeAttribute;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How generated source reads. The golden files are what a reader sees; with the system property
 * {@code smalti.golden} set to their folder they are written anew.
 */
final class GeneratedSourceTest {
  private static final Map<String, String> INPUTS =
      Map.of(
          "Scores_softmax", KernelEmitterTest.SOFTMAX,
          "Scores_softmax_Vector", KernelEmitterTest.SOFTMAX,
          "RingSum_reduceStep", ProgramEmitterTest.RING_SUM,
          "RingSum_reduceStep_Vector", ProgramEmitterTest.RING_SUM,
          "RingSum_perDevice", ProgramEmitterTest.RING_SUM,
          "RingSum_allReduce", ProgramEmitterTest.RING_SUM,
          "RingSumKernels", ProgramEmitterTest.RING_SUM,
          "RingSumPrograms", ProgramEmitterTest.RING_SUM);

  private static final Map<String, Map<Integer, String>> SOURCE =
      Map.of(
          "Scores.java",
          Map.of(
              15, "  Tile<F32> t = x.load();",
              16, "  Tile<F32> shifted = t.sub(t.rowMax());",
              17, "  Tile<F32> e = shifted.exp();",
              18, "  y.store(e.div(e.rowSum()));"),
          "RingSum.java",
          Map.of(
              13, "    int me = data.rank();",
              16, "    data.store(input.load());",
              18, "    for (int peer = 0; peer < ranks; peer++)",
              19, "      if (peer != me) arrived.notify(peer, at(me, 0), ADD, 1);",
              25, "      if (peer != me) sum = sum.add(data.remoteLoad(peer));",
              43,
                  "    world.forEachRank(r -> perDevice(inputs.at(r), outputs.at(r), data,"
                      + " arrived));"));

  private static final EmitOptions OPTIONS =
      new EmitOptions(
          true,
          true,
          (file, line) -> Optional.ofNullable(SOURCE.getOrDefault(file, Map.of()).get(line)));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Scores_softmax",
        "Scores_softmax_Vector",
        "RingSum_reduceStep",
        "RingSum_reduceStep_Vector",
        "RingSum_perDevice",
        "RingSum_allReduce",
        "RingSumKernels",
        "RingSumPrograms"
      })
  void goldenFile(String name) throws IOException {
    String text =
        Emitted.sources(INPUTS.getOrDefault(name, ""), Aliasing.NONE, OPTIONS).get("app." + name);
    String folder = System.getProperty("smalti.golden", "");
    if (!folder.isEmpty()) {
      Files.writeString(Path.of(folder, name + ".java.txt"), text);
    }
    assertThat(text).isEqualTo(golden(name));
  }

  private static String golden(String name) throws IOException {
    String resource = name + ".java.txt";
    try (InputStream in = GeneratedSourceTest.class.getResourceAsStream(resource)) {
      assertWithMessage(resource).that(in).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void noLineIsLongAndEveryLineEndsPlainly() {
    for (String ir : List.of(KernelEmitterTest.SOFTMAX, ProgramEmitterTest.RING_SUM)) {
      for (String text : Emitted.sources(ir, Aliasing.NONE, OPTIONS).values()) {
        assertThat(text).doesNotContain("\r");
        assertThat(text).endsWith("}\n");
        for (String line : text.lines().toList()) {
          boolean whole =
              line.strip().startsWith("+ \"")
                  || line.contains("text = ")
                  || line.strip().startsWith("*")
                  || line.strip().startsWith("//");
          assertWithMessage(line).that(line.length() <= 100 || whole).isTrue();
          assertThat(line).isEqualTo(line.stripTrailing());
        }
      }
    }
  }

  private static final String HEAD =
      """
      smalti ir 1

      incore app.Long.run  @ Long.java:1:1
          in x: tensor<F32>[R, C]  @ Long.java:1:1
          out y: tensor<F32>[R, C]  @ Long.java:1:1
          symbols R, C
      """;

  @Test
  void longBodiesBecomeMethodsThatHotSpotCompiles() {
    StringBuilder ir = new StringBuilder(HEAD);
    ir.append("  n: int = R * 2  @ Long.java:2:1\n");
    for (int k = 0; k < 150; k++) {
      ir.append(
          """
            for r# in 0..R  @ Long.java:3:1
              %t#: F32[1, C] = load x[r#, 0] shape(1, C)  @ Long.java:4:1
              %max#: F32[1, 1] = reduce max %t# over columns  @ Long.java:5:1
              %e#: F32[1, C] = fused { exp(%t# - %max#) }  @ Long.java:6:1
              store %e# * F32(n) -> y[r#, 0]  @ Long.java:7:1
          """
              .replace("#", Integer.toString(k)));
    }
    assertMethodsAreSmall(Emitted.of(ir.toString()));
  }

  @Test
  void straightLinesOfTilesAreSplitToo() {
    StringBuilder ir = new StringBuilder(HEAD);
    ir.append("  %t0: F32[R, C] = load x[0, 0] shape(R, C)  @ Long.java:2:1\n");
    for (int k = 1; k <= 250; k++) {
      ir.append(
          "  %%t%d: F32[R, C] = %%t%d * F32(0.5) + %%t%d  @ Long.java:%d:1\n"
              .formatted(k, k - 1, k / 2, 2 + k)
              .replace("= %t", "= fused { %t")
              .replace("  @", " }  @"));
    }
    ir.append("  store %t250 -> y[0, 0]  @ Long.java:300:1\n");
    Emitted emitted = Emitted.of(ir.toString());
    assertMethodsAreSmall(emitted);

    Tensor<Smalti.F32> x = Tensor.of(Tensors.floats(1, 6, false), 2, 3);
    Tensor<Smalti.F32> y = Tensor.of(new float[6], 2, 3);
    emitted.call("app.LongKernels", "run", x, y);
    List<Tile<Smalti.F32>> tiles = new ArrayList<>(List.of(x.load()));
    for (int k = 1; k <= 250; k++) {
      tiles.add(tiles.get(k - 1).mul(0.5).add(tiles.get(k / 2)));
    }
    Tensor<Smalti.F32> expected = Tensor.of(new float[6], 2, 3);
    expected.store(tiles.getLast());
    Tensors.assertSameBits("split", y, expected);
  }

  private static void assertMethodsAreSmall(Emitted emitted) {
    Map<String, Integer> sizes = sizes(emitted);
    assertThat(sizes.size()).isGreaterThan(10);
    sizes.forEach((method, size) -> assertWithMessage(method).that(size).isLessThan(7500));
  }

  /** Bytecodes of every method. */
  private static Map<String, Integer> sizes(Emitted emitted) {
    Map<String, Integer> sizes = new TreeMap<>();
    emitted
        .classes()
        .forEach(
            (name, bytes) ->
                ClassFile.of()
                    .parse(bytes)
                    .methods()
                    .forEach(
                        method ->
                            method
                                .code()
                                .ifPresent(
                                    code ->
                                        sizes.put(
                                            name + "." + method.methodName(),
                                            ((CodeAttribute) code).codeLength()))));
    return sizes;
  }

  @Test
  void aCommentCannotEndEarly() {
    assertThat(Comments.harmless("a \\u000a b")).isEqualTo("a \\ u000a b");
    assertThat(Comments.harmless("a \u2028 b\u0085")).isEqualTo("a   b ");
    assertThat(Literals.quoted("a\u2029b")).isEqualTo("\"a\\u2029b\"");
  }

  @Test
  void longTextTravelsInPieces() {
    String text = "ß".repeat(50_000) + "😀".repeat(20_000);
    List<String> chunks = dev.smalti.processor.emit.ClassFile.chunks(text);
    assertThat(String.join("", chunks)).isEqualTo(text);
    for (String chunk : chunks) {
      assertThat(chunk.getBytes(StandardCharsets.UTF_8).length).isLessThan(65_535);
      assertThat(Character.isLowSurrogate(chunk.charAt(0))).isFalse();
    }
  }
}
