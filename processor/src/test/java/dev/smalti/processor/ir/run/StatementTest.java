package dev.smalti.processor.ir.run;

import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.processor.ir.run.Build.assign;
import static dev.smalti.processor.ir.run.Build.at;
import static dev.smalti.processor.ir.run.Build.binary;
import static dev.smalti.processor.ir.run.Build.c;
import static dev.smalti.processor.ir.run.Build.integer;
import static dev.smalti.processor.ir.run.Build.ints;
import static dev.smalti.processor.ir.run.Build.kernel;
import static dev.smalti.processor.ir.run.Build.let;
import static dev.smalti.processor.ir.run.Build.load;
import static dev.smalti.processor.ir.run.Build.n;
import static dev.smalti.processor.ir.run.Build.op;
import static dev.smalti.processor.ir.run.Build.range;
import static dev.smalti.processor.ir.run.Build.read;
import static dev.smalti.processor.ir.run.Build.ref;
import static dev.smalti.processor.ir.run.Build.store;
import static dev.smalti.processor.ir.run.Build.tensor;
import static dev.smalti.processor.ir.run.Build.tile;
import static dev.smalti.processor.ir.run.Build.when;
import static dev.smalti.processor.ir.run.Build.write;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Direction;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Type;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Control flow and calls. */
final class StatementTest {
  private static final Variable OUT = tensor("out", Element.I32, n(8));
  private static final Variable NEXT = integer("next");
  private static final Variable I = integer("i");
  private static final Variable J = integer("j");

  /** Appends a number to the output. */
  private static Block say(Scalar value, Stmt... then) {
    List<Stmt> body = new ArrayList<>();
    body.add(write(OUT, List.of(read(NEXT)), value));
    body.add(assign(NEXT, op(BinaryScalar.ADD, read(NEXT), c(1))));
    body.addAll(List.of(then));
    return new Block(body);
  }

  private static Stmt[] body(Stmt... statements) {
    List<Stmt> body = new ArrayList<>();
    body.add(let(NEXT, c(0)));
    body.addAll(List.of(statements));
    return body.toArray(Stmt[]::new);
  }

  private static int[] said(Stmt... statements) {
    int[] out = new int[8];
    Build.run(kernel("test", List.of(OUT), body(statements)), ints("out", out, 8));
    return out;
  }

  private static Stmt loop(Scalar from, Scalar to, Scalar step, Block body) {
    return new Stmt.For(I, from, to, step, body, Build.TEN);
  }

  @Test
  void forCountsUpAndDown() {
    assertThat(said(loop(c(2), c(7), c(2), say(read(I)))))
        .isEqualTo(new int[] {2, 4, 6, 0, 0, 0, 0, 0});
    assertThat(said(loop(c(3), c(0), c(-1), say(read(I)))))
        .isEqualTo(new int[] {3, 2, 1, 0, 0, 0, 0, 0});
    assertThat(said(loop(c(3), c(3), c(1), say(read(I))))).isEqualTo(new int[8]);
    assertThat(said(loop(c(Integer.MAX_VALUE - 1), c(Integer.MAX_VALUE), c(100), say(read(I)))))
        .isEqualTo(new int[] {Integer.MAX_VALUE - 1, 0, 0, 0, 0, 0, 0, 0});
  }

  @Test
  void aLoopUpToTheGreatestLongEnds() {
    Variable big = new Variable("big", ScalarType.LONG);
    Stmt loop =
        new Stmt.For(
            big,
            Scalar.Constant.of(Long.MAX_VALUE - 1),
            Scalar.Constant.of(Long.MAX_VALUE),
            Scalar.Constant.of(5L),
            say(c(1)),
            Build.TEN);
    assertThat(said(loop)[0]).isEqualTo(1);
  }

  @Test
  void aStepOfZeroIsRefused() {
    InterpretationException e =
        assertThrows(
            InterpretationException.class, () -> said(loop(c(0), c(3), c(0), say(read(I)))));
    assertThat(e).hasMessageThat().isEqualTo("Test.java:10:5: the step of the loop over i is 0");
  }

  @Test
  void breakAndContinueMeanTheInnermostLoop() {
    Stmt inner =
        new Stmt.For(
            J,
            c(0),
            c(5),
            c(1),
            new Block(
                List.of(
                    when(op(BinaryScalar.EQUAL, read(J), c(1)), new Stmt.Continue(Build.TEN)),
                    when(op(BinaryScalar.EQUAL, read(J), c(3)), new Stmt.Break(Build.TEN)),
                    new Stmt.If(
                        Scalar.Constant.of(true),
                        say(
                            op(
                                BinaryScalar.ADD,
                                op(BinaryScalar.MULTIPLY, read(I), c(10)),
                                read(J))),
                        new Block(List.of()),
                        Build.TEN))),
            Build.TEN);
    assertThat(said(loop(c(1), c(3), c(1), Block.of(inner))))
        .isEqualTo(new int[] {10, 12, 20, 22, 0, 0, 0, 0});
  }

  @Test
  void whileAndElse() {
    Stmt loop =
        new Stmt.While(
            op(BinaryScalar.LESS, read(NEXT), c(3)),
            Block.of(
                new Stmt.If(
                    op(BinaryScalar.EQUAL, read(NEXT), c(1)), say(c(100)), say(c(200)), Build.TEN)),
            Build.TEN);
    assertThat(said(loop)).isEqualTo(new int[] {200, 100, 200, 0, 0, 0, 0, 0});
  }

  @Test
  void breakLeavesAWhile() {
    Stmt loop =
        new Stmt.While(Scalar.Constant.of(true), say(c(7), new Stmt.Break(Build.TEN)), Build.TEN);
    assertThat(said(loop)[1]).isEqualTo(0);
  }

  @Test
  void returnLeavesTheKernel() {
    Stmt loop = loop(c(1), c(5), c(1), say(read(I), new Stmt.Return(List.of(), Build.TEN)));
    assertThat(said(loop, loop)).isEqualTo(new int[] {1, 0, 0, 0, 0, 0, 0, 0});
  }

  @Test
  void returnLeavesTheCalledTaskAlone() {
    Function task =
        kernel(
            "task",
            List.of(OUT, I),
            when(op(BinaryScalar.EQUAL, read(I), c(1)), new Stmt.Return(List.of(), Build.TEN)),
            write(OUT, List.of(read(I)), c(5)));
    Function graph =
        Build.function(
            FunctionKind.JIT,
            "graph",
            List.of(OUT),
            range(J, c(3), Build.call(task, Build.named(OUT), read(J))));
    int[] out = new int[8];
    Build.interpreter(task, graph).runKernel(graph, List.of(ints("out", out, 8)), 0, 1);
    assertThat(out).isEqualTo(new int[] {5, 0, 5, 0, 0, 0, 0, 0});
  }

  @Test
  void helpersTakeAndGiveTilesAndScalars() {
    Dim m = Dim.named("m");
    Variable a = tile("a", Element.I32, Dim.ONE, m);
    Variable by = integer("by");
    Variable product = tile("product", Element.I32, Dim.ONE, m);
    Function helper =
        helper(
            List.of(a, by),
            List.of(a.type(), ScalarType.INT),
            let(product, binary(BinaryOp.MUL, ref(a), Build.splat(Element.I32, read(by)))),
            new Stmt.Return(List.<Expr>of(ref(product), Build.extent(m)), Build.TEN));
    Variable t = tile("t", Element.I32, Dim.ONE, n(8));
    Variable doubled = tile("doubled", Element.I32, Dim.ONE, n(8));
    Variable size = integer("size");
    Function kernel =
        kernel(
            "test",
            List.of(OUT),
            let(t, load(OUT)),
            new Stmt.Call(helper.id(), List.of(ref(t), c(2)), List.of(doubled, size), Build.TEN),
            store(OUT, ref(doubled)),
            write(OUT, at(0), read(size)));
    int[] out = {1, 2, 3, 4, 5, 6, 7, 8};
    Build.interpreter(helper).runKernel(kernel, List.of(ints("out", out, 8)), 0, 1);
    assertThat(out).isEqualTo(new int[] {8, 4, 6, 8, 10, 12, 14, 16});
  }

  private static Function helper(List<Variable> parameters, List<Type> results, Stmt... body) {
    return new Function(
        new FunctionId("app.Test", "helper", ""),
        FunctionKind.INLINE,
        List.of(),
        List.of(),
        parameters.stream().map(v -> new Parameter(v, Direction.IN, Build.span(1))).toList(),
        List.of("m"),
        results,
        new Block(List.of(body)),
        Build.span(1));
  }

  @Test
  void aHelperThatForgetsItsResultsIsRefused() {
    Variable a = tile("a", Element.I32, Dim.ONE, Dim.named("m"));
    Function helper = helper(List.of(a), List.of(ScalarType.INT));
    Variable size = integer("size");
    Function kernel =
        kernel(
            "test",
            List.of(OUT),
            new Stmt.Call(helper.id(), List.of(load(OUT)), List.of(size), Build.TEN));
    InterpretationException e =
        assertThrows(
            InterpretationException.class,
            () ->
                Build.interpreter(helper)
                    .runKernel(kernel, List.of(ints("out", new int[8], 8)), 0, 1));
    assertThat(e).hasMessageThat().contains("Test.helper ended without its results");
  }

  @Test
  void aMissingCalleeIsNamed() {
    Function task = kernel("task", List.of());
    InterpretationException e =
        assertThrows(
            InterpretationException.class,
            () -> Build.run(kernel("test", List.of(), Build.call(task))));
    assertThat(e).hasMessageThat().contains("there is no function app.Test.task");
  }

  @Test
  void scalarsComeAsArguments() {
    Function kernel = kernel("test", List.of(OUT, I), write(OUT, at(0), read(I)));
    int[] out = new int[8];
    Build.run(kernel, ints("out", out, 8), new Argument.OfScalar(42));
    assertThat(out[0]).isEqualTo(42);
    InterpretationException e =
        assertThrows(
            InterpretationException.class,
            () -> Build.run(kernel, ints("out", out, 8), new Argument.OfScalar(42L)));
    assertThat(e).hasMessageThat().contains("i of Test.test is INT, it cannot be 42");
  }

  @Test
  void aFunctionThatChangedInTheTableIsTakenAnew() {
    Function first = kernel("task", List.of(OUT), write(OUT, at(0), c(1)));
    Function second = kernel("task", List.of(OUT), write(OUT, at(0), c(2)));
    Function[] now = {first};
    Interpreter interpreter = Interpreter.of(_ -> Optional.of(now[0]));
    Function graph =
        Build.function(
            FunctionKind.JIT, "graph", List.of(OUT), Build.call(first, Build.named(OUT)));
    int[] out = new int[8];
    interpreter.runKernel(graph, List.of(ints("out", out, 8)), 0, 1);
    assertThat(out[0]).isEqualTo(1);
    now[0] = second;
    interpreter.runKernel(graph, List.of(ints("out", out, 8)), 0, 1);
    assertThat(out[0]).isEqualTo(2);
  }

  @Test
  void divisionByZeroOfAScalarNamesThePlace() {
    ArithmeticException e =
        assertThrows(
            ArithmeticException.class, () -> said(let(I, op(BinaryScalar.DIVIDE, c(1), c(0)))));
    assertThat(e).hasMessageThat().isEqualTo("Test.java:10:5: / by zero");
  }
}
