package dev.smalti.processor.pass;

import static dev.smalti.processor.pass.IrText.assertKeeps;
import static dev.smalti.processor.pass.IrText.assertRewrites;

import org.junit.jupiter.api.Test;

final class StripMineTest {
  private static final Pass PASS = new StripMine();

  private static final String TENSORS =
      """
      incore p.K.k
          in x: tensor<F32>[R, C]
          inout y: tensor<F32>[R, C]
          in g: tensor<F32>[1, C]
          in h: tensor<F32>[C, C]
          in e: tensor<F32>[C, D]
          inout z: tensor<F32>[R, D]
          inout w: window<F32>[R, C]
          inout u: tensor<F32>[512, 1024]
          inout v: tensor<F32>[1, 100000]
          inout t: tensor<F32>[1, 65536]
          in s: signal[ranks, 1]
          symbols R, C, D, ranks
      """;

  @Test
  void loopThatCarriesRowsOfPeersRunsInStrips() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %sum: F32[R, C] = load w[0, 0] shape(R, C)
              for peer in 0..ranks
                if peer != rank(w)
                  %sum := fused { %sum + load w[0, 0] of peer shape(R, C) }
              store %sum -> y[0, 0]
            """,
        TENSORS
            + """
              rowsAtOnce: int = extent(max(1, 8192 / C))
              for r in 0..R step extent(rowsAtOnce)
                height: int = extent(min(-r + R, rowsAtOnce))
                for c in 0..C step 8192
                  width: int = extent(min(-c + C, 8192))
                  %sum: F32[height, width] = load w[r, c] shape(height, width)
                  for peer in 0..ranks
                    if peer != rank(w)
                      %sum := fused { %sum + load w[r, c] of peer shape(height, width) }
                  store %sum -> y[r, c]
            """);
  }

  @Test
  void stripsOfConstantSizeNeedNoNames() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %a: F32[512, 1024] = load u[0, 0] shape(512, 1024)
              %b: F32[512, 1] = reduce max %a over columns
              store fused { %a - %b } -> u[0, 0]
            """,
        TENSORS
            + """
              for r in 0..extent(512) step 8
                %a: F32[8, 1024] = load u[r, 0] shape(8, 1024)
                %b: F32[8, 1] = reduce max %a over columns
                store fused { %a - %b } -> u[r, 0]
            """);
  }

  @Test
  void whatFitsStaysAsItIs() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %a: F32[1, 65536] = load t[0, 0] shape(1, 65536)
              for i in 0..3
                %a := %a * %a
              store %a -> t[0, 0]
            """);
  }

  @Test
  void factorsOnTheRightAreWhole() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %a: F32[R, C] = load x[0, 0] shape(R, C)
              for i in 0..3
                %a := matmul(F32(0), %a, load h[0, 0] shape(C, C))
              store %a -> y[0, 0]
            """,
        TENSORS
            + """
              rowsAtOnce: int = extent(max(1, 32768 / C))
              for r in 0..R step extent(rowsAtOnce)
                height: int = extent(min(-r + R, rowsAtOnce))
                %a: F32[height, C] = load x[r, 0] shape(height, C)
                for i in 0..3
                  %a := matmul(F32(0), %a, load h[0, 0] shape(C, C))
                store %a -> y[r, 0]
            """);
  }

  @Test
  void stripsHaveRoomForTheWidestTile() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %a: F32[R, C] = load x[0, 0] shape(R, C)
              %b: F32[R, D] = matmul(F32(0), %a, load e[0, 0] shape(C, D))
              %c: F32[R, 1] = reduce max %b over columns
              store fused { %b - %c } -> z[0, 0]
              store %a -> y[0, 0]
            """,
        TENSORS
            + """
              rowsAtOnce: int = extent(max(1, 32768 / max(C, D)))
              for r in 0..R step extent(rowsAtOnce)
                height: int = extent(min(-r + R, rowsAtOnce))
                %a: F32[height, C] = load x[r, 0] shape(height, C)
                %b: F32[height, D] = matmul(F32(0), %a, load e[0, 0] shape(C, D))
                %c: F32[height, 1] = reduce max %b over columns
                store fused { %b - %c } -> z[r, 0]
                store %a -> y[r, 0]
            """);
  }

  @Test
  void widthsOfTilesInALoopAreBoundedInFrontOfIt() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %a: F32[R, 16] = load x[0, 0] shape(R, 16)
              for i in 0..C
                %b: F32[R, min(-i + C, D)] = load x[0, i] shape(R, min(-i + C, D))
                %c: F32[R, 1] = reduce max %b over columns
                %d: F32[R, 1] = reduce sum %b over columns
                %a := fused { %a * %c + %d }
              store %a -> y[0, 0]
            """,
        TENSORS
            + """
              rowsAtOnce: int = extent(max(1, 8192 / max(16, D)))
              for r in 0..R step extent(rowsAtOnce)
                height: int = extent(min(-r + R, rowsAtOnce))
                %a: F32[height, 16] = load x[r, 0] shape(height, 16)
                for i in 0..C
                  %b: F32[height, min(-i + C, D)] = load x[r, i] shape(height, min(-i + C, D))
                  %c: F32[height, 1] = reduce max %b over columns
                  %d: F32[height, 1] = reduce sum %b over columns
                  %a := fused { %a * %c + %d }
                store %a -> y[r, 0]
            """);
  }

  @Test
  void scalarsThatAreUsedBehindStandInFront() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %a: F32[1, 100000] = load v[0, 0] shape(1, 100000)
              n: int = 3
              for i in 0..n
                %a := %a * %a
              store %a -> v[0, 0]
              notify s[n, 0] of n add 1
            """,
        TENSORS
            + """
              n: int = 3
              for c in 0..extent(100000) step 8192
                width: int = extent(min(-c + 100000, 8192))
                %a: F32[1, width] = load v[0, c] shape(1, width)
                for i in 0..n
                  %a := %a * %a
                store %a -> v[0, c]
              notify s[n, 0] of n add 1
            """);
  }

  @Test
  void signalsAreNotRepeated() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %a: F32[R, C] = load x[0, 0] shape(R, C)
              notify s[0, 0] of 0 add 1
              store %a -> y[0, 0]
              store %a -> w[0, 0]
            """);
  }

  @Test
  void whatAnotherStripWritesIsNotRead() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %a: F32[1, 50000] = load v[0, 0] shape(1, 50000)
              %b: F32[1, 50000] = fused { exp(%a) }
              store %a -> v[0, 50]
              store fused { %b - %a } -> t[0, 0]
              %c: F32[1, 50000] = fused { %b + load v[0, 49] shape(1, 50000) }
              store %c -> t[0, 0]
              store fused { %c + %b } -> v[0, 1]
            """);
  }

  @Test
  void placesThatMoveWithALoopAreNotTheSame() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %a: F32[1, C] = load y[0, 0] shape(1, C)
              for i in 0..R
                store %a -> y[i, i]
                %a := fused { %a + load y[0, 0] shape(1, C) }
            """);
  }

  @Test
  void columnsThatAreFoldedStayTogether() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %a: F32[1, C] = load g[0, 0] shape(1, C)
              %b: F32[1, 1] = reduce add %a over columns
              store fused { %a - %b } -> y[0, 0]
            """);
  }

  @Test
  void sumsOfColumnsRunInStripsOfColumns() {
    assertRewrites(
        new StripMine(256),
        TENSORS
            + """
              %a: F32[4, C] = load x[0, 0] shape(4, C)
              %b: F32[1, C] = reduce add %a over rows
              store fused { %b + load g[0, 0] shape(1, C) } -> y[0, 0]
            """,
        TENSORS
            + """
              for c in 0..C step 64
                width: int = extent(min(-c + C, 64))
                %a: F32[4, width] = load x[0, c] shape(4, width)
                %b: F32[1, width] = reduce add %a over rows
                store fused { %b + load g[0, c] shape(1, width) } -> y[0, c]
            """);
  }

  @Test
  void wayOutKeepsTheTileWhole() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              for i in 0..3
                %a: F32[1, C] = load g[0, 0] shape(1, C)
                for j in 0..2
                  %a := %a * %a
                if i == 1
                  break
                store %a -> y[0, 0]
            """);
  }

  @Test
  void rowsThatAreGatheredComeFromTheWhole() {
    assertRewrites(
        PASS,
        """
        incore p.K.k
            in x: tensor<F32>[m, 64]
            in k: tensor<I32>[l, 1]
            inout y: tensor<F32>[l, 64]
            symbols l, m
          %k: I32[l, 1] = load k[0, 0] shape(l, 1)
          %g: F32[l, 64] = whole gather_rows(load x[0, 0] shape(m, 64), %k)[0]: F32[l, 64]
          store %g -> y[0, 0]
        """,
        """
        incore p.K.k
            in x: tensor<F32>[m, 64]
            in k: tensor<I32>[l, 1]
            inout y: tensor<F32>[l, 64]
            symbols l, m
          for r in 0..l step 128
            height: int = extent(min(-r + l, 128))
            %k: I32[height, 1] = load k[r, 0] shape(height, 1)
            %g: F32[height, 64] = whole gather_rows(load x[0, 0] shape(m, 64), %k)[r]: F32[height, 64]
            store %g -> y[r, 0]
        """);
  }

  @Test
  void rowsOfMemoryThatIsWrittenAreGatheredAtOnce() {
    assertKeeps(
        PASS,
        """
        incore p.K.k
            in k: tensor<I32>[l, 1]
            inout y: tensor<F32>[l, 64]
            symbols l
          %k: I32[l, 1] = load k[0, 0] shape(l, 1)
          %g: F32[l, 64] = whole gather_rows(load y[0, 0] shape(l, 64), %k)[0]: F32[l, 64]
          store %g -> y[0, 0]
        """);
  }

  @Test
  void smallTilesOfTheSameRowsAreMadeByStripToo() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %m: F32[512, 1] = reduce max load u[0, 0] shape(512, 1024) over columns
              %n: F32[512, 1] = exp(%m)
              %a: F32[512, 1024] = fused { load u[0, 0] shape(512, 1024) - %n }
              for i in 0..3
                %a := %a * %a
              store %a -> u[0, 0]
            """,
        TENSORS
            + """
              for r in 0..extent(512) step 8
                %m: F32[8, 1] = reduce max load u[r, 0] shape(8, 1024) over columns
                %n: F32[8, 1] = exp(%m)
                %a: F32[8, 1024] = fused { load u[r, 0] shape(8, 1024) - %n }
                for i in 0..3
                  %a := %a * %a
                store %a -> u[r, 0]
            """);
  }
}
