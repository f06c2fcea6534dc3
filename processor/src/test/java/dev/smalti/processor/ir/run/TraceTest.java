package dev.smalti.processor.ir.run;

import static com.google.common.truth.Truth.assertThat;
import static dev.smalti.processor.ir.run.Build.C;
import static dev.smalti.processor.ir.run.Build.R;
import static dev.smalti.processor.ir.run.Build.RANKS;
import static dev.smalti.processor.ir.run.Build.assign;
import static dev.smalti.processor.ir.run.Build.at;
import static dev.smalti.processor.ir.run.Build.c;
import static dev.smalti.processor.ir.run.Build.element;
import static dev.smalti.processor.ir.run.Build.extent;
import static dev.smalti.processor.ir.run.Build.integer;
import static dev.smalti.processor.ir.run.Build.kernel;
import static dev.smalti.processor.ir.run.Build.let;
import static dev.smalti.processor.ir.run.Build.line;
import static dev.smalti.processor.ir.run.Build.load;
import static dev.smalti.processor.ir.run.Build.n;
import static dev.smalti.processor.ir.run.Build.named;
import static dev.smalti.processor.ir.run.Build.op;
import static dev.smalti.processor.ir.run.Build.range;
import static dev.smalti.processor.ir.run.Build.read;
import static dev.smalti.processor.ir.run.Build.remoteLoad;
import static dev.smalti.processor.ir.run.Build.signal;
import static dev.smalti.processor.ir.run.Build.splat;
import static dev.smalti.processor.ir.run.Build.store;
import static dev.smalti.processor.ir.run.Build.tell;
import static dev.smalti.processor.ir.run.Build.tensor;
import static dev.smalti.processor.ir.run.Build.waitFor;
import static dev.smalti.processor.ir.run.Build.when;
import static dev.smalti.processor.ir.run.Build.window;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.smalti.processor.ir.BinaryOp;
import dev.smalti.processor.ir.BinaryScalar;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionKind;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Relation;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Update;
import dev.smalti.processor.ir.Variable;
import dev.smalti.runtime.protocol.Box;
import dev.smalti.runtime.protocol.Event;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The communication of every rank, without any value of a tile. */
final class TraceTest {
  private static final Variable FLAGS = signal("flags", n(4));
  private static final Variable DATA = window("data", Element.I32, n(4), n(6));
  private static final Variable X = tensor("x", Element.I32, n(4));
  private static final Variable I = integer("i");

  private static CommunicationTrace trace(int ranks, Function function) {
    return Build.interpreter().trace(function, ranks, Map.of(), Map.of());
  }

  private static List<Event> events(Function function) {
    CommunicationTrace trace = trace(2, function);
    assertThat(trace.complete()).isTrue();
    return trace.traces().get(1).events();
  }

  private static Event.Access access(int owner, Box box, Event.Mode mode) {
    return new Event.Access("data", owner, box, mode, 10);
  }

  private static Box box(long row, long column, long rows, long columns) {
    return new Box(List.of(row, column), List.of(rows, columns));
  }

  @Test
  void theAllReduceAsItRuns() {
    AllReduce program = AllReduce.of();
    CommunicationTrace trace =
        program.interpreter().trace(program.program(), 3, Map.of(), Map.of());
    assertThat(trace.complete()).isTrue();
    Box all = new Box(List.of(0L, 0L), List.of(1L, (long) AllReduce.SIZE));
    assertThat(trace.traces().get(1).events())
        .containsExactly(
            new Event.Access("buffer", 1, all, Event.Mode.WRITE, 10),
            new Event.Notify(0, "flags", 1, Event.Update.ADD, 1, 20),
            new Event.Notify(2, "flags", 1, Event.Update.ADD, 1, 20),
            new Event.Await("flags", 0, Event.Relation.GE, 1, 22),
            new Event.Await("flags", 2, Event.Relation.GE, 1, 22),
            new Event.Access("buffer", 1, all, Event.Mode.READ, 10),
            new Event.Access("buffer", 0, all, Event.Mode.READ, 10),
            new Event.Access("buffer", 2, all, Event.Mode.READ, 10))
        .inOrder();
    assertThat(trace.traces()).hasSize(3);
    assertThat(trace.traces().get(2).rank()).isEqualTo(2);
    assertThat(trace.traces().get(2).ranks()).isEqualTo(3);
  }

  @Test
  void aBarrierIsCreditsThatAreTakenBack() {
    Variable flags = signal("flags", RANKS, Dim.ONE);
    Function kernel = kernel("barrier", List.of(flags), new Stmt.Barrier(flags, line(8)));
    assertThat(trace(3, kernel).traces().get(1).events())
        .containsExactly(
            new Event.Notify(0, "flags", 1, Event.Update.ADD, 1, 8),
            new Event.Notify(2, "flags", 1, Event.Update.ADD, 1, 8),
            new Event.Await("flags", 0, Event.Relation.GE, 1, 8),
            new Event.Await("flags", 2, Event.Relation.GE, 1, 8),
            new Event.Notify(1, "flags", 0, Event.Update.ADD, -1, 8),
            new Event.Notify(1, "flags", 2, Event.Update.ADD, -1, 8))
        .inOrder();
  }

  @Test
  void accessesAreInTheAxesOfTheAllocation() {
    Variable row = window("row", Element.I32, n(6));
    Variable me = integer("me");
    Tile nine = new Tile.Fill(TileType.of(Element.I32, Dim.ONE, n(2)), c(9));
    Variable local = named("local", load(row, at(1), n(3)));
    Function kernel =
        kernel(
            "test",
            List.of(DATA),
            let(me, new Scalar.Rank(DATA)),
            let(row, new Place.View(DATA, at(read(me), c(0)), List.of(n(1), n(6)), 1, row.type())),
            let(local, load(row, at(1), n(3))),
            store(row, at(4), nine),
            new Stmt.Store(row, at(0), nine, Update.ADD, Build.TEN),
            new Stmt.RemoteStore(row, c(0), at(2), nine, Update.SET, Build.TEN),
            new Stmt.RemoteStore(row, c(0), at(3), nine, Update.ADD, Build.TEN),
            let(named("far", remoteLoad(row, c(0))), remoteLoad(row, c(0))),
            Build.write(row, at(5), c(1)));
    assertThat(events(kernel))
        .containsExactly(
            access(1, box(1, 1, 1, 3), Event.Mode.READ),
            access(1, box(1, 4, 1, 2), Event.Mode.WRITE),
            access(1, box(1, 0, 1, 2), Event.Mode.ATOMIC),
            access(0, box(1, 2, 1, 2), Event.Mode.WRITE),
            access(0, box(1, 3, 1, 2), Event.Mode.ATOMIC),
            access(0, box(1, 0, 1, 6), Event.Mode.READ),
            access(1, box(1, 5, 1, 1), Event.Mode.WRITE))
        .inOrder();
  }

  @Test
  void accessesOfReshapedWindowsAreBoxesOfTheAllocation() {
    Variable flat = window("flat", Element.I32, n(24));
    Variable rest = window("rest", Element.I32, n(14));
    Variable again = window("again", Element.I32, n(14));
    Function kernel =
        kernel(
            "test",
            List.of(DATA),
            let(flat, new Place.Reshaped(DATA, flat.tensor())),
            let(named("a", load(flat, at(4), n(8))), load(flat, at(4), n(8))),
            let(rest, new Place.View(flat, at(10), List.of(n(14)), 0, rest.type())),
            let(again, new Place.Reshaped(rest, again.tensor())),
            Build.write(again, at(3), c(1)));
    assertThat(events(kernel))
        .containsExactly(
            access(1, box(0, 4, 1, 2), Event.Mode.READ),
            access(1, box(1, 0, 1, 6), Event.Mode.READ),
            access(1, box(2, 1, 1, 1), Event.Mode.WRITE))
        .inOrder();
  }

  /** Of an element that is seen in parts, there is an axis more: its bytes. */
  @Test
  void accessesOfTypedViewsAreBoxesOfTheAllocation() {
    Variable halves = window("halves", Element.I16, n(4), n(12));
    Variable tail = window("tail", Element.I32, n(4));
    Variable longs = window("longs", Element.I64, n(2));
    Function kernel =
        kernel(
            "test",
            List.of(DATA),
            let(halves, new Place.Reshaped(DATA, halves.tensor())),
            let(named("a", load(halves, at(1, 1), n(2), n(5))), load(halves, at(1, 1), n(2), n(5))),
            let(tail, new Place.View(DATA, at(2, 2), List.of(n(1), n(4)), 1, tail.type())),
            let(longs, new Place.Reshaped(tail, longs.tensor())),
            Build.write(longs, at(1), c(1)));
    assertThat(events(kernel))
        .containsExactly(
            access(1, partOfElement(1, 0, 2), Event.Mode.READ),
            access(1, box(1, 1, 1, 2), Event.Mode.READ),
            access(1, partOfElement(2, 0, 2), Event.Mode.READ),
            access(1, box(2, 1, 1, 2), Event.Mode.READ),
            access(1, box(2, 4, 1, 2), Event.Mode.WRITE))
        .inOrder();
  }

  /** The bytes of an element from one on. */
  private static Box partOfElement(long row, long column, long from) {
    return new Box(List.of(row, column, from), List.of(1L, 1L, 4 - from));
  }

  @Test
  void typedViewsThatAreNotPossibleAreFaults() {
    Variable wide = window("wide", Element.I64, n(3), n(4));
    Variable larger = window("larger", Element.F16, n(7), n(7));
    Variable part = window("part", Element.I32, n(4));
    assertThat(
            events(
                kernel("test", List.of(DATA), let(wide, new Place.Reshaped(DATA, wide.tensor())))))
        .isEmpty();
    assertThat(fault(let(larger, new Place.Reshaped(DATA, larger.tensor()))))
        .isEqualTo("data: it has 96 bytes, a view [7, 7] of elements of 2 bytes needs more");
    Variable odd = window("odd", Element.F64, n(2));
    assertThat(
            fault(
                let(part, new Place.View(DATA, at(0, 1), List.of(n(1), n(4)), 1, part.type())),
                let(odd, new Place.Reshaped(part, odd.tensor()))))
        .isEqualTo(
            "data: a view of elements of 8 bytes starts at byte 4, which is no multiple of that");
  }

  private static String fault(Stmt... statements) {
    Function kernel = kernel("test", List.of(DATA), statements);
    Event last = trace(2, kernel).traces().get(1).events().getLast();
    return ((Event.Fault) last).text();
  }

  private static Stmt transfer(Stmt.Way way, Variable window, Scalar peer, Variable local) {
    return new Stmt.Transfer(window, peer, local, way, List.of(), false, Build.TEN);
  }

  @Test
  void transfersReadOneSideAndWriteTheOther() {
    Variable first = window("first", Element.I32, n(1), n(6));
    Variable second = window("second", Element.I32, n(1), n(6));
    Variable plain = tensor("plain", Element.I32, n(4), n(6));
    Function kernel =
        kernel(
            "test",
            List.of(DATA, plain),
            let(first, new Place.View(DATA, at(1, 0), List.of(n(1), n(6)), 0, first.type())),
            let(second, new Place.View(DATA, at(2, 0), List.of(n(1), n(6)), 0, second.type())),
            transfer(Stmt.Way.PUT, first, c(0), second),
            transfer(Stmt.Way.ADD, first, c(1), second),
            transfer(Stmt.Way.GET, DATA, c(0), plain),
            transfer(Stmt.Way.GET, first, c(0), second));
    assertThat(events(kernel))
        .containsExactly(
            access(1, box(2, 0, 1, 6), Event.Mode.READ),
            access(0, box(1, 0, 1, 6), Event.Mode.WRITE),
            access(1, box(2, 0, 1, 6), Event.Mode.READ),
            access(1, box(1, 0, 1, 6), Event.Mode.ATOMIC),
            access(0, box(0, 0, 4, 6), Event.Mode.READ),
            access(0, box(1, 0, 1, 6), Event.Mode.READ),
            access(1, box(2, 0, 1, 6), Event.Mode.WRITE))
        .inOrder();
    Function toItself = kernel("test", List.of(DATA), transfer(Stmt.Way.PUT, DATA, c(1), DATA));
    List<Event> ended =
        Build.interpreter(toItself)
            .trace(toItself, 2, Map.of(), Map.of())
            .communication()
            .traces()
            .get(1)
            .events();
    assertThat(ended)
        .containsExactly(
            new Event.Fault("data: it has elements in common with data on this rank", 10));
  }

  @Test
  void fusedLoadsComeBeforeTheStore() {
    Tile sum =
        Build.binary(
            BinaryOp.ADD,
            load(DATA, at(0, 0), n(1), n(2)),
            remoteLoad(DATA, c(0), at(1, 0), n(1), n(2)));
    assertThat(events(kernel("test", List.of(DATA), store(DATA, at(2, 0), sum))))
        .containsExactly(
            access(1, box(0, 0, 1, 2), Event.Mode.READ),
            access(0, box(1, 0, 1, 2), Event.Mode.READ),
            access(1, box(2, 0, 1, 2), Event.Mode.WRITE))
        .inOrder();
  }

  @Test
  void cellsOfViewsAreFlatInTheSignal() {
    Variable grid = signal("grid", n(3), n(4));
    Variable line = signal("line", n(4));
    Function kernel =
        kernel(
            "test",
            List.of(grid),
            let(line, new Place.View(grid, at(2, 0), List.of(n(1), n(4)), 1, line.type())),
            new Stmt.Notify(line, c(0), at(3), Update.SET, c(5), line(11)),
            new Stmt.Await(line, at(1), Relation.EQ, c(6), line(12)));
    assertThat(events(kernel))
        .containsExactly(
            new Event.Notify(0, "grid", 11, Event.Update.SET, 5, 11),
            new Event.Await("grid", 9, Event.Relation.EQ, 6, 12))
        .inOrder();
  }

  @Test
  void aWindowThatIsPassedAsATensorStaysAWindow() {
    Variable plain = tensor("plain", Element.I32, n(4), n(6));
    Variable k = integer("k");
    Function task =
        kernel("task", List.of(plain), range(k, c(1), let(named("t", load(plain)), load(plain))));
    Function graph =
        Build.function(FunctionKind.JIT, "graph", List.of(DATA), Build.call(task, named(DATA)));
    assertThat(
            Build.interpreter(task)
                .trace(graph, 1, Map.of(), Map.of())
                .traces()
                .getFirst()
                .events())
        .containsExactly(access(0, box(0, 0, 4, 6), Event.Mode.READ));
  }

  // ---- data

  private static Stmt readsData() {
    return new Stmt.Let(I, element(X, ScalarType.INT, c(0)), line(5));
  }

  private static CommunicationTrace.Undetermined undetermined(Function kernel) {
    CommunicationTrace trace = trace(2, kernel);
    assertThat(trace.complete()).isFalse();
    assertThat(trace.traces().get(0).partial()).isTrue();
    return (CommunicationTrace.Undetermined) trace.ends().get(0);
  }

  @Test
  void aPeerThatDependsOnDataStopsTheTrace() {
    Function kernel =
        kernel(
            "test",
            List.of(X, FLAGS),
            tell(3, FLAGS, c(0), at(0), c(1)),
            readsData(),
            tell(7, FLAGS, read(I), at(0), c(1)),
            tell(8, FLAGS, c(0), at(0), c(1)));
    CommunicationTrace.Undetermined end = undetermined(kernel);
    assertThat(end.origin()).isEqualTo(line(7));
    assertThat(end.reason()).isEqualTo("it depends on an element of x, read at Test.java:5:5");
    assertThat(trace(2, kernel).traces().get(1).events())
        .containsExactly(
            new Event.Notify(0, "flags", 0, Event.Update.ADD, 1, 3),
            new Event.Undetermined(end.reason(), 7))
        .inOrder();
  }

  @Test
  void communicationUnderDataStopsTheTrace() {
    Scalar positive = op(BinaryScalar.GREATER, read(I), c(0));
    Function branch =
        kernel(
            "test",
            List.of(X, FLAGS),
            readsData(),
            new Stmt.If(
                positive,
                Block.of(tell(7, FLAGS, c(0), at(0), c(1))),
                new Block(List.of()),
                line(6)));
    assertThat(undetermined(branch).origin()).isEqualTo(line(6));
    Function value =
        kernel("test", List.of(X, FLAGS), readsData(), tell(7, FLAGS, c(0), at(0), read(I)));
    assertThat(undetermined(value).origin()).isEqualTo(line(7));
    Function cell =
        kernel("test", List.of(X, FLAGS), readsData(), waitFor(7, FLAGS, at(read(I)), c(1)));
    assertThat(undetermined(cell).origin()).isEqualTo(line(7));
  }

  @Test
  void aCellThatIsReadIsData() {
    Stmt loop =
        new Stmt.While(
            op(BinaryScalar.LESS, new Scalar.ReadCell(FLAGS, at(2)), c(3)),
            Block.of(tell(7, FLAGS, c(0), at(0), c(1))),
            line(6));
    CommunicationTrace.Undetermined end = undetermined(kernel("test", List.of(FLAGS), loop));
    assertThat(end.origin()).isEqualTo(line(6));
    assertThat(end.reason()).contains("a cell of flags");
  }

  @Test
  void dataMayFlowIntoTilesAndTensors() {
    Function kernel =
        kernel(
            "test",
            List.of(X, DATA, FLAGS),
            readsData(),
            store(DATA, at(0, 0), splat(Element.I32, read(I))),
            store(X, at(read(I)), splat(Element.I32, read(I))),
            Build.write(X, at(read(I)), read(I)),
            tell(9, FLAGS, c(0), at(0), c(1)));
    assertThat(events(kernel))
        .containsExactly(
            access(1, box(0, 0, 1, 1), Event.Mode.WRITE),
            new Event.Notify(0, "flags", 0, Event.Update.ADD, 1, 9))
        .inOrder();
  }

  @Test
  void branchesOnDataThatCommunicateNothingArePassedOver() {
    Variable count = integer("count");
    Variable k = integer("k");
    Function kernel =
        kernel(
            "test",
            List.of(X, FLAGS),
            let(count, c(0)),
            range(
                k,
                c(4),
                when(
                    op(BinaryScalar.GREATER, element(X, ScalarType.INT, read(k)), c(0)),
                    assign(count, op(BinaryScalar.ADD, read(count), c(1))),
                    new Stmt.Break(Build.TEN))),
            tell(9, FLAGS, c(0), at(0), c(1)),
            tell(10, FLAGS, read(count), at(0), c(1)));
    CommunicationTrace.Undetermined end = undetermined(kernel);
    assertThat(end.origin()).isEqualTo(line(10));
    assertThat(trace(1, kernel).traces().getFirst().events().getFirst())
        .isEqualTo(new Event.Notify(0, "flags", 0, Event.Update.ADD, 1, 9));
  }

  @Test
  void readingAWindowIsAnAccessToo() {
    Function kernel =
        kernel("test", List.of(DATA), let(I, element(DATA, ScalarType.INT, c(3), c(2))));
    assertThat(events(kernel)).containsExactly(access(1, box(3, 2, 1, 1), Event.Mode.READ));
  }

  @Test
  void scalarsThatDecidePeersAreComputed() {
    // The logarithm of the world's size, as exchanges in doubling distances need it.
    Variable rounds = integer("rounds");
    Variable me = integer("me");
    Scalar bit = op(BinaryScalar.SHIFT_LEFT, c(1), read(rounds));
    Function kernel =
        kernel(
            "test",
            List.of(FLAGS),
            let(me, new Scalar.Rank(FLAGS)),
            let(rounds, c(0)),
            new Stmt.While(
                op(BinaryScalar.LESS, bit, extent(RANKS)),
                Block.of(
                    tell(7, FLAGS, op(BinaryScalar.XOR, read(me), bit), at(read(rounds)), c(1)),
                    assign(rounds, op(BinaryScalar.ADD, read(rounds), c(1)))),
                Build.TEN));
    assertThat(trace(8, kernel).traces().get(5).events())
        .containsExactly(
            new Event.Notify(4, "flags", 0, Event.Update.ADD, 1, 7),
            new Event.Notify(7, "flags", 1, Event.Update.ADD, 1, 7),
            new Event.Notify(1, "flags", 2, Event.Update.ADD, 1, 7))
        .inOrder();
  }

  // ---- sizes, scalars and failures

  @Test
  void sizesAndScalarsAreThoseGiven() {
    Variable data = window("data", Element.I32, R, C);
    Variable root = integer("root");
    Function kernel =
        kernel(
            "test",
            List.of(data, FLAGS, root),
            let(named("t", load(data)), load(data)),
            tell(7, FLAGS, read(root), at(0), c(1)));
    CommunicationTrace trace =
        Build.interpreter().trace(kernel, 2, Map.of("rows", 3L, "columns", 5L), Map.of("root", 1));
    assertThat(trace.traces().getFirst().events())
        .containsExactly(
            access(0, box(0, 0, 3, 5), Event.Mode.READ),
            new Event.Notify(1, "flags", 0, Event.Update.ADD, 1, 7))
        .inOrder();
    CommunicationTrace unknown =
        Build.interpreter().trace(kernel, 2, Map.of("rows", 3L, "columns", 5L), Map.of());
    assertThat(unknown.ends().getFirst())
        .isEqualTo(new CommunicationTrace.Undetermined(line(7), "it depends on the argument root"));
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> Build.interpreter().trace(kernel, 2, Map.of("rows", 3L), Map.of()));
    assertThat(e).hasMessageThat().contains("Test.test needs a value of columns");
  }

  @Test
  void whatIsForbiddenEndsTheTraceOfItsRank() {
    Variable me = integer("me");
    Function kernel =
        kernel(
            "test",
            List.of(FLAGS),
            let(me, new Scalar.Rank(FLAGS)),
            tell(7, FLAGS, op(BinaryScalar.SUBTRACT, read(me), c(1)), at(0), c(1)));
    CommunicationTrace trace = trace(2, kernel);
    assertThat(trace.ends().get(0))
        .isEqualTo(
            new CommunicationTrace.Failed(
                line(7),
                "Test.java:7:5: flags: peer -1 is no rank, there are 2 (rank 0 of 2)",
                "flags: peer -1 is no rank, there are 2"));
    assertThat(trace.traces().get(0).events())
        .containsExactly(new Event.Fault("flags: peer -1 is no rank, there are 2", 7));
    assertThat(trace.traces().get(0).file(0)).isEqualTo("Test.java");
    assertThat(trace.ends().get(1)).isEqualTo(new CommunicationTrace.Finished());
  }

  @Test
  void aRegionOutsideTheWindowIsForbidden() {
    Function kernel =
        kernel(
            "test",
            List.of(DATA),
            let(named("t", load(DATA)), remoteLoad(DATA, c(0), at(1, 0), n(4), n(6))));
    assertThat(trace(1, kernel).ends().getFirst().toString())
        .contains("data: axis 0 has extent 4, 4 elements from 1 are outside");
  }

  @Test
  void aProgramThatDependsOnDataStopsAllRanks() {
    Variable root = integer("root");
    AllReduce reduce = AllReduce.of();
    Function program =
        Build.program(
            "program",
            List.of(root),
            when(
                op(BinaryScalar.EQUAL, read(root), c(0)),
                Build.forEachRank(integer("r"), Build.call(reduce.graph()))));
    CommunicationTrace trace = Build.interpreter().trace(program, 3, Map.of(), Map.of());
    trace
        .ends()
        .forEach(end -> assertThat(end).isInstanceOf(CommunicationTrace.Undetermined.class));
    assertThat(trace.ends()).hasSize(3);
  }

  @Test
  void anEndlessLoopIsGivenUp() {
    Function kernel =
        kernel(
            "test",
            List.of(FLAGS),
            let(I, c(1)),
            new Stmt.While(Scalar.Constant.of(true), Block.of(assign(I, c(2))), line(6)));
    CommunicationTrace trace = Build.interpreter().trace(kernel, 1, Map.of(), Map.of(), 1000);
    assertThat(trace.ends().getFirst().toString())
        .contains("more than 1000 statements have been run");
  }

  @Test
  void longLoopsOverTilesCostNothing() {
    Variable x = tensor("big", Element.F32, n(1 << 30), n(1));
    Variable r = integer("r");
    Function kernel =
        kernel(
            "test",
            List.of(x, FLAGS),
            range(
                r,
                c(1 << 30),
                let(
                    named("t", load(x, at(read(r), c(0)), n(1), n(1))),
                    load(x, at(read(r), c(0)), n(1), n(1)))),
            tell(7, FLAGS, c(0), at(0), c(1)));
    CommunicationTrace trace = Build.interpreter().trace(kernel, 1, Map.of(), Map.of(), 100);
    assertThat(trace.complete()).isTrue();
    assertThat(trace.traces().getFirst().events()).hasSize(1);
  }

  @Test
  void aMillionEventsTakeAboutASecond() {
    AllReduce barrier = AllReduce.barrier();
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    long start = clock.getCurrentThreadCpuTime();
    CommunicationTrace trace =
        barrier.interpreter().trace(barrier.program(), 300, Map.of(), Map.of());
    double seconds = (clock.getCurrentThreadCpuTime() - start) / 1e9;
    long events = trace.traces().stream().mapToLong(t -> t.events().size()).sum();
    assertThat(events).isAtLeast(980_000);
    // Far above what it takes, so that only a change of order fails it.
    assertThat(seconds / events).isLessThan(10e-6);
  }
}
