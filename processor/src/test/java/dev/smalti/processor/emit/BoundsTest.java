package dev.smalti.processor.emit;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Parser;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Variable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What needs no check at run time, and what does. */
final class BoundsTest {
  private static final Dim N = Dim.named("n");
  private static final Dim RANKS = Dim.named("ranks");

  private static Bounds bounds(String... body) {
    String text =
        """
        smalti ir 1

        incore app.X.run  @ X.java:1:1
            in x: tensor<F32>[n, m]  @ X.java:1:1
            in w: window<F32>[ranks, n]  @ X.java:1:1
            in k: int  @ X.java:1:1
            symbols n, m, ranks
        """
            + String.join("\n", body)
            + "\n";
    Function function = Parser.parse(text).functions().getFirst();
    Bounds bounds = new Bounds(function);
    learn(bounds, function.body().statements());
    return bounds;
  }

  private static void learn(Bounds bounds, List<Stmt> statements) {
    for (Stmt stmt : statements) {
      switch (stmt) {
        case Stmt.Let let when let.value() instanceof Scalar scalar ->
            bounds.define(let.variable(), scalar);
        case Stmt.For loop -> {
          bounds.enter(loop);
          learn(bounds, loop.body().statements());
        }
        default -> {}
      }
    }
  }

  private static Scalar read(String name) {
    return new Scalar.Read(new Variable(name, ScalarType.INT));
  }

  @Test
  void wholeTensorIsInside() {
    assertThat(bounds().isInside(Scalar.Constant.of(0), N, N)).isTrue();
  }

  @Test
  void aParameterMayBeAnything() {
    assertThat(bounds().isInside(read("k"), Dim.ONE, N)).isFalse();
  }

  @Test
  void countersStayBelowTheirEnd() {
    Bounds bounds = bounds("  for i in 0..n  @ X.java:2:1", "    j: int = i * 2  @ X.java:3:1");
    assertThat(bounds.isInside(read("i"), Dim.ONE, N)).isTrue();
    assertThat(bounds.isInside(read("i"), Dim.of(2), N)).isFalse();
    assertThat(bounds.isInside(read("j"), Dim.of(2), N.times(Dim.of(2)))).isTrue();
    assertThat(bounds.isInside(read("j"), Dim.of(2), N)).isFalse();
  }

  @Test
  void theRankIsARankAndItsPartIsInside() {
    Bounds bounds =
        bounds(
            "  me: int = rank(w)  @ X.java:2:1", "  part: int = extent(n / ranks)  @ X.java:3:1");
    assertThat(bounds.isInside(read("me"), Dim.ONE, RANKS)).isTrue();
    Scalar at = new Scalar.Binary(BinaryScalar.MULTIPLY, read("me"), read("part"));
    assertThat(bounds.isInside(at, N.dividedBy(RANKS), N)).isTrue();
    assertThat(bounds.isInside(at, N.dividedBy(RANKS).plus(Dim.ONE), N)).isFalse();
  }

  @Test
  void aRemainderIsBelowItsDivisor() {
    Bounds bounds =
        bounds(
            "  me: int = rank(w)  @ X.java:2:1",
            "  next: int = (me + 1) % ranks  @ X.java:3:1",
            "  before: int = (me - 1) % ranks  @ X.java:4:1");
    assertThat(bounds.isInside(read("next"), Dim.ONE, RANKS)).isTrue();
    assertThat(bounds.isInside(read("before"), Dim.ONE, RANKS)).isFalse();
  }

  @Test
  void whatIsCutOffAtTheEndIsInside() {
    Bounds bounds = bounds("  for i in 0..n  @ X.java:2:1");
    Dim cut = Dim.of(32).min(N.minus(Dim.named("i")));
    assertThat(bounds.isInside(read("i"), cut, N)).isTrue();
    assertThat(bounds.isNonNegative(cut)).isTrue();
    assertThat(bounds.isInside(read("i"), Dim.of(32).max(N), N)).isFalse();
  }

  @Test
  void aVariableThatIsAssignedAgainIsUnknown() {
    Bounds bounds = bounds("  i: int = 0  @ X.java:2:1", "  i := i + 1  @ X.java:3:1");
    assertThat(bounds.isInside(read("i"), Dim.ONE, N)).isFalse();
  }
}
