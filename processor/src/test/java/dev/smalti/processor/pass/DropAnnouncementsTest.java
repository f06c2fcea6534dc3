package dev.smalti.processor.pass;

import static dev.smalti.processor.pass.IrText.assertKeeps;
import static dev.smalti.processor.pass.IrText.assertRewrites;

import org.junit.jupiter.api.Test;

final class DropAnnouncementsTest {
  private static final Pass PASS = new DropAnnouncements();

  @Test
  void whatIsSaidIsLeftOut() {
    assertRewrites(
        PASS,
        """
        incore p.K.k
            inout w: window<F32>[8]
            in s: signal[ranks]
            in root: int
            symbols ranks
          join "reduce" "SUM" "AUTO" (s) on (w) root root
          if root > 1
            choose "TREE"
            await s[0] >= 1
          complete
        """,
        """
        incore p.K.k
            inout w: window<F32>[8]
            in s: signal[ranks]
            in root: int
            symbols ranks
          if root > 1
            await s[0] >= 1
        """);
  }

  @Test
  void dispatchesKeepTheirCall() {
    assertRewrites(
        PASS,
        """
        host p.K.k
            in world: world
            symbols ranks
          s: signal[ranks] = new signal[ranks]
          foreachrank r
            join "barrier" "" "AUTO" (s)
            call p.K.b(s)
            complete
        """,
        """
        host p.K.k
            in world: world
            symbols ranks
          s: signal[ranks] = new signal[ranks]
          foreachrank r
            call p.K.b(s)
        """);
  }

  @Test
  void everythingElseStays() {
    assertKeeps(
        PASS,
        """
        incore p.K.k
            in s: signal[ranks]
            symbols ranks
          barrier s
        """);
  }
}
