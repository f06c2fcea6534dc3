package dev.smalti.processor.pass;

import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.processor.pass.IrText.assertKeeps;
import static dev.smalti.processor.pass.IrText.assertRewrites;

import dev.smalti.processor.ir.Function;
import org.junit.jupiter.api.Test;

final class FuseRowsTest {
  private static final Pass PASS = new FuseRows();

  private static final String TENSORS =
      """
      incore p.K.k
          in x: tensor<F32>[R, C]
          inout y: tensor<F32>[R, C]
          in g: tensor<F32>[1, C]
          inout w: window<F32>[R, C]
          in s: signal[ranks, 1]
          symbols R, C, ranks
      """;

  @Test
  void softmaxRunsRowByRow() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %t: F32[R, C] = load x[0, 0] shape(R, C)
              %max: F32[R, 1] = reduce max %t over columns
              %d: F32[R, C] = %t - %max
              %e: F32[R, C] = exp(%d)
              %sum: F32[R, 1] = reduce add %e over columns
              %q: F32[R, C] = %e / %sum
              store %q -> y[0, 0]
            """,
        TENSORS
            + """
              for r in 0..R
                %t: F32[1, C] = load x[r, 0] shape(1, C)
                %max: F32[1, 1] = reduce max %t over columns
                %d: F32[1, C] = %t - %max
                %e: F32[1, C] = exp(%d)
                %sum: F32[1, 1] = reduce add %e over columns
                %q: F32[1, C] = %e / %sum
                store %q -> y[r, 0]
            """);
  }

  @Test
  void causalMaskRunsRowByRow() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %t: F32[R, C] = load x[0, 0] shape(R, C)
              %c: I32[1, C] = whole iota()[0]: I32[1, C]
              %d: I32[R, 1] = whole iota()[3]: I32[R, 1]
              %m: BOOL[R, C] = %c <= %d
              %s: F32[R, C] = select(%m, %t, F32(0.0))
              store %s -> y[0, 0]
            """,
        TENSORS
            + """
              %c: I32[1, C] = whole iota()[0]: I32[1, C]
              for r in 0..R
                %t: F32[1, C] = load x[r, 0] shape(1, C)
                %d: I32[1, 1] = whole iota()[3 + r]: I32[1, 1]
                %m: BOOL[1, C] = %c <= %d
                %s: F32[1, C] = select(%m, %t, F32(0.0))
                store %s -> y[r, 0]
            """);
  }

  @Test
  void functionsOfRowsRunRowByRow() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %t: F32[R, C] = load x[0, 0] shape(R, C)
              %k: I32[R, C] = whole iota()[2]: I32[R, C]
              %p: I32[R, 1] = whole row_arg_max(%t): I32[R, 1]
              %q: I32[R, C] = %k - %p
              %f: F32[R, C] = cast(%q, F32)
              store %f -> y[0, 0]
            """,
        TENSORS
            + """
              for r in 0..R
                %t: F32[1, C] = load x[r, 0] shape(1, C)
                %k: I32[1, C] = whole iota()[2 + r * C]: I32[1, C]
                %p: I32[1, 1] = whole row_arg_max(%t): I32[1, 1]
                %q: I32[1, C] = %k - %p
                %f: F32[1, C] = cast(%q, F32)
                store %f -> y[r, 0]
            """);
  }

  @Test
  void gathersAndPadsRunRowByRow() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %h: F32[R, 2 * C] valid [R, C] = load x[0, 0] shape(R, 2 * C) valid(R, C)
              %t: F32[R, 2 * C] = whole pad(%h)[0.5]: F32[R, 2 * C]
              %k: I32[R, C] = whole row_arg_top(%t): I32[R, C]
              %g: F32[R, C] = whole gather(%t, %k)[0]: F32[R, C]
              store %g -> y[0, 0]
            """,
        TENSORS
            + """
              for r in 0..R
                %h: F32[1, 2 * C] valid [1, C] = load x[r, 0] shape(1, 2 * C) valid(1, C)
                %t: F32[1, 2 * C] = whole pad(%h)[0.5]: F32[1, 2 * C]
                %k: I32[1, C] = whole row_arg_top(%t): I32[1, C]
                %g: F32[1, C] = whole gather(%t, %k)[r]: F32[1, C]
                store %g -> y[r, 0]
            """);
  }

  @Test
  void functionsThatMixRowsDoNot() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %t: F32[R, C] = load x[0, 0] shape(R, C)
              %u: F32[R, C] = neg(%t)
              %p: F32[1 + R, C] = whole pad(%u)[0.5]: F32[1 + R, C]
              %s: F32[R, C] = whole slice(%p)[1, 0]: F32[R, C]
              %b: I32[R, C] = whole random()[1, 2]: I32[R, C]
              %c: F32[R, C] = cast(%b, F32)
              store %s -> y[0, 0]
            """);
  }

  @Test
  void rowOfWeightsMovesInFront() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %t: F32[R, C] = load x[0, 0] shape(R, C)
              %g: F32[1, C] = load g[0, 0] shape(1, C)
              scale: double = 2.0 / C
              %a: F32[R, C] = %t * %g
              %b: F32[R, C] = %a * F32(scale)
              store %b -> y[0, 0]
            """
                .replace("/ C", "/ (double) C"),
        TENSORS
            + """
              %g: F32[1, C] = load g[0, 0] shape(1, C)
              scale: double = 2.0 / (double) C
              for r in 0..R
                %t: F32[1, C] = load x[r, 0] shape(1, C)
                %a: F32[1, C] = %t * %g
                %b: F32[1, C] = %a * F32(scale)
                store %b -> y[r, 0]
            """);
  }

  @Test
  void rowOfMemoryThatOneStatementReadsIsLoadedInTheLoop() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %t: F32[R, C] = load x[0, 0] shape(R, C)
              %row: F32[1, C] = load g[0, 0] shape(1, C)
              %a: F32[R, C] = %t * %row
              store %a -> y[0, 0]
            """,
        TENSORS
            + """
              for r in 0..R
                %t: F32[1, C] = load x[r, 0] shape(1, C)
                %row: F32[1, C] = load g[0, 0] shape(1, C)
                %a: F32[1, C] = %t * %row
                store %a -> y[r, 0]
            """);
  }

  @Test
  void rowOfMemoryThatTwoStatementsReadMovesInFront() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %t: F32[R, C] = load x[0, 0] shape(R, C)
              %row: F32[1, C] = load g[0, 0] shape(1, C)
              %a: F32[R, C] = %t * %row
              %b: F32[R, C] = %a + %row
              store %b -> y[0, 0]
            """,
        TENSORS
            + """
              %row: F32[1, C] = load g[0, 0] shape(1, C)
              for r in 0..R
                %t: F32[1, C] = load x[r, 0] shape(1, C)
                %a: F32[1, C] = %t * %row
                %b: F32[1, C] = %a + %row
                store %b -> y[r, 0]
            """);
  }

  @Test
  void rowOfMemoryThatTheLoopWritesMovesInFront() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %t: F32[R, C] = load x[0, 0] shape(R, C)
              %row: F32[1, C] = load y[0, 0] shape(1, C)
              %a: F32[R, C] = %t * %row
              store %a -> y[0, 0]
            """,
        TENSORS
            + """
              %row: F32[1, C] = load y[0, 0] shape(1, C)
              for r in 0..R
                %t: F32[1, C] = load x[r, 0] shape(1, C)
                %a: F32[1, C] = %t * %row
                store %a -> y[r, 0]
            """);
  }

  @Test
  void rowOfANarrowTypeMovesInFront() {
    assertRewrites(
        PASS,
        TENSORS.replace("g: tensor<F32>", "g: tensor<F16>")
            + """
              %t: F32[R, C] = load x[0, 0] shape(R, C)
              %row: F16[1, C] = load g[0, 0] shape(1, C)
              %h: F32[1, C] = cast(%row, F32)
              %a: F32[R, C] = %t * %h
              store %a -> y[0, 0]
            """,
        TENSORS.replace("g: tensor<F32>", "g: tensor<F16>")
            + """
              %row: F16[1, C] = load g[0, 0] shape(1, C)
              %h: F32[1, C] = cast(%row, F32)
              for r in 0..R
                %t: F32[1, C] = load x[r, 0] shape(1, C)
                %a: F32[1, C] = %t * %h
                store %a -> y[r, 0]
            """);
  }

  @Test
  void whatReadsAStoredMemoryDoesNotMoveInFront() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %t: F32[R, C] = load x[0, 0] shape(R, C)
              store %t -> y[0, 0]
              %g: F32[1, C] = load y[0, 0] shape(1, C)
              %a: F32[R, C] = %t * %g
              store %a -> w[0, 0]
            """,
        TENSORS
            + """
              %t: F32[R, C] = load x[0, 0] shape(R, C)
              store %t -> y[0, 0]
              %g: F32[1, C] = load y[0, 0] shape(1, C)
              %a: F32[R, C] = %t * %g
              store %a -> w[0, 0]
            """);
  }

  @Test
  void updateInPlaceKeepsToItsRow() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %t: F32[R, C] = load y[0, 0] shape(R, C)
              %m: F32[R, 1] = reduce max %t over columns
              %d: F32[R, C] = %t - %m
              store %d -> y[0, 0]
            """,
        TENSORS
            + """
              for r in 0..R
                %t: F32[1, C] = load y[r, 0] shape(1, C)
                %m: F32[1, 1] = reduce max %t over columns
                %d: F32[1, C] = %t - %m
                store %d -> y[r, 0]
            """);
  }

  @Test
  void storeToLaterRowsOfTheSameMemoryEndsTheRun() {
    assertKeeps(
        PASS,
        """
        incore p.K.k
            inout y: tensor<F32>[R + 1, C]
            in x: tensor<F32>[R, C]
            symbols R, C
          %t: F32[R, C] = load y[0, 0] shape(R, C)
          store %t -> y[1, 0]
        """);
  }

  @Test
  void rowsOfDisjointHalvesAreIndependent() {
    assertRewrites(
        PASS,
        """
        incore p.K.k
            inout y: tensor<F32>[64, C]
            symbols C
          %t: F32[32, C] = load y[0, 0] shape(32, C)
          store %t -> y[32, 0]
        """,
        """
        incore p.K.k
            inout y: tensor<F32>[64, C]
            symbols C
          for r in 0..extent(32)
            %t: F32[1, C] = load y[r, 0] shape(1, C)
            store %t -> y[32 + r, 0]
        """);
  }

  @Test
  void tileThatLivesOnIsNoPartOfARun() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %t: F32[R, C] = load x[0, 0] shape(R, C)
              %e: F32[R, C] = exp(%t)
              store %e -> y[0, 0]
              %c: F32[1, C] = reduce add %t over rows
              store %c -> w[0, 0]
            """);
  }

  @Test
  void tileThatLivesOnStandsInFrontOfARunWithoutIt() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %t: F32[R, C] = load x[0, 0] shape(R, C)
              %u: F32[R, C] = load w[0, 0] shape(R, C)
              %e: F32[R, C] = exp(%t)
              store %e -> y[0, 0]
              %c: F32[1, C] = reduce add %u over rows
              store %c -> w[0, 0]
            """,
        TENSORS
            + """
              %u: F32[R, C] = load w[0, 0] shape(R, C)
              for r in 0..R
                %t: F32[1, C] = load x[r, 0] shape(1, C)
                %e: F32[1, C] = exp(%t)
                store %e -> y[r, 0]
              %c: F32[1, C] = reduce add %u over rows
              store %c -> w[0, 0]
            """);
  }

  @Test
  void communicationEndsTheRun() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %t: F32[R, C] = load x[0, 0] shape(R, C)
              store %t -> w[0, 0]
              notify s[0, 0] of 0 add 1
              await s[0, 0] >= 1
              %u: F32[R, C] = load w[0, 0] shape(R, C)
              store %u -> y[0, 0]
            """,
        TENSORS
            + """
              for r in 0..R
                %t: F32[1, C] = load x[r, 0] shape(1, C)
                store %t -> w[r, 0]
              notify s[0, 0] of 0 add 1
              await s[0, 0] >= 1
              for r2 in 0..R
                %u: F32[1, C] = load w[r2, 0] shape(1, C)
                store %u -> y[r2, 0]
            """);
  }

  @Test
  void tileAcrossCommunicationIsNoPartOfARun() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %t: F32[R, C] = load x[0, 0] shape(R, C)
              await s[0, 0] >= 1
              store %t -> y[0, 0]
            """);
  }

  @Test
  void remoteStoreIsNoPartOfARun() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %t: F32[R, C] = load x[0, 0] shape(R, C)
              %e: F32[R, C] = exp(%t)
              store %e -> w[0, 0] of 0
            """);
  }

  @Test
  void assignedTileIsNoPartOfARun() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %t: F32[R, C] = load x[0, 0] shape(R, C)
              for i in 0..3
                %t := exp(%t)
              store %t -> y[0, 0]
            """);
  }

  @Test
  void rowsThatMayBeNoneStayTogether() {
    assertKeeps(
        PASS,
        """
        incore p.K.k
            in x: tensor<F32>[R, C]
            out y: tensor<F32>[R, C]
            in m: int
            symbols R, C
          %t: F32[R, C] valid [m, C] = load x[0, 0] shape(R, C) valid(m, C)
          store %t -> y[0, 0]
        """);
  }

  @Test
  void lastBlockOfAStripIsNeverEmpty() {
    assertRewrites(
        PASS,
        """
        incore p.K.k
            in x: tensor<F32>[R, C]
            out y: tensor<F32>[R, C]
            symbols R, C
          for i in 0..R step 32
            %t: F32[32, C] valid [min(32, R - i), C] = load x[i, 0] shape(32, C) \
        valid(min(32, R - i), C)
            store %t -> y[i, 0]
        """,
        """
        incore p.K.k
            in x: tensor<F32>[R, C]
            out y: tensor<F32>[R, C]
            symbols R, C
          for i in 0..R step 32
            for r in 0..extent(min(32, R - i))
              %t: F32[1, C] = load x[i + r, 0] shape(1, C)
              store %t -> y[i + r, 0]
        """);
  }

  @Test
  void flattenedAxesAreTakenApart() {
    assertRewrites(
        PASS,
        """
        incore p.K.k
            in x: tensor<F32>[B, S, C]
            out y: tensor<F32>[B * S, C]
            symbols B, S, C
          %t: F32[B * S, C] = load x[0, 0, 0] shape(B, S, C)
          %m: F32[B * S, 1] = reduce max %t over columns
          %d: F32[B * S, C] = %t - %m
          store %d -> y[0, 0]
        """,
        """
        incore p.K.k
            in x: tensor<F32>[B, S, C]
            out y: tensor<F32>[B * S, C]
            symbols B, S, C
          for r in 0..extent(B * S)
            %t: F32[1, C] = load x[r / S, r % S, 0] shape(1, 1, C)
            %m: F32[1, 1] = reduce max %t over columns
            %d: F32[1, C] = %t - %m
            store %d -> y[r, 0]
        """);
  }

  @Test
  void singleColumnsAreNotWorthALoop() {
    assertKeeps(
        PASS,
        """
        incore p.K.k
            in x: tensor<F32>[R, 1]
            out y: tensor<F32>[R, 1]
            symbols R
          %t: F32[R, 1] = load x[0, 0] shape(R, 1)
          %e: F32[R, 1] = exp(%t)
          store %e -> y[0, 0]
        """);
  }

  @Test
  void loopStandsWhereItsFirstStatementStood() {
    Function fused =
        PASS.apply(
            IrText.parse(
                TENSORS
                    + """
                      %t: F32[R, C] = load x[0, 0] shape(R, C)  @ K.java:41:1
                      store %t -> y[0, 0]  @ K.java:42:1
                    """));
    assertThat(fused.body().statements().getFirst().origin().line()).isEqualTo(41);
  }
}
