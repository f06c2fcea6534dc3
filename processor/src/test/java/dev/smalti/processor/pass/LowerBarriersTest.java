package dev.smalti.processor.pass;

import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.processor.pass.IrText.assertKeeps;
import static dev.smalti.processor.pass.IrText.assertRewrites;

import dev.smalti.processor.ir.Function;
import org.junit.jupiter.api.Test;

final class LowerBarriersTest {
  private static final Pass PASS = new LowerBarriers();

  @Test
  void barrierBecomesCredits() {
    assertRewrites(
        PASS,
        """
        incore p.K.k
            in s: signal[ranks, 1]
            symbols ranks
          barrier s
        """,
        """
        incore p.K.k
            in s: signal[ranks, 1]
            symbols ranks
          if extent(ranks) > 16
            choose "CENTRAL"
            if rank(s) == 0
              await s[0, 0] >= extent(ranks) - 1
              notify s[0, 0] of 0 add 1 - extent(ranks)
              for peer in 1..ranks
                notify s[0, 0] of peer add 1
            else
              notify s[0, 0] of 0 add 1
              await s[0, 0] >= 1
              notify s[0, 0] of rank(s) add -1
          else
            choose "MESH"
            me: int = rank(s)
            for peer2 in 0..ranks
              if peer2 != me
                notify s[me, 0] of peer2 add 1
            for peer3 in 0..ranks
              if peer3 != me
                await s[peer3, 0] >= 1
            for peer4 in 0..ranks
              if peer4 != me
                notify s[peer4, 0] of me add -1
        """);
  }

  @Test
  void eachBarrierHasNamesOfItsOwnAndThePlaceOfTheSource() {
    Function lowered =
        PASS.apply(
            IrText.parse(
                """
                incore p.K.k
                    in s: signal[ranks]
                    in me: int
                    symbols ranks
                  barrier s  @ K.java:7:3
                  barrier s  @ K.java:9:3
                """));
    assertThat(IrText.print(lowered)).contains("me2: int = rank(s)");
    assertThat(IrText.print(lowered)).contains("me3: int = rank(s)");
    assertThat(IrText.print(lowered)).contains("notify s[me2] of peer2 add 1");
    assertThat(lowered.body().statements().stream().map(s -> s.origin().line()))
        .containsExactly(7, 9)
        .inOrder();
  }

  @Test
  void worldSizeBecomesASymbol() {
    Function lowered =
        PASS.apply(
            IrText.parse(
                """
                incore p.K.k
                    in s: signal[4, 1]
                  barrier s
                """));
    assertThat(lowered.symbols()).containsExactly("ranks");
  }

  @Test
  void barrierOfAProgramIsADispatchAndStays() {
    assertKeeps(
        PASS,
        """
        host p.K.k
            in s: signal[ranks, 1]
            symbols ranks
          barrier s
        """);
  }
}
