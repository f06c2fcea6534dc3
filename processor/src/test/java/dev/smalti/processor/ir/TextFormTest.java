package dev.smalti.processor.ir;

import static com.google.common.truth.Truth.assertThat;
import static com.google.common.truth.Truth.assertWithMessage;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.processor.ir.Scalar.Constant;
import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TextFormTest {
  private static final String SOFTMAX =
      """
      smalti ir 1

      incore app.Scores.softmax          @ Scores.java:12:15
          in x: tensor<F32>[R, C]        @ Scores.java:12:40
          out y: tensor<F32>[R, C]       @ Scores.java:13:40
          symbols R, C
        for r in 0..R                    @ Scores.java:14:5
          %t: F32[1, C] = load x[r, 0] shape(1, C)  @ Scores.java:14:17
          %max: F32[1, 1] = reduce max %t over columns  @ Scores.java:15:9
          %e: F32[1, C] = fused { exp(%t - %max) }  @ Scores.java:15:9,16:4,Rows.java:3:1
          %sum: F32[1, 1] = reduce add %e over columns  @ Scores.java:17:9
          store fused { %e / (%sum + F32(1.0E-6)) } -> y[r, 0]  @ Scores.java:17:5
      """;

  @Test
  void readsBackEveryNode() {
    Unit unit = EveryNode.unit();
    String text = Printer.print(unit);

    Unit read = Parser.parse(text);

    for (int i = 0; i < unit.functions().size(); i++) {
      List<Stmt> wanted = unit.functions().get(i).body().statements();
      List<Stmt> found = read.functions().get(i).body().statements();
      assertThat(found).containsExactlyElementsIn(wanted).inOrder();
    }
    assertThat(read).isEqualTo(unit);
    assertThat(Printer.print(read)).isEqualTo(text);
  }

  @Test
  void everyNodeIsWellFormed() {
    for (Function function : EveryNode.unit().functions()) {
      List<Violation> others =
          Verifier.verify(function).stream()
              .filter(v -> function.kind() != FunctionKind.JIT || v.rule() != Violation.Rule.PLANE)
              .toList();
      assertThat(others).isEmpty();
    }
  }

  @Test
  void everyNodeLeavesNoRecordOut() throws ReflectiveOperationException {
    Set<Object> found = new HashSet<>();
    collect(EveryNode.unit(), found);
    Set<Object> all = new HashSet<>();
    for (Class<?> sealed :
        List.of(
            Expr.class,
            Stmt.class,
            Type.class,
            ElementType.class,
            BinaryOperator.class,
            Dim.Atom.class)) {
      leaves(sealed, all);
    }
    for (Class<?> constants :
        List.of(
            FunctionKind.class,
            Stmt.Rounds.class,
            Direction.class,
            TensorType.Kind.class,
            UnaryScalar.class,
            BinaryScalar.class,
            MathFunction.class,
            UnaryOp.class,
            BinaryOp.class,
            Relation.class,
            Update.class,
            Tile.Axis.class,
            Dim.Operator.class,
            Element.class,
            ScalarType.class)) {
      all.addAll(List.of(constants.getEnumConstants()));
    }

    all.removeAll(found);
    assertThat(new TreeSet<>(all.stream().map(Object::toString).toList())).isEmpty();
  }

  private static void leaves(Class<?> type, Set<Object> all) {
    if (type.isSealed()) {
      for (Class<?> permitted : type.getPermittedSubclasses()) {
        leaves(permitted, all);
      }
    } else if (type.isEnum()) {
      all.addAll(List.of(type.getEnumConstants()));
    } else {
      all.add(type);
    }
  }

  private static void collect(Object node, Set<Object> found) throws ReflectiveOperationException {
    switch (node) {
      case List<?> list -> {
        for (Object item : list) {
          collect(item, found);
        }
      }
      case Dim dim -> {
        for (List<Dim.Atom> product : dim.terms().keySet()) {
          collect(product, found);
        }
      }
      case Enum<?> constant -> found.add(constant);
      case Record record -> {
        found.add(record.getClass());
        for (RecordComponent component : record.getClass().getRecordComponents()) {
          var accessor = component.getAccessor();
          accessor.setAccessible(true);
          collect(accessor.invoke(record), found);
        }
      }
      default -> {}
    }
  }

  @Test
  void looksAsShown() {
    Unit unit = Parser.parse(SOFTMAX);

    assertThat(Printer.print(unit))
        .isEqualTo(
            """
            smalti ir 1

            incore app.Scores.softmax                                 @ Scores.java:12:15
                in x: tensor<F32>[R, C]                               @ Scores.java:12:40
                out y: tensor<F32>[R, C]                              @ Scores.java:13:40
                symbols R, C
              for r in 0..R                                           @ Scores.java:14:5
                %t: F32[1, C] = load x[r, 0] shape(1, C)              @ Scores.java:14:17
                %max: F32[1, 1] = reduce max %t over columns          @ Scores.java:15:9
                %e: F32[1, C] = fused { exp(%t - %max) }              @ Scores.java:15:9,16:4,Rows.java:3:1
                %sum: F32[1, 1] = reduce add %e over columns          @ Scores.java:17:9
                store fused { %e / (%sum + F32(1.0E-6)) } -> y[r, 0]  @ Scores.java:17:5
            """);
  }

  @Test
  void doesNotDependOnTheLocale() {
    String text = Printer.print(EveryNode.unit());
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("tr"));
      assertThat(Printer.print(EveryNode.unit())).isEqualTo(text);
      assertThat(Parser.parse(text)).isEqualTo(EveryNode.unit());
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest
  @CsvSource({"plain", "größe", "变量", "𝒙", "new", "true", "two words", "tick`s", "min", "store"})
  void keepsAnyName(String name) {
    Variable scalar = new Variable(name, ScalarType.INT);
    Variable tile = new Variable(name + "2", TileType.of(Element.F32, Dim.named(name), Dim.ONE));
    Tile fill = new Tile.Fill(tile.tile(), new Scalar.Read(scalar));
    assertReadBack(
        new Stmt.Let(scalar, Constant.of(1), at()),
        new Stmt.Assign(scalar, new Scalar.Extent(Dim.named(name)), at()),
        new Stmt.Let(tile, fill, at()),
        new Stmt.Assign(tile, new Tile.Ref(tile), at()));
  }

  @Test
  void keepsParametersNamedAsWords() {
    for (String name : List.of("F32", "tensor", "exp", "load", "fused", "scalar", "T")) {
      TileType type = TileType.of(new ElementParameter(name), Dim.ONE, Dim.ONE);
      Variable tile = new Variable("tile", type);
      Tile splat = new Tile.Splat(type.element(), Constant.of(1));
      OperatorParameter op = new OperatorParameter(name.equals("exp") ? "add" : name);
      assertReadBack(
          new Stmt.Let(tile, splat, at()),
          new Stmt.Assign(tile, new Tile.Binary(op, splat, new Tile.Ref(tile), type), at()),
          new Stmt.Assign(tile, new Tile.Reduce(op, Tile.Axis.ROW, splat, type), at()));
    }
  }

  /** A dump after a wrong pass shows what is wrong. */
  @Test
  void keepsWhatTheVerifierRefuses() {
    Variable asInt = new Variable("a", ScalarType.INT);
    Variable asLong = new Variable("a", ScalarType.LONG);
    TensorType memory = new TensorType(TensorType.Kind.TENSOR, Element.F32, List.of(Dim.ONE));
    Variable x = new Variable("x", memory);
    TileType one = TileType.of(Element.F32, Dim.ONE, Dim.ONE);
    Variable tile = new Variable("t", one);
    Tile wrong =
        new Tile.Unary(UnaryOp.EXP, new Tile.Fma(ref(tile), ref(tile), ref(tile), other()));
    assertReadBack(
        new Stmt.Let(asInt, new Scalar.Read(asLong), at()),
        new Stmt.Assign(asLong, new Tile.Fill(one, new Scalar.Read(asLong)), at()),
        new Stmt.Let(tile, new Scalar.Read(asInt), at()),
        new Stmt.Assign(tile, new Place.Named(x), at()),
        new Stmt.Assign(tile, wrong, at()),
        new Stmt.Store(asInt, List.of(), new Tile.Ref(x), Update.SET, at()),
        new Stmt.Let(x, new Scalar.Read(asInt), at()),
        new Stmt.Let(x, new Scalar.Read(x), at()),
        new Stmt.Assign(x, new Place.Named(asInt), at()),
        new Stmt.Assign(x, new Place.View(asInt, List.of(), List.of(), 3, memory), at()),
        new Stmt.Assign(
            asInt,
            new Scalar.Call(MathFunction.MAX, List.of(Constant.of(1L)), ScalarType.INT),
            at()),
        new Stmt.Assign(
            asInt, new Scalar.Call(MathFunction.MAX, List.of(), ScalarType.FLOAT), at()),
        new Stmt.Assign(
            tile, new Tile.Load(asInt, List.of(), List.of(), List.of(Dim.ONE), other()), at()),
        new Stmt.Return(List.of(new Tile.Ref(asInt), new Scalar.Read(x)), at()));
  }

  private static Tile ref(Variable variable) {
    return new Tile.Ref(variable);
  }

  private static TileType other() {
    return new TileType(Element.I32, Dim.of(3), Dim.ONE, Dim.of(-1), Dim.ONE);
  }

  private static Origin at() {
    return Origin.of(new Span("A.java", -1, 0));
  }

  private static void assertReadBack(Stmt... statements) {
    Span span = new Span("A.java", 1, 1);
    Function function =
        new Function(
            new FunctionId("odd owner", "while", "(tag"),
            FunctionKind.INLINE,
            List.of("F32"),
            List.of("add"),
            List.of(),
            List.of("two words"),
            List.of(),
            Block.of(statements),
            span);
    String text = Printer.print(function);
    assertWithMessage(text).that(Parser.parse(text)).isEqualTo(Unit.of(function));
  }

  // ---- what is no text form

  private static String kernel(String body) {
    return "smalti ir 1\n\nincore K.k @ K.java:1:1\n    in x: tensor<F32>[R, 4] @ K.java:2:1\n"
        + "    symbols R\n"
        + body;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "n: int = | 6:11: a scalar expected, not the end of the line",
        "n: int = 1 | 6:13: '@' expected, not the end of the line",
        "n: int = 1 @ K.java:1 | 6:24: ':' expected, not the end of the line",
        "n: int = 1 @ K.java:1:1 2 | 6:27: the end of the line expected, not '2'",
        "n: int = 3000000000 @ K.java:1:1 | 6:22: 3000000000 is no number of its type",
        "n: int = (R + 1 @ K.java:1:1 | 6:19: ')' expected, not '@ K.java:1:1'",
        "n: int = Math.sin(1.0) @ K.java:1:1 | 6:17: a method of Math expected, not 'sin(1.0) @"
            + " K.java:1:1'",
        "n: int = cell(1) @ K.java:1:1 | 6:12: extent(, rank( or read( expected, not 'cell(1) @"
            + " K.java:1:1'",
        "%t: F32[1, 1] = %u @ K.java:1:1 | 6:21: u is not defined above, and has no type here",
        "%t: F32[1 1] = %u @ K.java:1:1 | 6:13: ',' expected, not '1] = %u @ K.java:1:1'",
        "%t: F32[1, 4] = load x[0, 0] @ K.java:1:1 | 6:32: 'shape' expected, not '@ K.java:1:1'",
        "%t: F32[1, 4] = reduce max load x[0, 0] shape(1, 4) @ K.java:1:1 | 6:55: 'over' expected,"
            + " not '@ K.java:1:1'",
        "await x[0] 1 @ K.java:1:1 | 6:14: a relation expected, not '1 @ K.java:1:1'",
        "notify x[0] of 1 raise 1 @ K.java:1:1 | 6:20: set or add expected, not 'raise 1 @"
            + " K.java:1:1'",
        "jump @ K.java:1:1 | 6:3: a statement expected, not 'jump @ K.java:1:1'",
        "call k() @ K.java:1:1 | 6:9: '.' expected, not '() @ K.java:1:1'",
        "for i in 0 @ K.java:1:1 | 6:14: '..' expected, not '@ K.java:1:1'",
        "`n: int = 1 @ K.java:1:1 | 6:27: ` expected, which closes the name",
      })
  void saysWhatIsExpectedWhere(String statement, String message) {
    IrSyntaxException thrown =
        assertThrows(IrSyntaxException.class, () -> Parser.parse(kernel("  " + statement + "\n")));

    assertThat(thrown).hasMessageThat().isEqualTo(message);
    assertThat(message).startsWith(thrown.line() + ":" + thrown.column() + ": ");
  }

  @Test
  void refusesUnevenIndentation() {
    String body =
        """
          while true  @ K.java:1:1
              break  @ K.java:2:1
            break  @ K.java:2:1
        """;

    IrSyntaxException thrown =
        assertThrows(IrSyntaxException.class, () -> Parser.parse(kernel(body)));

    assertThat(thrown).hasMessageThat().contains("an indentation of 6 expected, not 4");
    assertThat(thrown.line()).isEqualTo(8);
  }

  @Test
  void namesBothVersions() {
    IrSyntaxException thrown =
        assertThrows(IrSyntaxException.class, () -> Parser.parse("smalti ir 7\nwhatever\n"));

    assertThat(thrown)
        .hasMessageThat()
        .contains("written by form version 7, this compiler reads 1");
  }

  @Test
  void refusesOtherText() {
    for (String text : List.of("", "\n\n", "class A {}", "smalti ir x", "smalti ir 1\nplain K.k")) {
      assertThrows(IrSyntaxException.class, () -> Parser.parse(text));
    }
  }

  @Test
  void describesExpressionsForReaders() {
    Variable tile = new Variable("t", TileType.of(Element.F32, Dim.ONE, Dim.named("C")));
    Tile tree = new Tile.Unary(UnaryOp.EXP, new Tile.Unary(UnaryOp.NEG, new Tile.Ref(tile)));

    assertThat(Printer.describe(tree)).isEqualTo("fused { exp(neg(%t)) }");
    assertThat(Printer.describe(tile.type())).isEqualTo("F32[1, C]");
  }
}
