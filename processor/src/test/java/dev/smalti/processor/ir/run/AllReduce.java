package dev.smalti.processor.ir.run;

import static dev.smalti.processor.ir.run.Build.RANKS;
import static dev.smalti.processor.ir.run.Build.assign;
import static dev.smalti.processor.ir.run.Build.at;
import static dev.smalti.processor.ir.run.Build.c;
import static dev.smalti.processor.ir.run.Build.call;
import static dev.smalti.processor.ir.run.Build.extent;
import static dev.smalti.processor.ir.run.Build.forEachRank;
import static dev.smalti.processor.ir.run.Build.integer;
import static dev.smalti.processor.ir.run.Build.let;
import static dev.smalti.processor.ir.run.Build.load;
import static dev.smalti.processor.ir.run.Build.n;
import static dev.smalti.processor.ir.run.Build.named;
import static dev.smalti.processor.ir.run.Build.op;
import static dev.smalti.processor.ir.run.Build.program;
import static dev.smalti.processor.ir.run.Build.range;
import static dev.smalti.processor.ir.run.Build.read;
import static dev.smalti.processor.ir.run.Build.ref;
import static dev.smalti.processor.ir.run.Build.remoteLoad;
import static dev.smalti.processor.ir.run.Build.signal;
import static dev.smalti.processor.ir.run.Build.store;
import static dev.smalti.processor.ir.run.Build.tell;
import static dev.smalti.processor.ir.run.Build.tensor;
import static dev.smalti.processor.ir.run.Build.waitFor;
import static dev.smalti.processor.ir.run.Build.when;
import static dev.smalti.processor.ir.run.Build.window;

import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.List;

/** The sum over all ranks of the design's first example, as three functions. */
record AllReduce(Function kernel, Function graph, Function program) {
  static final int SIZE = 33;

  private static final Dim N = n(SIZE);
  private static final Variable INPUT = tensor("input", Element.F32, Dim.ONE, N);
  private static final Variable OUTPUT = tensor("output", Element.F32, Dim.ONE, N);
  private static final Variable DATA = window("data", Element.F32, Dim.ONE, N);
  private static final Variable ARRIVED = signal("arrived", RANKS, Dim.ONE);
  private static final List<Variable> PARAMETERS = List.of(INPUT, OUTPUT, DATA, ARRIVED);
  private static final Variable ME = integer("me");

  /** Notify everybody, then wait for everybody. */
  static AllReduce of() {
    return with(false, List.of(tellAll(), awaitAll()));
  }

  /** Wait for everybody, then notify: stalls. */
  static AllReduce stalled() {
    return with(false, List.of(awaitAll(), tellAll()));
  }

  static AllReduce barrier() {
    return with(true, List.of(new Stmt.Barrier(ARRIVED, Build.line(20))));
  }

  private static Stmt tellAll() {
    Variable peer = integer("peer");
    return range(
        peer,
        extent(RANKS),
        when(notMe(peer), tell(20, ARRIVED, read(peer), at(read(ME), c(0)), c(1))));
  }

  private static Stmt awaitAll() {
    Variable source = integer("source");
    return range(
        source,
        extent(RANKS),
        when(notMe(source), waitFor(22, ARRIVED, at(read(source), c(0)), c(1))));
  }

  private static Scalar notMe(Variable peer) {
    return op(BinaryScalar.NOT_EQUAL, read(peer), read(ME));
  }

  private static AllReduce with(boolean twice, List<Stmt> synchronization) {
    Function kernel = Build.kernel("reduceStep", PARAMETERS, body(synchronization));
    Function graph =
        Build.function(
            FunctionKind.JIT,
            "perDevice",
            PARAMETERS,
            call(kernel, named(INPUT), named(OUTPUT), named(DATA), named(ARRIVED)));
    return new AllReduce(kernel, graph, program(graph, twice));
  }

  private static Stmt[] body(List<Stmt> synchronization) {
    Variable loaded = named("loaded", load(INPUT));
    Variable sum = named("sum", load(DATA));
    Variable peer = integer("from");
    Variable remote = named("remote", remoteLoad(DATA, read(peer)));
    List<Stmt> body = new ArrayList<>();
    body.add(let(ME, new Scalar.Rank(DATA)));
    body.add(let(loaded, load(INPUT)));
    body.add(store(DATA, ref(loaded)));
    body.addAll(synchronization);
    body.add(let(sum, load(DATA)));
    body.add(
        range(
            peer,
            extent(RANKS),
            when(
                notMe(peer),
                let(remote, remoteLoad(DATA, read(peer))),
                assign(sum, Build.binary(BinaryOp.ADD, ref(sum), ref(remote))))));
    body.add(store(OUTPUT, ref(sum)));
    return body.toArray(Stmt[]::new);
  }

  private static Function program(Function graph, boolean twice) {
    Variable inputs = tensor("inputs", Element.F32, RANKS, Dim.ONE, N);
    Variable outputs = tensor("outputs", Element.F32, RANKS, Dim.ONE, N);
    Variable data = window("buffer", Element.F32, Dim.ONE, N);
    Variable arrived = signal("flags", RANKS, Dim.ONE);
    List<Stmt> body = new ArrayList<>();
    body.add(let(data, new Place.NewWindow(data.tensor())));
    body.add(let(arrived, new Place.NewSignal(arrived.signal())));
    body.add(dispatch("r", graph, inputs, outputs, data, arrived));
    if (twice) {
      // Separates the rounds: a rank must not overwrite what a slower one still reads.
      body.add(new Stmt.Barrier(arrived, Build.line(30)));
      body.add(dispatch("s", graph, inputs, outputs, data, arrived));
    }
    return Build.program("allReduce", List.of(inputs, outputs), body.toArray(Stmt[]::new));
  }

  private static Stmt dispatch(
      String name,
      Function graph,
      Variable inputs,
      Variable outputs,
      Variable data,
      Variable arrived) {
    Variable rank = integer(name);
    Variable in = new Variable(name + "In", row(inputs));
    Variable out = new Variable(name + "Out", row(outputs));
    return forEachRank(
        rank,
        let(in, rowOf(inputs, rank)),
        let(out, rowOf(outputs, rank)),
        call(graph, named(in), named(out), named(data), named(arrived)));
  }

  private static TensorType row(Variable tensor) {
    return tensor.tensor().withShape(List.of(Dim.ONE, N));
  }

  private static Place rowOf(Variable tensor, Variable rank) {
    return new Place.View(
        tensor, at(read(rank), c(0), c(0)), List.of(Dim.ONE, Dim.ONE, N), 1, row(tensor));
  }

  Interpreter interpreter() {
    return Build.interpreter(kernel, graph, program);
  }

  /** Element i of rank r is such that the order of additions shows. */
  static float[] inputs(int ranks) {
    float[] inputs = new float[ranks * SIZE];
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = (float) Math.sin(i + 1) * (1 << (i / SIZE % 8 * 3));
    }
    return inputs;
  }

  /** Own value first, then the peers in ascending order. */
  static float[] expected(float[] inputs, int ranks) {
    float[] sums = new float[inputs.length];
    for (int rank = 0; rank < ranks; rank++) {
      for (int i = 0; i < SIZE; i++) {
        float sum = inputs[rank * SIZE + i];
        for (int peer = 0; peer < ranks; peer++) {
          sum = peer == rank ? sum : sum + inputs[peer * SIZE + i];
        }
        sums[rank * SIZE + i] = sum;
      }
    }
    return sums;
  }

  float[] run(int ranks, Schedule schedule) {
    float[] outputs = new float[ranks * SIZE];
    interpreter()
        .runProgram(
            program,
            ranks,
            List.of(
                Build.floats("inputs", inputs(ranks), ranks, 1, SIZE),
                Build.floats("outputs", outputs, ranks, 1, SIZE)),
            schedule);
    return outputs;
  }
}
