package dev.smalti.processor.device;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Parser;
import dev.smalti.processor.ir.Verifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Where tiles lie: what is needed at the same time lies apart, and each in the memory of its use.
 */
final class MemoryMapTest {
  private static final String HEAD =
      """
      incore p.K.k
          in x: tensor<F32>[256, 256]
          in h: tensor<F16>[256, 256]
          in k: tensor<I32>[256, 256]
          out y: tensor<F32>[256, 256]
          symbols n
      """;

  private static Function parse(String body) {
    StringBuilder placed = new StringBuilder("smalti ir 1\n\n");
    int line = 1;
    for (String each : (HEAD + body).lines().toList()) {
      boolean bare = each.isBlank() || each.strip().equals("else") || each.startsWith("    sym");
      placed.append(each).append(bare ? "" : " @ K.java:" + line + ":1").append('\n');
      line++;
    }
    return Parser.parse(placed.toString()).functions().getFirst();
  }

  private static MemoryMap map(Device device, String body) {
    return MemoryMap.of(parse(body), device);
  }

  private static List<String> rows(MemoryMap map) {
    return map.rows().stream()
        .map(r -> "%s %s %s %s".formatted(r.space().display(), r.address(), r.bytes(), r.name()))
        .toList();
  }

  @Property(tries = 400, shrinking = ShrinkingMode.OFF)
  void everyOperandIsStillThere(@ForAll long seed) {
    String text = "seed " + seed + "\n" + RandomTiles.of(seed);
    Function function = Parser.parse(RandomTiles.of(seed)).functions().getFirst();
    Verifier.check(function, _ -> Optional.empty(), "as it was made");
    for (Device device : Device.values()) {
      MemoryMap map = MemoryMap.of(function, device);
      Replay.run(function, map, text);
      for (Space space : Space.values()) {
        apart(map, space, text);
      }
    }
  }

  private static void apart(MemoryMap map, Space space, String text) {
    List<FirstFit.Placed> all = new ArrayList<>(map.placed(space));
    for (int i = 0; i < all.size(); i++) {
      FirstFit.Placed one = all.get(i);
      assertWithMessage(text).that(one.address() % space.alignment()).isEqualTo(0);
      for (FirstFit.Placed other : all.subList(i + 1, all.size())) {
        boolean shared = one.address() < other.end() && other.address() < one.end();
        boolean together =
            one.buffer().life().from() <= other.buffer().life().to()
                && other.buffer().life().from() <= one.buffer().life().to();
        assertWithMessage("%s and %s in\n%s%s", one, other, map.text(), text)
            .that(shared && together)
            .isFalse();
      }
    }
  }

  @Test
  @DisplayName("an element-wise result takes the place of an operand that ends there")
  void inPlace() {
    String body =
        """
          %a: F32[16, 64] = load x[0, 0] shape(16, 64)
          %b: F32[16, 64] = exp(%a)
          %c: F32[16, 64] = %b * %a
          store %c -> y[0, 0]
        """;
    assertThat(rows(map(Device.A5, body)))
        .containsExactly("Vec 0 4096 a", "Vec 4096 4096 b", "Vec 0 4096 c")
        .inOrder();
  }

  @Test
  @DisplayName("a stretched operand and one of another size keep their places")
  void notInPlace() {
    String body =
        """
          %a: F32[16, 64] = load x[0, 0] shape(16, 64)
          %m: F32[16, 1] = reduce max %a over columns
          %d: F32[16, 64] = %a - %m
          %h: F16[16, 64] = cast(%d, F16)
          store cast(%h, F32) -> y[0, 0]
        """;
    assertThat(rows(map(Device.A5, body)))
        .containsExactly("Vec 0 4096 a", "Vec 4096 64 m", "Vec 0 4096 d", "Vec 4096 2048 h")
        .inOrder();
  }

  @Test
  @DisplayName("a tile from before a loop is needed until its end")
  void loops() {
    String body =
        """
          %a: F32[16, 64] = load x[0, 0] shape(16, 64)
          for i in 0..n
            %b: F32[16, 64] = exp(%a)
            %c: F32[16, 64] = neg(%b)
            store %c -> y[0, 0]
        """;
    assertThat(rows(map(Device.A5, body)))
        .containsExactly("Vec 0 4096 a", "Vec 4096 4096 b", "Vec 4096 4096 c")
        .inOrder();
  }

  @Test
  @DisplayName("the sums of a chain of products share one place")
  void accumulators() {
    String body =
        """
          %a: F32[32, 32] = load x[0, 0] shape(32, 32)
          %s: F32[32, 32] = matmul(F32(0), %a, %a)
          %t: F32[32, 32] = matmul(%s, %a, %a)
          store %t -> y[0, 0]
        """;
    assertThat(rows(map(Device.A2A3, body)))
        .containsExactly(
            "Mat 0 4096 a",
            "Left 0 4096 a",
            "Left 0 4096 a",
            "Right 0 4096 a",
            "Right 0 4096 a",
            "Acc 0 4096 s, t")
        .inOrder();
  }

  @Test
  @DisplayName("a loaded tile that a product is added to is still in Mat then")
  void addedToLoaded() {
    String body =
        """
          %a: F32[16, 16] = load x[0, 0] shape(16, 16)
          %s: F32[16, 16] = matmul(F32(0), %a, %a)
          store %s -> y[0, 0]
          %b: F32[16, 16] = load x[0, 0] shape(16, 16)
          %t: F32[16, 16] = matmul(%a, %b, %b)
          store %t -> y[0, 0]
        """;
    assertThat(rows(map(Device.A5, body)))
        .containsAtLeast("Mat 0 1024 a", "Mat 1024 1024 b", "Acc 0 1024 a, t");
  }

  @Test
  @DisplayName("a row that a product starts from passes through Bias")
  void bias() {
    String body =
        """
          %b: F32[1, 64] = load x[0, 0] shape(1, 64)
          %a: F32[32, 32] = load x[0, 0] shape(32, 32)
          %w: F32[32, 64] = load x[0, 0] shape(32, 64)
          %s: F32[32, 64] = matmul(%b, %a, %w)
          store %s -> y[0, 0]
        """;
    assertThat(rows(map(Device.A2A3, body)))
        .containsExactly(
            "Mat 0 256 b",
            "Mat 256 4096 a",
            "Mat 4352 8192 w",
            "Left 0 4096 a",
            "Right 0 8192 w",
            "Acc 0 8192 s",
            "Bias 0 256 b")
        .inOrder();
  }

  @Test
  @DisplayName("a narrow factor is read as it is, a deep one in slices")
  void narrowAndDeep() {
    String body =
        """
          %h: F16[128, 256] = load h[0, 0] shape(128, 256)
          %f: F32[128, 256] = cast(%h, F32)
          %d: F32[128, 256] = load x[0, 0] shape(128, 256)
          %s: F32[128, 128] = matmul(F32(0), %f, transposed %f)
          %t: F32[128, 128] = matmul(%s, %d, transposed %d)
          store %t -> y[0, 0]
        """;
    assertThat(rows(map(Device.A2A3, body)))
        .containsExactly(
            "Mat 0 65536 h",
            "Mat 65536 131072 d",
            "Left 0 65536 h",
            "Left 0 65536 d in slices",
            "Right 0 65536 h",
            "Right 0 65536 d in slices",
            "Acc 0 65536 s, t")
        .inOrder();
  }

  @Test
  @DisplayName("a product that goes on in the vector unit: through a ring, or moved")
  void fromProductToVector() {
    String body =
        """
          %a: F32[32, 32] = load x[0, 0] shape(32, 32)
          %s: F32[32, 32] = matmul(F32(0), %a, %a)
          %e: F32[32, 32] = exp(%s)
          %t: F32[32, 32] = matmul(F32(0), %e, %a)
          store %t -> y[0, 0]
        """;
    assertThat(rows(map(Device.A2A3, body)))
        .containsAtLeast(
            "Vec 0 8192 ring of 2 slots for s",
            "Vec 8192 4096 e",
            "Mat 0 8192 ring of 2 slots for e",
            "Mat 8192 4096 a");
    assertThat(rows(map(Device.A5, body)))
        .containsAtLeast("Vec 0 4096 s", "Vec 0 4096 e", "Mat 0 4096 a", "Mat 4096 4096 e");
  }

  @Test
  @DisplayName("rows come in blocks of 32 bytes, matrices in blocks of 16 rows")
  void rounding() {
    String body =
        """
          %a: F32[17, 9] = load x[0, 0] shape(17, 9)
          %w: F32[9, 5] = load x[0, 0] shape(9, 5)
          %s: F32[17, 5] = matmul(F32(0), %a, %w)
          %m: F32[17, 1] = reduce max %a over columns
          store %s -> y[0, 0]
          store %m -> y[0, 0]
        """;
    MemoryMap map = map(Device.A2A3, body);
    assertThat(rows(map))
        .containsExactly(
            "Vec 0 1088 a",
            "Vec 1088 96 m",
            "Mat 0 2048 a",
            "Mat 2048 1024 w",
            "Left 0 2048 a",
            "Right 0 1024 w",
            "Acc 0 2048 s")
        .inOrder();
    assertThat(map.misaligned().stream().map(MemoryMap.Misaligned::padded).toList())
        .containsExactly("[17, 16]");
  }

  @Test
  @DisplayName("sums of integers have 32 rows at least on a2a3")
  void integerAccumulators() {
    String body =
        """
          %a: I32[16, 16] = load k[0, 0] shape(16, 16)
          %s: I32[16, 16] = matmul(I32(0), %a, %a)
          %t: I32[16, 16] = neg(%s)
          store cast(%t, F32) -> y[0, 0]
        """;
    assertThat(map(Device.A2A3, body).used(Space.ACC)).isEqualTo(2048);
    assertThat(map(Device.A5, body).used(Space.ACC)).isEqualTo(1024);
  }

  @Test
  @DisplayName("where lifetimes leave gaps, the largest are placed first")
  void gaps() {
    String body =
        """
          %a: F32[1, 8] = load x[0, 0] shape(1, 8)
          %b: F32[64, 256] = load x[0, 0] shape(64, 256)
          %c: F32[64, 256] = load x[0, 0] shape(64, 256)
          store %b -> y[0, 0]
          store %c -> y[0, 0]
          %d: F32[180, 256] = load x[0, 0] shape(180, 256)
          store %d -> y[0, 0]
          store %a -> y[0, 0]
        """;
    MemoryMap map = map(Device.A2A3, body);
    assertThat(map.used(Space.VEC)).isEqualTo(180 * 1024 + 32);
    assertThat(map.excesses()).isEmpty();
  }

  @Test
  @DisplayName("a tile whose shape is known at run time has no place, its valid box may be")
  void unknown() {
    String body =
        """
          %a: F32[1, n] = load x[0, 0] shape(1, n)
          store %a -> y[0, 0]
          %b: F32[8, 64] valid [8, n] = load x[0, 0] shape(8, 64) valid(8, n)
          store %b -> y[0, 0]
        """;
    MemoryMap map = map(Device.A5, body);
    assertThat(rows(map)).containsExactly("Vec 0 2048 b");
    assertThat(map.unknown().stream().map(MemoryMap.Unknown::name).toList()).containsExactly("a");
  }
}
