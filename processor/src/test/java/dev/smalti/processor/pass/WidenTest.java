package dev.smalti.processor.pass;

import static dev.smalti.processor.pass.IrText.assertKeeps;
import static dev.smalti.processor.pass.IrText.assertRewrites;

import org.junit.jupiter.api.Test;

final class WidenTest {
  private static final Pass PASS = new Widen();

  private static final String TENSORS =
      """
      incore p.K.k
          in h: tensor<F16>[R, C]
          in b: tensor<U8>[R, C]
          in l: tensor<I64>[R, C]
          inout y: tensor<F16>[R, C]
          in s: double
          symbols R, C
      """;

  private static void rewrites(String before, String after) {
    assertRewrites(PASS, TENSORS + before.indent(2), TENSORS + after.indent(2));
  }

  @Test
  void halvesAreComputedInFloat() {
    rewrites(
        """
        %t: F16[R, C] = load h[0, 0] shape(R, C)
        %e: F16[R, C] = exp(%t)
        %p: F16[R, C] = %e * F16(0.1)
        %q: F16[R, C] = %p + F16(s)
        %f: F16[R, C] = fma(%q, %t, %p)
        store %f -> y[0, 0]
        """,
        """
        %t: F16[R, C] = load h[0, 0] shape(R, C)
        %e: F16[R, C] = cast(exp(cast(%t, F32)), F16)
        %p: F16[R, C] = cast(cast(%e, F32) * F32(0.099975586f), F16)
        %q: F16[R, C] = cast(cast(%p, F32) + cast(F16(s), F32), F16)
        %f: F16[R, C] = cast(fma(cast(%q, F32), cast(%t, F32), cast(%p, F32)), F16)
        store %f -> y[0, 0]
        """);
  }

  @Test
  void whatMovesStays() {
    assertKeeps(
        PASS,
        TENSORS
            + """
            %t: F16[R, C] = load h[0, 0] shape(R, C)
            %u: F16[C, R] = whole transpose(%t)[]: F16[C, R]
            %v: F16[R, C] = whole transpose(%u)[]: F16[R, C]
            %w: F32[R, C] = cast(%v, F32)
            %m: BOOL[R, C] = %w < F32(0.0)
            %x: F16[R, C] = select(%m, %t, %v)
            store %x -> y[0, 0]
            """
                .indent(2));
  }

  @Test
  void reductionsAndPlacesStandAlone() {
    rewrites(
        """
        %t: F16[R, C] = load h[0, 0] shape(R, C)
        %m: F16[R, 1] = reduce add %t over columns
        %i: I32[R, 1] = whole row_arg_max(%t)[]: I32[R, 1]
        %c: BOOL[R, 1] = %m <= F16(2)
        store %m -> y[0, 0]
        """,
        """
        %t: F16[R, C] = load h[0, 0] shape(R, C)
        %folded: F32[R, 1] = reduce add cast(%t, F32) over columns
        %m: F16[R, 1] = cast(%folded, F16)
        %wide: F32[R, C] = cast(%t, F32)
        %i: I32[R, 1] = whole row_arg_max(%wide)[]: I32[R, 1]
        %c: BOOL[R, 1] = cast(%m, F32) <= F32(2.0f)
        store %m -> y[0, 0]
        """);
  }

  @Test
  void shiftsHaveTheWidthOfTheType() {
    rewrites(
        """
        %t: U8[R, C] = load b[0, 0] shape(R, C)
        %a: U8[R, C] = shl(%t, %t)
        %b: U8[R, C] = ushr(%a, U8(9))
        """,
        """
        %t: U8[R, C] = load b[0, 0] shape(R, C)
        %a: U8[R, C] = cast(shl(cast(%t, I32), and(cast(%t, I32), I32(7))), U8)
        %b: U8[R, C] = cast(ushr(and(cast(%a, I32), I32(255)), I32(1)), U8)
        """);
  }

  @Test
  void conversionsAreChains() {
    rewrites(
        """
        %t: U8[R, C] = load b[0, 0] shape(R, C)
        %a: BF16[R, C] = cast(%t, BF16)
        %b: I8[R, C] = cast(%a, I8)
        %c: I16[R, C] = cast(%b, I16)
        %d: BOOL[R, C] = cast(%c, BOOL)
        %e: F16[R, C] = cast(%d, F16)
        %l: I64[R, C] = load l[0, 0] shape(R, C)
        %f: BF16[R, C] = cast(%l, BF16)
        %g: U8[R, C] = cast(%l, U8)
        """,
        """
        %t: U8[R, C] = load b[0, 0] shape(R, C)
        %a: BF16[R, C] = cast(cast(cast(%t, I32), F64), BF16)
        %b: I8[R, C] = cast(max(min(cast(cast(%a, F32), I32), I32(127)), I32(-128)), I8)
        %c: I16[R, C] = cast(cast(%b, I32), I16)
        %d: BOOL[R, C] = cast(cast(%c, I32), BOOL)
        %e: F16[R, C] = cast(cast(%d, F32), F16)
        %l: I64[R, C] = load l[0, 0] shape(R, C)
        %f: BF16[R, C] = cast(%l, BF16)
        %g: U8[R, C] = cast(cast(%l, I32), U8)
        """);
  }
}
