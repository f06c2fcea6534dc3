package dev.smalti.processor.ir;

import static com.google.common.truth.Truth.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** {@link IrVisitor}, {@link IrRewriter} and {@link FreshNames}. */
final class WalkersTest {
  private static final Span SPAN = new Span("Moved.java", 1, 1);

  @Test
  void givesTheSameObjectBackWhenNothingChanges() {
    for (Function function : EveryNode.unit().functions()) {
      assertThat(new IrRewriter() {}.function(function)).isSameInstanceAs(function);
    }
  }

  @Test
  void changesEveryOriginAndNothingElse() {
    for (Function function : EveryNode.unit().functions()) {
      Function moved =
          new IrRewriter() {
            @Override
            public Origin origin(Origin origin) {
              return Origin.of(SPAN);
            }
          }.function(function);

      List<Span> spans = new ArrayList<>();
      new IrVisitor() {
        @Override
        public void stmt(Stmt stmt) {
          spans.addAll(stmt.origin().spans());
          super.stmt(stmt);
        }
      }.function(moved);
      assertThat(new TreeSet<>(spans.stream().map(Span::toString).toList()))
          .containsExactly("Moved.java:1:1");
      assertThat(withoutOrigins(moved)).isEqualTo(withoutOrigins(function));
    }
  }

  private static String withoutOrigins(Function function) {
    return Printer.print(function).replaceAll(" +@ .*", "");
  }

  /** Renaming to longer names and back reaches every variable and every extent, or it shows. */
  @Test
  void renamesEverywhereAndBack() {
    for (Function function : EveryNode.unit().functions()) {
      Function renamed = new Suffix("_").function(function);

      new IrVisitor() {
        @Override
        public void define(Variable variable) {
          super.define(variable);
          use(variable);
        }

        @Override
        public void assign(Variable variable) {
          use(variable);
        }

        @Override
        public void use(Variable variable) {
          assertThat(variable.name()).endsWith("_");
          type(variable.type());
        }

        @Override
        public void dim(Dim dim) {
          dim.names().forEach(name -> assertThat(name).endsWith("_"));
        }
      }.function(renamed);
      assertThat(new Suffix("").function(renamed)).isEqualTo(function);
    }
  }

  private static final class Suffix extends IrRewriter {
    private final String suffix;

    Suffix(String suffix) {
      this.suffix = suffix;
    }

    private String changed(String name) {
      return suffix.isEmpty() ? name.substring(0, name.length() - 1) : name + suffix;
    }

    @Override
    public Variable variable(Variable variable) {
      return new Variable(changed(variable.name()), type(variable.type()));
    }

    @Override
    public Dim dim(Dim dim) {
      return dim.rename(this::changed);
    }
  }

  @Test
  void changesElementTypesAndOperatorsEverywhere() {
    Function instance =
        new IrRewriter() {
          @Override
          public ElementType element(ElementType element) {
            return element instanceof ElementParameter ? Element.I64 : element;
          }

          @Override
          public BinaryOperator operator(BinaryOperator operator) {
            return operator instanceof OperatorParameter ? BinaryOp.MAX : operator;
          }
        }.function(EveryNode.unit().functions().getFirst());

    Function closed =
        new Function(
            instance.id(),
            instance.kind(),
            List.of(),
            List.of(),
            instance.parameters(),
            instance.symbols(),
            instance.results(),
            instance.body(),
            instance.span());
    assertThat(Verifier.verify(closed)).isEmpty();
  }

  @Test
  void takesSeveralStatementsOrNoneForOne() {
    Function function = EveryNode.unit().functions().getFirst();
    Function changed =
        new IrRewriter() {
          @Override
          public List<Stmt> expand(Stmt stmt) {
            return switch (stmt) {
              case Stmt.Barrier _ -> List.of();
              case Stmt.Break _ -> List.of(stmt, stmt);
              default -> super.expand(stmt);
            };
          }
        }.function(function);

    assertThat(count(changed, Stmt.Barrier.class)).isEqualTo(0);
    assertThat(count(changed, Stmt.Break.class)).isEqualTo(2 * count(function, Stmt.Break.class));
    assertThat(count(changed, Stmt.Let.class)).isEqualTo(count(function, Stmt.Let.class));
  }

  private static int count(Function function, Class<? extends Stmt> kind) {
    int[] count = {0};
    new IrVisitor() {
      @Override
      public void stmt(Stmt stmt) {
        count[0] += kind.isInstance(stmt) ? 1 : 0;
        super.stmt(stmt);
      }
    }.function(function);
    return count[0];
  }

  @Test
  void freshNamesClashWithNothing() {
    Function function = EveryNode.unit().functions().getFirst();
    FreshNames names = new FreshNames(function);
    Set<String> given = new TreeSet<>();
    for (String wanted : List.of("x", "R", "T", "op", "i", "v1", "ranks", "x", "other")) {
      assertThat(given.add(names.name(wanted))).isTrue();
    }

    assertThat(given).containsNoneOf("x", "R", "T", "op", "i", "v1", "ranks");
    assertThat(given).containsAtLeast("x2", "x3", "R2", "other");
  }
}
