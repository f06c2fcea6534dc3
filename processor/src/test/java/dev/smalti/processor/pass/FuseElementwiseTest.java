package dev.smalti.processor.pass;

import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.processor.pass.IrText.assertKeeps;
import static dev.smalti.processor.pass.IrText.assertRewrites;

import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Span;
import dev.smalti.processor.ir.Stmt;
import org.junit.jupiter.api.Test;

final class FuseElementwiseTest {
  private static final Pass PASS = new FuseElementwise();

  private static final String TENSORS =
      """
      incore p.K.k
          in x: tensor<F32>[1, n]
          inout y: tensor<F32>[1, n]
          inout w: window<F32>[1, n]
          in s: signal[ranks, 1]
          symbols n, ranks
      """;

  @Test
  void chainBecomesOneTree() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              %b: F32[1, n] = exp(%a)
              %c: F32[1, n] = %b * F32(2)
              store %c -> y[0, 0]
            """,
        TENSORS
            + """
              store fused { exp(load x[0, 0] shape(1, n)) * F32(2) } -> y[0, 0]
            """);
  }

  @Test
  void mergedStatementNamesAllItsPlaces() {
    Function fused =
        PASS.apply(
            IrText.parse(
                TENSORS
                    + """
                      %a: F32[1, n] = load x[0, 0] shape(1, n)  @ K.java:13:5
                      %b: F32[1, n] = exp(%a)  @ K.java:14:7
                      store %b -> y[0, 0]  @ K.java:16:3
                    """));
    assertThat(fused.body().statements().getFirst().origin().spans())
        .containsExactly(
            new Span("K.java", 13, 5), new Span("K.java", 14, 7), new Span("K.java", 16, 3))
        .inOrder();
  }

  private static final String MATRICES =
      """
      incore p.K.k
          in a: tensor<F32>[n, n]
          in b: tensor<F32>[n, n]
          inout y: tensor<F32>[n, n]
          symbols n
      """;

  @Test
  void productReadsMemoryAndEndsInItsStore() {
    assertRewrites(
        PASS,
        MATRICES
            + """
              %s: F32[n, n] = load a[0, 0] shape(n, n)
              %t: F32[n, n] = load b[0, 0] shape(n, n)
              %p: F32[n, n] = matmul(F32(0), %s, %t)
              %c: F32[n, n] = load y[0, 0] shape(n, n)
              %r: F32[n, n] = %p + %c
              store %r -> y[0, 0]
            """,
        MATRICES
            + """
              store fused { matmul(F32(0), load a[0, 0] shape(n, n), load b[0, 0] shape(n, n)) \
            + load y[0, 0] shape(n, n) } -> y[0, 0]
            """);
  }

  @Test
  void factorIsConvertedAsItIsRead() {
    assertRewrites(
        PASS,
        MATRICES.replace("in a: tensor<F32>", "in a: tensor<F16>")
            + """
              %s: F16[n, n] = load a[0, 0] shape(n, n)
              %w: F32[n, n] = cast(%s, F32)
              %t: F32[n, n] = load b[0, 0] shape(n, n)
              %p: F32[n, n] = matmul(F32(0), %w, transposed %t)
              store %p -> y[0, 0]
            """,
        MATRICES.replace("in a: tensor<F32>", "in a: tensor<F16>")
            + """
              store fused { matmul(F32(0), cast(load a[0, 0] shape(n, n), F32), \
            transposed load b[0, 0] shape(n, n)) } -> y[0, 0]
            """);
  }

  @Test
  void factorThatTheStoreOverwritesIsHeld() {
    assertRewrites(
        PASS,
        MATRICES
            + """
              %s: F32[n, n] = load y[0, 0] shape(n, n)
              %t: F32[n, n] = load b[0, 0] shape(n, n)
              %p: F32[n, n] = matmul(%s, %s, %t)
              store %p -> y[0, 0]
            """,
        MATRICES
            + """
              %s: F32[n, n] = load y[0, 0] shape(n, n)
              store fused { matmul(%s, %s, load b[0, 0] shape(n, n)) } -> y[0, 0]
            """);
  }

  @Test
  void loadedFactorDoesNotMoveIntoTheStoreOverIt() {
    assertRewrites(
        PASS,
        MATRICES
            + """
              %s: F32[n, n] = load y[0, 0] shape(n, n)
              %t: F32[n, n] = load b[0, 0] shape(n, n)
              %p: F32[n, n] = matmul(F32(0), %s, %t)
              store %p -> y[0, 0]
            """,
        MATRICES
            + """
              %p: F32[n, n] = matmul(F32(0), load y[0, 0] shape(n, n), load b[0, 0] shape(n, n))
              store %p -> y[0, 0]
            """);
  }

  @Test
  void treeHasOneProductAndNoneInAFactorOrReduction() {
    assertRewrites(
        PASS,
        MATRICES
            + """
              %s: F32[n, n] = load a[0, 0] shape(n, n)
              %p: F32[n, n] = matmul(F32(0), %s, %s)
              %q: F32[n, n] = matmul(F32(0), %p, %s)
              %r: F32[n, n] = matmul(%q, %s, %s)
              %m: F32[n, 1] = reduce max %r over columns
              %u: F32[n, n] = matmul(F32(0), %s, %s)
              %v: F32[n, n] = matmul(F32(1), %s, %s)
              %w: F32[n, n] = %u + %v
              %x: F32[n, n] = %w + %m
              store %x -> y[0, 0]
            """,
        MATRICES
            + """
              %s: F32[n, n] = load a[0, 0] shape(n, n)
              %p: F32[n, n] = matmul(F32(0), %s, %s)
              %q: F32[n, n] = matmul(F32(0), %p, %s)
              %r: F32[n, n] = matmul(%q, %s, %s)
              %m: F32[n, 1] = reduce max %r over columns
              %v: F32[n, n] = matmul(F32(1), %s, %s)
              store fused { matmul(F32(0), %s, %s) + %v + %m } -> y[0, 0]
            """);
  }

  @Test
  void tileUsedByTwoStatementsStays() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              %m: F32[1, 1] = reduce max %a over columns
              %d: F32[1, n] = %a - %m
              %e: F32[1, n] = exp(%d)
              %z: F32[1, 1] = reduce add %e over columns
              %q: F32[1, n] = %e / %z
              store %q -> y[0, 0]
            """,
        TENSORS
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              %m: F32[1, 1] = reduce max %a over columns
              %e: F32[1, n] = fused { exp(%a - %m) }
              %z: F32[1, 1] = reduce add %e over columns
              store %e / %z -> y[0, 0]
            """);
  }

  @Test
  void reductionStaysAtTheRootAndTakesItsOperandIn() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              %b: F32[1, n] = abs(%a)
              %m: F32[1, 1] = reduce add %b over columns
              %q: F32[1, 1] = sqrt(%m)
              store %q -> y[0, 0]
            """,
        TENSORS
            + """
              %m: F32[1, 1] = fused { reduce add abs(load x[0, 0] shape(1, n)) over columns }
              store sqrt(%m) -> y[0, 0]
            """);
  }

  @Test
  void stretchedOperandIsComputedOnce() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              %f: F32[1, 1] = load x[0, 0] shape(1, 1)
              %r: F32[1, 1] = rsqrt(%f)
              %q: F32[1, n] = %a * %r
              store %q -> y[0, 0]
            """,
        TENSORS
            + """
              %r: F32[1, 1] = fused { rsqrt(load x[0, 0] shape(1, 1)) }
              store fused { load x[0, 0] shape(1, n) * %r } -> y[0, 0]
            """);
  }

  @Test
  void fillGoesToEveryUseAlsoStretchedAndInLoops() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %f: F32[1, 1] = fill(F32[1, 1], 3.0)
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              for i in 0..n
                %b: F32[1, n] = %a * %f
                store %b -> y[0, 0] add
            """,
        TENSORS
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              for i in 0..n
                store fused { %a * fill(F32[1, 1], 3.0) } -> y[0, 0] add
            """);
  }

  @Test
  void copyOfAVariableIsThatVariable() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              %b: F32[1, n] = %a
              %m: F32[1, 1] = reduce max %b over columns
              %c: F32[1, n] = %b - %m
              store %c -> y[0, 0]
            """,
        TENSORS
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              %m: F32[1, 1] = reduce max %a over columns
              store %a - %m -> y[0, 0]
            """);
  }

  @Test
  void copyOfAnAssignedVariableKeepsTheValueOfThen() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              %b: F32[1, n] = %a
              for i in 0..n
                %a := exp(%a)
              store %b -> y[0, 0]
              store %a -> w[0, 0]
            """);
  }

  @Test
  void loadDoesNotPassAStoreToTheSameMemory() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %a: F32[1, n] = load y[0, 0] shape(1, n)
              %b: F32[1, n] = load x[0, 0] shape(1, n)
              store %b -> y[0, 0]
              store %a -> w[0, 0]
            """,
        TENSORS
            + """
              %a: F32[1, n] = load y[0, 0] shape(1, n)
              store load x[0, 0] shape(1, n) -> y[0, 0]
              store %a -> w[0, 0]
            """);
  }

  @Test
  void loadPassesAStoreToOtherColumns() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %a: F32[1, 4] = load y[0, 4] shape(1, 4)
              %b: F32[1, 4] = load x[0, 0] shape(1, 4)
              store %b -> y[0, 0]
              store %a -> w[0, 0]
            """,
        TENSORS
            + """
              store load x[0, 0] shape(1, 4) -> y[0, 0]
              store load y[0, 4] shape(1, 4) -> w[0, 0]
            """);
  }

  @Test
  void loadDoesNotPassAStoreThroughAView() {
    assertRewrites(
        PASS,
        """
        incore p.K.k
            inout y: tensor<F32>[4, n]
            in x: tensor<F32>[1, n]
            out z: tensor<F32>[1, n]
            in i: int
            symbols n
          first: tensor<F32>[n] = view y[0, 0] shape(1, n) drop 1
          other: tensor<F32>[n] = view y[i, 0] shape(1, n) drop 1
          %a: F32[1, n] = load first[0] shape(n)
          %b: F32[1, n] = load x[0, 0] shape(1, n)
          store %b -> other[0]
          store %a -> z[0, 0]
        """,
        """
        incore p.K.k
            inout y: tensor<F32>[4, n]
            in x: tensor<F32>[1, n]
            out z: tensor<F32>[1, n]
            in i: int
            symbols n
          first: tensor<F32>[n] = view y[0, 0] shape(1, n) drop 1
          other: tensor<F32>[n] = view y[i, 0] shape(1, n) drop 1
          %a: F32[1, n] = load first[0] shape(n)
          store load x[0, 0] shape(1, n) -> other[0]
          store %a -> z[0, 0]
        """);
  }

  @Test
  void loadPassesAStoreThroughAViewOfAnotherRow() {
    assertRewrites(
        PASS,
        """
        incore p.K.k
            inout y: tensor<F32>[4, n]
            in x: tensor<F32>[1, n]
            out z: tensor<F32>[1, n]
            in i: int
            symbols n
          first: tensor<F32>[n] = view y[i, 0] shape(1, n) drop 1
          other: tensor<F32>[n] = view y[i + 1, 0] shape(1, n) drop 1
          %a: F32[1, n] = load first[0] shape(n)
          %b: F32[1, n] = load x[0, 0] shape(1, n)
          store %b -> other[0]
          store %a -> z[0, 0]
        """,
        """
        incore p.K.k
            inout y: tensor<F32>[4, n]
            in x: tensor<F32>[1, n]
            out z: tensor<F32>[1, n]
            in i: int
            symbols n
          first: tensor<F32>[n] = view y[i, 0] shape(1, n) drop 1
          other: tensor<F32>[n] = view y[i + 1, 0] shape(1, n) drop 1
          store load x[0, 0] shape(1, n) -> other[0]
          store load first[0] shape(n) -> z[0, 0]
        """);
  }

  @Test
  void storeInABranchIsAStore() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %a: F32[1, n] = load y[0, 0] shape(1, n)
              if rank(s) == 0
                write 1.0 -> y[0, 0]
              store %a -> w[0, 0]
            """);
  }

  @Test
  void loadDoesNotPassCommunication() {
    for (String step :
        new String[] {
          "notify s[0, 0] of 0 add 1", "await s[0, 0] >= 1", "store F32(1) -> w[0, 0] of 0"
        }) {
      assertKeeps(
          PASS,
          TENSORS
              + """
                %%a: F32[1, n] = load w[0, 0] shape(1, n)
                %s
                store %%a -> y[0, 0]
              """
                  .formatted(step));
    }
  }

  @Test
  void loadOfATensorDoesNotPassCommunicationEither() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              await s[0, 0] >= 1
              store %a -> y[0, 0]
            """);
  }

  @Test
  void arithmeticOnTilesPassesCommunication() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              %b: F32[1, n] = exp(%a)
              await s[0, 0] >= 1
              %c: F32[1, n] = %b * %b
              %d: F32[1, n] = %c + %a
              store %d -> y[0, 0]
            """,
        TENSORS
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              await s[0, 0] >= 1
              store fused { exp(%a) * exp(%a) + %a } -> y[0, 0]
            """);
  }

  @Test
  void whatOneStatementUsesSeveralTimesIsPutThereSeveralTimes() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              %b: F32[1, n] = exp(%a)
              %c: F32[1, n] = %b * %b
              %d: F32[1, n] = %b / %c
              store %d -> y[0, 0]
            """,
        TENSORS
            + """
              store fused { exp(load x[0, 0] shape(1, n)) / (exp(load x[0, 0] shape(1, n)) * exp(load x[0, 0] shape(1, n))) } -> y[0, 0]
            """);
  }

  /** Each step doubles the tree: it is cut before it becomes too large for anything. */
  @Test
  void whatDoublesWithEachStepIsCut() {
    String chain = TENSORS + "  %x0: F32[1, n] = load x[0, 0] shape(1, n)\n";
    for (int i = 0; i < 30; i++) {
      chain += "  %%x%d: F32[1, n] = %%x%d * %%x%d\n".formatted(i + 1, i, i);
    }
    Function before = IrText.parse(chain + "  store %x30 -> y[0, 0]\n");
    Function after = PASS.apply(before);
    assertThat(after.body().statements().size()).isGreaterThan(3);
    assertThat(after.body().statements().size()).isLessThan(10);
    for (Stmt stmt : after.body().statements()) {
      assertThat(TileTrees.size(Consumer.tile(stmt).orElseThrow()))
          .isAtMost(FuseElementwise.MAX_SIZE);
    }
  }

  @Test
  void remoteLoadJoinsTheSumThatFollows() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %sum: F32[1, n] = load w[0, 0] shape(1, n)
              for p in 0..ranks
                %a: F32[1, n] = load w[0, 0] of p shape(1, n)
                %sum := %sum + %a
              store %sum -> y[0, 0]
            """,
        TENSORS
            + """
              %sum: F32[1, n] = load w[0, 0] shape(1, n)
              for p in 0..ranks
                %sum := fused { %sum + load w[0, 0] of p shape(1, n) }
              store %sum -> y[0, 0]
            """);
  }

  @Test
  void remoteLoadsKeepTheirOrder() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %a: F32[1, n] = load w[0, 0] of 0 shape(1, n)
              %b: F32[1, n] = load w[0, 0] of 1 shape(1, n)
              %c: F32[1, n] = %b - %a
              store %c -> y[0, 0]
            """,
        TENSORS
            + """
              %a: F32[1, n] = load w[0, 0] of 0 shape(1, n)
              store fused { load w[0, 0] of 1 shape(1, n) - %a } -> y[0, 0]
            """);
    assertRewrites(
        PASS,
        TENSORS
            + """
              %a: F32[1, n] = load w[0, 0] of 0 shape(1, n)
              %b: F32[1, n] = load w[0, 0] of 1 shape(1, n)
              %c: F32[1, n] = %a - %b
              store %c -> y[0, 0]
            """,
        TENSORS
            + """
              store fused { load w[0, 0] of 0 shape(1, n) - load w[0, 0] of 1 shape(1, n) } -> y[0, 0]
            """);
  }

  @Test
  void definitionDoesNotMoveIntoALoopOrBranch() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              for i in 0..n
                store %a -> y[0, 0] add
              %b: F32[1, n] = load x[0, 0] shape(1, n)
              if rank(s) == 0
                store %b -> y[0, 0]
            """);
  }

  @Test
  void reassignedScalarKeepsTheValueOfThen() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              k: int = 1
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              %m: F32[1, 1] = reduce max %a over columns
              %b: F32[1, n] = %a * F32(k)
              k := 2
              store %b -> y[0, 0]
              store %m -> w[0, k]
            """);
  }

  @Test
  void reassignedTileKeepsTheValueOfThen() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %acc: F32[1, n] = load x[0, 0] shape(1, n)
              for i in 0..n
                %b: F32[1, n] = exp(%acc)
                %acc := neg(%acc)
                store %b -> y[0, 0]
            """);
  }

  @Test
  void whatMayFailDoesNotPassAWayOut() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              for i in 0..n
                %a: F32[1, 4] = load x[0, i] shape(1, 4)
                if i > 3
                  break
                store %a -> y[0, 0]
            """);
  }

  @Test
  void elementWiseUpdateInPlaceIsFused() {
    assertRewrites(
        PASS,
        TENSORS
            + """
              %a: F32[1, n] = load y[0, 0] shape(1, n)
              %b: F32[1, n] = exp(%a)
              store %b -> y[0, 0]
            """,
        TENSORS
            + """
              store fused { exp(load y[0, 0] shape(1, n)) } -> y[0, 0]
            """);
  }

  @Test
  void shiftedUpdateInPlaceIsNot() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %a: F32[1, 8] = load y[0, 0] shape(1, 8)
              store %a -> y[0, 1]
            """);
  }

  @Test
  void updateInPlaceByAnUnknownDistanceIsNot() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              d: int = (int) x[0, 0]
              %a: F32[1, 8] = load y[0, 0] shape(1, 8)
              store %a -> y[0, d]
            """);
  }

  @Test
  void putOfTheOwnWindowElsewhereIsNot() {
    assertKeeps(
        PASS,
        TENSORS
            + """
              %a: F32[1, 8] = load w[0, 0] shape(1, 8)
              store %a -> w[0, 1] of rank(w)
            """);
  }

  @Test
  void treesDoNotGrowWithoutBound() {
    StringBuilder text = new StringBuilder(TENSORS);
    text.append("  %a0: F32[1, n] = load x[0, 0] shape(1, n)\n");
    for (int i = 1; i <= 200; i++) {
      text.append("  %a").append(i).append(": F32[1, n] = exp(%a").append(i - 1).append(")\n");
    }
    text.append("  store %a200 -> y[0, 0]\n");
    int statements = PASS.apply(IrText.parse(text.toString())).body().statements().size();
    assertThat(statements).isAtLeast(200 * 12 / FuseElementwise.MAX_WEIGHT);
    assertThat(statements).isAtMost(200 * 12 / FuseElementwise.MAX_WEIGHT + 4);
  }

  @Test
  void whatIsGatheredIsReadWhereItIs() {
    assertRewrites(
        PASS,
        """
        incore p.K.k
            in x: tensor<F32>[m, n]
            in k: tensor<I32>[l, 1]
            inout y: tensor<F32>[l, n]
            symbols l, m, n
          %a: F32[m, n] = load x[0, 0] shape(m, n)
          %k: I32[l, 1] = load k[0, 0] shape(l, 1)
          %g: F32[l, n] = whole gather_rows(%a, %k)[0]: F32[l, n]
          store %g -> y[0, 0]
        """,
        """
        incore p.K.k
            in x: tensor<F32>[m, n]
            in k: tensor<I32>[l, 1]
            inout y: tensor<F32>[l, n]
            symbols l, m, n
          %k: I32[l, 1] = load k[0, 0] shape(l, 1)
          %g: F32[l, n] = whole gather_rows(load x[0, 0] shape(m, n), %k)[0]: F32[l, n]
          store %g -> y[0, 0]
        """);
  }

  @Test
  void anIndexIsKept() {
    assertKeeps(
        PASS,
        """
        incore p.K.k
            in k: tensor<I32>[m, 1]
            inout y: tensor<I32>[m, 1]
            symbols m
          %k: I32[m, 1] = load k[0, 0] shape(m, 1)
          %g: I32[m, 1] = whole gather_rows(%k, %k)[0]: I32[m, 1]
          store %g -> y[0, 0]
        """);
  }

  @Test
  void whatIsGatheredStaysBeforeAStoreToIt() {
    assertKeeps(
        PASS,
        """
        incore p.K.k
            inout y: tensor<F32>[m, n]
            in k: tensor<I32>[m, 1]
            symbols m, n
          %k: I32[m, 1] = load k[0, 0] shape(m, 1)
          %a: F32[m, n] = load y[0, 0] shape(m, n)
          store F32(0) -> y[0, 0]
          %g: F32[m, n] = whole gather_rows(%a, %k)[0]: F32[m, n]
          store %g -> y[0, 0]
        """);
  }
}
