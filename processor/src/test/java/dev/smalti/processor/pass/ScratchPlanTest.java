package dev.smalti.processor.pass;

import static com.google.common.truth.Truth.assertThat;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.pass.ScratchPlan.Slot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class ScratchPlanTest {
  private static final String HEAD =
      """
      incore p.K.k
          in x: tensor<F32>[1, n]
          out y: tensor<F32>[1, n]
          in d: tensor<F64>[1, n]
          in w: window<F32>[1, n]
          symbols n, ranks
      """;

  private static Map<String, Slot> slots(Function function, ScratchPlan plan) {
    Map<String, Slot> slots = new HashMap<>();
    new IrVisitor() {
      @Override
      public void define(Variable variable) {
        plan.slot(variable).ifPresent(slot -> slots.put(variable.name(), slot));
      }
    }.function(function);
    return slots;
  }

  private static Slot slot(Map<String, Slot> slots, String name) {
    return Objects.requireNonNull(slots.get(name), name);
  }

  private static Map<String, Slot> slots(String body) {
    Function function = IrText.parse(HEAD + body);
    return slots(function, ScratchPlan.of(function));
  }

  @Test
  void tilesThatDoNotMeetShareASlot() {
    Map<String, Slot> slots =
        slots(
            """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              %b: F32[1, n] = exp(%a)
              %c: F32[1, n] = %b * %b
              store %c -> y[0, 0]
            """);
    assertThat(slots.get("a")).isEqualTo(new Slot(Element.F32, 0, Dim.named("n")));
    assertThat(slot(slots, "b").index()).isEqualTo(1);
    assertThat(slot(slots, "c").index()).isEqualTo(0);
  }

  @Test
  void arraysKeepTheirSlots() {
    Map<String, Slot> slots =
        slots(
            """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              %b: F32[1, n] = exp(%a)
              store %b -> y[0, 0]
              if n > 4
                k: array<F32>[6] = new array<F32>[6]
                write 1.0 -> k[0]
              j: array<F32>[6] = new array<F32>[6]
              write 1.0 -> j[0]
            """);
    assertThat(slots.get("k")).isEqualTo(new Slot(Element.F32, 0, Dim.of(6)));
    assertThat(slots.get("j")).isEqualTo(new Slot(Element.F32, 1, Dim.of(6)));
    assertThat(slot(slots, "a").index()).isEqualTo(2);
    assertThat(slot(slots, "b").index()).isEqualTo(3);
  }

  @Test
  void eachElementTypeHasNumbersOfItsOwn() {
    Map<String, Slot> slots =
        slots(
            """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              %b: F64[1, n] = load d[0, 0] shape(1, n)
              %m: BOOL[1, n] = %a > F32(0)
              %s: F32[1, n] = select(%m, %a, %a)
              store %s -> y[0, 0]
            """);
    assertThat(slots.get("b")).isEqualTo(new Slot(Element.F64, 0, Dim.named("n")));
    assertThat(slots.get("m")).isEqualTo(new Slot(Element.BOOL, 0, Dim.named("n")));
  }

  @Test
  void tileFromBeforeALoopIsNeededUntilItsEnd() {
    Map<String, Slot> slots =
        slots(
            """
              %a: F32[1, n] = load x[0, 0] shape(1, n)
              for i in 0..n
                %b: F32[1, n] = exp(%a)
                %c: F32[1, n] = neg(%b)
                store %c -> y[0, 0]
            """);
    assertThat(slot(slots, "c").index()).isNotEqualTo(slot(slots, "a").index());
    assertThat(slot(slots, "c").index()).isNotEqualTo(slot(slots, "b").index());
  }

  @Test
  void assignedTileHasOneSlotForAllItsValues() {
    Map<String, Slot> slots =
        slots(
            """
              %sum: F32[1, n] = load w[0, 0] shape(1, n)
              for p in 0..ranks
                %t: F32[1, n] = load w[0, 0] of p shape(1, n)
                %sum := %sum + %t
              store %sum -> y[0, 0]
            """);
    assertThat(slot(slots, "sum").index()).isEqualTo(0);
    assertThat(slot(slots, "t").index()).isEqualTo(1);
  }

  @Test
  void oneElementNeedsNoArray() {
    assertThat(
            slots(
                """
                  %a: F32[1, n] = load x[0, 0] shape(1, n)
                  %m: F32[1, 1] = reduce max %a over columns
                  store %m -> y[0, 0]
                """))
        .containsKey("a");
    assertThat(
            slots(
                """
                  %a: F32[1, n] = load x[0, 0] shape(1, n)
                  %m: F32[1, 1] = reduce max %a over columns
                  store %m -> y[0, 0]
                """))
        .doesNotContainKey("m");
  }

  @Test
  void lengthIsOfTheValidBox() {
    Map<String, Slot> slots =
        slots(
            """
              %a: F32[4, 64] valid [2, n] = fill(F32[4, 64] valid [2, n], 0.0)
              %b: F32[4, 64] valid [2, n] = exp(%a)
            """);
    assertThat(slot(slots, "a").length()).isEqualTo(Dim.of(2).times(Dim.named("n")));
  }

  @Test
  void loadsAndResultOfAStoreAreStaged() {
    Function function =
        IrText.parse(
            HEAD
                + """
                  %k: F32[1, n] = load x[0, 0] shape(1, n)
                  store fused { exp(load x[0, 0] shape(1, n)) * %k } -> y[0, 0]
                  store %k -> y[0, 0]
                  store load x[0, 0] shape(1, n) -> y[0, 0]
                  %m: F32[1, 1] = fused { reduce add abs(load x[0, 0] shape(1, n)) over columns }
                """);
    ScratchPlan plan = ScratchPlan.of(function);
    List<Stmt> all = function.body().statements();
    assertThat(plan.staging(all.get(0)).loads()).isEmpty();
    assertThat(plan.staging(all.get(0)).result()).isEmpty();
    Slot k = plan.slot(((Stmt.Let) all.get(0)).variable()).orElseThrow();
    ScratchPlan.Staging tree = plan.staging(all.get(1));
    assertThat(tree.loads()).hasSize(1);
    assertThat(List.of(tree.loads().getFirst().index(), tree.result().get().index(), k.index()))
        .containsNoDuplicates();
    assertThat(plan.staging(all.get(2)).result()).isEmpty();
    assertThat(plan.staging(all.get(3)).loads()).hasSize(1);
    assertThat(plan.staging(all.get(3)).result()).isEmpty();
    assertThat(plan.staging(all.get(4)).loads()).hasSize(1);
    assertThat(plan.staging(all.get(4)).result()).isPresent();
    assertThat(plan.slots(Element.F32)).isEqualTo(3);
  }

  @Test
  void totalIsKnownForConstantExtentsOnly() {
    Function constant =
        IrText.parse(
            HEAD
                + """
                  %a: F32[1, 100] = load x[0, 0] shape(1, 100)
                  %b: F32[1, 60] = load x[0, 0] shape(1, 60)
                  store %a -> y[0, 0]
                  store %b -> y[0, 0]
                """);
    assertThat(ScratchPlan.of(constant).bytes().getAsLong()).isEqualTo(4 * 160);
    Function symbolic =
        IrText.parse(HEAD + "  %a: F32[1, n] = load x[0, 0] shape(1, n)\n  store %a -> y[0, 0]\n");
    assertThat(ScratchPlan.of(symbolic).bytes().isPresent()).isFalse();
  }

  @Test
  void tooMuchNamesTheThreeBiggest() {
    Function function =
        IrText.parse(
            HEAD
                + """
                  %a: F32[100, 100] = fill(F32[100, 100], 0.0)  @ K.java:11:1
                  %b: F32[100, 200] = fill(F32[100, 200], 0.0)  @ K.java:12:1
                  %c: F32[10, 10] = fill(F32[10, 10], 0.0)  @ K.java:13:1
                  %e: F64[100, 300] = fill(F64[100, 300], 0.0)  @ K.java:14:1
                  %f: F32[100, 100] = exp(%a)  @ K.java:15:1
                  %g: F32[100, 200] = exp(%b)  @ K.java:16:1
                  %h: F32[10, 10] = exp(%c)  @ K.java:17:1
                  %i: F64[100, 300] = exp(%e)  @ K.java:18:1
                """);
    ScratchPlan plan = ScratchPlan.of(function);
    assertThat(plan.overBudget(10_000_000)).isEmpty();
    ScratchPlan.OverBudget over = plan.overBudget(ScratchPlan.DEFAULT_BUDGET).orElseThrow();
    assertThat(over.bytes()).isEqualTo(plan.bytes().getAsLong());
    assertThat(over.budget()).isEqualTo(262144);
    assertThat(over.biggest().stream().map(t -> t.variable().name()))
        .containsExactly("e", "i", "b")
        .inOrder();
    assertThat(over.biggest().getFirst().bytes()).isEqualTo(240_000);
    assertThat(over.biggest().getFirst().origin().line()).isEqualTo(14);
  }
}
