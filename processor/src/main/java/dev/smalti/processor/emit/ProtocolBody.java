package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Announcement;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Reach;
import dev.smalti.processor.ir.Reaches;
import dev.smalti.processor.ir.Relation;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.TaskType;
import dev.smalti.processor.ir.Tasks;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Update;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The statements of a skeleton. */
final class ProtocolBody {
  /** A loop around the statement that is written. */
  private static final class Loop {
    private final Stmt stmt;
    private boolean broken;

    Loop(Stmt stmt) {
      this.stmt = stmt;
    }
  }

  private final Function function;
  private final SilentCallees silent;
  private final Context context;
  private final Comments comments;
  private final DataDependent data;
  private final Relevance relevance;
  private final Divisions divisions;

  /** The local with the trace of one rank, or in a program the one with the world. */
  private final String first;

  private final SourceFile file;
  private final Deque<Loop> loops = new ArrayDeque<>();
  private boolean inProgram;

  ProtocolBody(
      Function function,
      FunctionTable functions,
      SilentCallees silent,
      Context context,
      Comments comments,
      String first) {
    this.function = function;
    this.silent = silent;
    this.context = context;
    this.comments = comments;
    this.first = first;
    this.inProgram = !first.equals(context.core);
    this.data = new DataDependent(function);
    this.relevance = new Relevance(function, functions, new Reaches(functions), data);
    this.divisions = relevance.divisions();
    this.file = new SourceFile(function);
  }

  void write(Lines out) {
    if (!inProgram) {
      windowsAsTensors(out);
    }
    file.start(tracer(), out);
    List<Stmt> statements = new ArrayList<>(function.body().statements());
    if (!statements.isEmpty() && statements.getLast() instanceof Stmt.Return) {
      statements.removeLast();
    }
    block(statements, out);
  }

  /** Who takes what happens here: the trace of the rank, or the world. */
  private String tracer() {
    return inProgram ? first : context.core;
  }

  /** A window can be passed where a tensor is declared; its accesses are not in the skeleton. */
  private void windowsAsTensors(Lines out) {
    function.parameters().stream()
        .filter(p -> p.type() instanceof TensorType t && !t.isWindow())
        .forEach(
            p ->
                out.line(
                    "%s.tensor(%s, %s, %d);"
                        .formatted(
                            context.core,
                            context.names.of(p.variable()),
                            Literals.quoted(p.name()),
                            p.span().line())));
  }

  /** Writes statements; gives whether control can reach their end. */
  private boolean block(List<Stmt> statements, Lines out) {
    for (Stmt stmt : statements) {
      if (relevance.isRelevant(stmt)) {
        comments.write(stmt.origin(), out);
        if (!statement(stmt, out)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Statements inside others: which file was named last is not known there, nor behind them. */
  private boolean inner(Block block, Lines out) {
    file.forget();
    boolean ends = block(block.statements(), out);
    file.forget();
    return ends;
  }

  /** Writes a statement; gives whether control can reach its end. */
  private boolean statement(Stmt stmt, Lines out) {
    int line = stmt.origin().line();
    file.enter(stmt, tracer(), out);
    if (divisions.mayFail(stmt)) {
      out.line("%s.at(%d);".formatted(tracer(), line));
    }
    evaluate(stmt, line, out);
    if (stmt instanceof Stmt.RemoteStore s && unknown(s).isEmpty()) {
      peerFirst(s, line, out);
    }
    Optional<DataDependent.Cause> unseen = new WindowReads(stmt, line, out).write();
    Optional<DataDependent.Cause> unknown = unseen.or(() -> unknown(stmt));
    if (unknown.isPresent()) {
      return passOver(stmt, unknown.get(), line, out);
    }
    return known(stmt, line, out);
  }

  /** Scalars that may fail and that the skeleton has no other use for. */
  private void evaluate(Stmt stmt, int line, Lines out) {
    boolean unused =
        switch (stmt) {
          case Stmt.Let s -> !(s.value() instanceof Scalar) || !data.isKnown(s.variable());
          case Stmt.Assign s -> !(s.value() instanceof Scalar) || !data.isKnown(s.variable());
          case Stmt.Store _,
              Stmt.RemoteStore _,
              Stmt.Transfer _,
              Stmt.WriteElement _,
              Stmt.Call _ ->
              true;
          default -> false;
        };
    if (unused && !inProgram) {
      for (Scalar scalar : relevance.failing(stmt)) {
        out.line("%s.value(%s);".formatted(context.core, text(scalar, line)));
      }
    }
  }

  /** The peer is looked at before the value is read. */
  private void peerFirst(Stmt.RemoteStore s, int line, Lines out) {
    Lines reads = new Lines();
    new WindowReads(s, line, reads).write();
    if (!reads.isEmpty()) {
      out.line(peer(s.target(), s.peer(), line) + ";");
    }
  }

  private boolean known(Stmt stmt, int line, Lines out) {
    switch (stmt) {
      case Stmt.Let s when s.value() instanceof Scalar value && data.isKnown(s.variable()) -> {
        String type = s.variable().scalar().keyword();
        out.line("%s %s = %s;".formatted(type, name(s.variable()), text(value, line)));
        context.bounds.define(s.variable(), value);
      }
      case Stmt.Let s when s.value() instanceof Place place ->
          out.line(
              "%s %s = %s;"
                  .formatted(
                      place instanceof Place.Devices ? Api.DEVICE_SET : Api.TRACED_MEMORY,
                      name(s.variable()),
                      place(s.variable().name(), place, line)));
      case Stmt.Assign s when s.value() instanceof Scalar value && data.isKnown(s.variable()) ->
          out.line("%s = %s;".formatted(name(s.variable()), text(value, line)));
      case Stmt.Let s when s.value() instanceof Tasks tasks -> {
        String type = ((TaskType) s.variable().type()).array() ? "int[]" : "int";
        out.line("%s %s = %s;".formatted(type, name(s.variable()), tasks(tasks, line)));
      }
      case Stmt.Assign s when s.value() instanceof Tasks tasks ->
          out.line("%s = %s;".formatted(name(s.variable()), tasks(tasks, line)));
      case Stmt.Let _, Stmt.Assign _ -> {}
      case Stmt.Store s -> {
        if (Relevance.isWindow(s.target())) {
          stored(s.target(), own(), s.update(), s.offsets(), s.value().type(), line, out);
        }
      }
      case Stmt.RemoteStore s ->
          stored(
              s.target(),
              peer(s.target(), s.peer(), line),
              s.update(),
              s.offsets(),
              s.value().type(),
              line,
              out);
      case Stmt.Transfer s -> transfer(s, line, out);
      case Stmt.WriteElement s -> {
        if (Relevance.isWindow(s.target())) {
          List<Dim> one = Collections.nCopies(s.indices().size(), Dim.ONE);
          access(s.target(), own(), "WRITE", s.indices(), one, line, out);
        }
      }
      case Stmt.Notify s -> notify(s, line, out);
      case Stmt.Await s -> await(s, line, out);
      case Stmt.Barrier _ ->
          throw new IllegalArgumentException("a barrier is lowered before code is written");
      case Stmt.Announce s -> announce(s, line, out);
      case Stmt.Require s -> {
        Requirement requirement = new Requirement(s, context.scalars, line);
        out.open("if (" + requirement.broken() + ")");
        out.line("throw %s.fault(%s, %d);".formatted(tracer(), requirement.message(), line));
        out.close();
      }
      case Stmt.For s -> {
        String head = ForHead.of(s, context, line, out);
        context.bounds.enter(s);
        loop(s, head, s.body(), out);
      }
      case Stmt.While s -> {
        Java condition = context.scalars.of(s.condition(), line);
        Loop written = loop(s, "while (" + condition.text() + ")", s.body(), out);
        return written.broken || !Completion.isTrue(s.condition());
      }
      case Stmt.If s -> {
        return branch(s, line, out);
      }
      case Stmt.Break _ -> {
        leaveLoop(out);
        return false;
      }
      case Stmt.Continue _ -> {
        out.line("continue;");
        return false;
      }
      case Stmt.Return _ -> {
        out.line("return;");
        return false;
      }
      case Stmt.Call s -> {
        out.line("%s.at(%d);".formatted(context.core, line));
        out.line(call(s, line) + ";");
        file.forget();
      }
      case Stmt.PutTask s ->
          out.line(
              "%s.put(%s, %s, %s, %s, %d);"
                  .formatted(
                      context.core,
                      Literals.quoted(s.array().name()),
                      name(s.array()),
                      text(s.index(), line),
                      tasks(s.value(), line),
                      line));
      case Stmt.Submit s -> {
        return submit(s, line, out);
      }
      case Stmt.Callback _ -> out.line("%s.fence(%d);".formatted(tracer(), line));
      case Stmt.ForEachRank s -> forEachRank(s, out);
    }
    return true;
  }

  private void transfer(Stmt.Transfer s, int line, Lines out) {
    for (Scalar size : s.chunk()) {
      if (!(size instanceof Scalar.Constant)) {
        out.line("%s.chunk(%s, %d);".formatted(context.core, text(size, line), line));
      }
    }
    out.line(
        "%s.transfer(%s, %d, %s, %s.Mode.%s, %s);"
            .formatted(
                name(s.window()),
                context.core,
                line,
                text(s.peer(), line),
                Api.EVENT,
                switch (s.way()) {
                  case PUT -> "WRITE";
                  case ADD -> "ATOMIC";
                  case GET -> "READ";
                },
                name(s.local())));
  }

  private void notify(Stmt.Notify s, int line, Lines out) {
    out.line(
        "%s.notify(%s, %s.name(), %s, %s.Update.%s, %s, %d);"
            .formatted(
                context.core,
                peer(s.signal(), s.peer(), line),
                name(s.signal()),
                cell(s.signal(), s.cell(), line),
                Api.EVENT,
                s.update(),
                text(s.value(), line),
                line));
  }

  private void await(Stmt.Await s, int line, Lines out) {
    out.line(
        "%s.await(%s.name(), %s, %s.Relation.%s, %s, %d);"
            .formatted(
                context.core,
                name(s.signal()),
                cell(s.signal(), s.cell(), line),
                Api.EVENT,
                relation(s.relation()),
                text(s.value(), line),
                line));
  }

  private void announce(Stmt.Announce s, int line, Lines out) {
    switch (s.what()) {
      case Announcement.Begins b -> {
        boolean placed = b.memory().stream().allMatch(place -> data.of(place, s).isEmpty());
        List<String> arguments = new ArrayList<>();
        arguments.add(Literals.quoted(b.collective()));
        arguments.add(Literals.quoted(b.operator()));
        arguments.add(Literals.quoted(b.algorithm()));
        arguments.add(Literals.quoted(b.elementName()));
        arguments.add(b.root().map(r -> text(r, line)).orElse(Api.COLLECTIVE_CALL + ".UNKNOWN"));
        arguments.add(String.valueOf(line));
        arguments.add(place("", b.signal(), line));
        if (placed) {
          b.memory().forEach(place -> arguments.add(place("", place, line)));
        }
        out.line("%s.joins(%s);".formatted(context.core, String.join(", ", arguments)));
      }
      case Announcement.Chooses(String algorithm) ->
          out.line("%s.chooses(%s);".formatted(context.core, Literals.quoted(algorithm)));
      case Announcement.Completes() -> out.line(context.core + ".completes();");
    }
  }

  // ---- tasks: numbers, or arrays of them

  private String tasks(Tasks tasks, int line) {
    return switch (tasks) {
      case Tasks.Ref(Variable variable) -> name(variable);
      case Tasks.Element(Variable array, Scalar index) ->
          "%s.task(%s, %s, %s, %d)"
              .formatted(
                  context.core,
                  Literals.quoted(array.name()),
                  name(array),
                  text(index, line),
                  line);
      case Tasks.Reached e ->
          "%s.condition(%s.name(), %s, %s.Relation.%s, %s, %d)"
              .formatted(
                  context.core,
                  name(e.signal()),
                  cell(e.signal(), e.cell(), line),
                  Api.EVENT,
                  relation(e.relation()),
                  text(e.value(), line),
                  line);
      case Tasks.NewArray(Scalar length) ->
          "%s.tasks(%s, %d)".formatted(context.core, text(length, line), line);
    };
  }

  private boolean submit(Stmt.Submit s, int line, Lines out) {
    List<String> after = new ArrayList<>();
    after.add(Integer.toString(line));
    List<String> single = new ArrayList<>();
    for (Tasks before : s.after()) {
      (before.type().array() ? after : single).add(tasks(before, line));
    }
    if (!single.isEmpty()) {
      after.add(1, "new int[] {" + String.join(", ", single) + "}");
    }
    out.line(
        "int %s = %s.begin(%s);".formatted(name(s.task()), context.core, String.join(", ", after)));
    if (!inner(s.body(), out)) {
      return false;
    }
    file.enter(s, tracer(), out);
    out.line("%s.end(%s);".formatted(context.core, name(s.task())));
    return true;
  }

  private Loop loop(Stmt stmt, String head, Block body, Lines out) {
    Loop loop = new Loop(stmt);
    out.open(head);
    out.line("%s.turn(%d);".formatted(tracer(), stmt.origin().line()));
    loops.push(loop);
    inner(body, out);
    loops.pop();
    out.close();
    return loop;
  }

  private void leaveLoop(Lines out) {
    loops.element().broken = true;
    out.line("break;");
  }

  private boolean branch(Stmt.If s, int line, Lines out) {
    out.open("if (" + text(s.condition(), line) + ")");
    boolean ends = inner(s.then(), out);
    if (s.otherwise().isEmpty()) {
      ends = true;
    } else {
      out.next("else");
      ends |= inner(s.otherwise(), out);
    }
    out.close();
    return ends;
  }

  // ---- what is not known

  /**
   * Writes what becomes of a statement on data: if it may signal, the trace ends; else control goes
   * on behind it, or behind the loop that it may leave.
   */
  private boolean passOver(Stmt stmt, DataDependent.Cause cause, int line, Lines out) {
    Stmt passed = stmt;
    boolean leaves = Relevance.leaves(stmt);
    if (leaves && !loops.isEmpty()) {
      passed = loops.element().stmt;
    }
    Reach reach = relevance.reach(passed);
    if (reach == Reach.SIGNALS || leaves && loops.isEmpty() || stmt instanceof Stmt.ForEachRank) {
      out.line("throw %s.end(%s, %d);".formatted(tracer(), reason(cause), line));
      return false;
    }
    boolean names = stmt instanceof Stmt.Let let && let.value() instanceof Place;
    if (reach == Reach.ACCESSES && !names) {
      file.enter(passed, tracer(), out);
      out.line("%s.unseen(%s, %d);".formatted(tracer(), reason(cause), passed.origin().line()));
    }
    if (leaves) {
      leaveLoop(out);
    }
    return !leaves;
  }

  private String reason(DataDependent.Cause cause) {
    String what = cause.isCell() ? "it depends on a cell of " : "it depends on an element of ";
    if (cause.memory().type() instanceof TensorType type && type.isArray()) {
      return Literals.quoted(what + cause.memory().name() + ", read at " + cause.place());
    }
    return "%s + %s.name() + %s"
        .formatted(
            Literals.quoted(what),
            name(cause.memory()),
            Literals.quoted(", read at " + cause.place()));
  }

  /** Why a relevant statement cannot be performed. */
  private Optional<DataDependent.Cause> unknown(Stmt stmt) {
    return switch (stmt) {
      case Stmt.If s -> any(stmt, List.of(s.condition()), List.of());
      case Stmt.While s -> any(stmt, List.of(s.condition()), List.of());
      case Stmt.For s -> any(stmt, List.of(s.from(), s.to(), s.step()), List.of());
      case Stmt.Store s when Relevance.isWindow(s.target()) ->
          data.of(s.target()).or(() -> any(stmt, s.offsets(), valid(s.value().type())));
      case Stmt.RemoteStore s ->
          data.of(s.target())
              .or(() -> any(stmt, with(s.peer(), s.offsets()), valid(s.value().type())));
      case Stmt.Transfer s ->
          data.of(s.window())
              .or(() -> data.of(s.local()))
              .or(() -> any(stmt, with(s.peer(), s.chunk()), List.of()));
      case Stmt.WriteElement s when Relevance.isWindow(s.target()) ->
          data.of(s.target()).or(() -> any(stmt, s.indices(), List.of()));
      case Stmt.Notify s ->
          data.of(s.signal())
              .or(() -> any(stmt, with(s.peer(), s.cell()), List.of()))
              .or(() -> data.of(s.value(), stmt));
      case Stmt.Await s ->
          data.of(s.signal())
              .or(() -> any(stmt, s.cell(), List.of()))
              .or(() -> data.of(s.value(), stmt));
      case Stmt.Announce(Announcement.Begins b, Origin _) ->
          data.of(b.signal(), stmt).or(() -> any(stmt, b.root().stream().toList(), List.of()));
      case Stmt.Require s -> any(stmt, with(s.condition(), s.values()), List.of());
      case Stmt.Call s -> unknownArgument(s);
      case Stmt.PutTask s -> data.of(s.index(), s).or(() -> data.of(s.value(), s));
      case Stmt.Submit s ->
          s.after().stream().flatMap(before -> data.of(before, s).stream()).findFirst();
      case Stmt.ForEachRank s -> s.domain().flatMap(data::of);
      case Stmt.Let s when s.value() instanceof Place place -> data.of(place, s);
      case Stmt.Let s when s.value() instanceof Tasks tasks -> data.of(tasks, s);
      case Stmt.Assign s when s.value() instanceof Tasks tasks -> data.of(tasks, s);
      default -> Optional.empty();
    };
  }

  private Optional<DataDependent.Cause> unknownArgument(Stmt.Call call) {
    for (int i = 0; i < call.arguments().size(); i++) {
      Optional<DataDependent.Cause> cause =
          switch (call.arguments().get(i)) {
            case Scalar scalar ->
                relevance.needs(call, i) ? data.of(scalar, call) : Optional.empty();
            case Place place -> data.of(place, call);
            case Tasks tasks -> data.of(tasks, call);
            case Tile _ -> Optional.empty();
          };
      if (cause.isPresent()) {
        return cause;
      }
    }
    return Optional.empty();
  }

  private Optional<DataDependent.Cause> any(Stmt stmt, List<Scalar> scalars, List<Dim> dims) {
    return scalars.stream()
        .map(s -> data.of(s, stmt))
        .flatMap(Optional::stream)
        .findFirst()
        .or(() -> dims.stream().map(data::of).flatMap(Optional::stream).findFirst());
  }

  private static List<Scalar> with(Scalar first, List<Scalar> rest) {
    List<Scalar> all = new ArrayList<>();
    all.add(first);
    all.addAll(rest);
    return all;
  }

  private static List<Dim> valid(TileType type) {
    return List.of(type.validRows(), type.validColumns());
  }

  // ---- accesses

  /** What a statement itself reads of windows, in the order of evaluation. */
  private final class WindowReads extends dev.smalti.processor.ir.IrVisitor {
    private final Stmt stmt;
    private final int line;
    private final Lines out;
    private Optional<DataDependent.Cause> unknown = Optional.empty();

    WindowReads(Stmt stmt, int line, Lines out) {
      this.stmt = stmt;
      this.line = line;
      this.out = out;
    }

    /** Writes the reads; gives why one of them, and all behind it, cannot be written. */
    Optional<DataDependent.Cause> write() {
      stmt(stmt);
      return unknown;
    }

    @Override
    public void block(Block block) {}

    @Override
    public void scalar(Scalar scalar) {
      switch (scalar) {
        case Scalar.Conditional e when reads(e.yes()) || reads(e.no()) -> {
          scalar(e.condition());
          when(e.condition(), "", e.yes());
          when(e.condition(), "!", e.no());
        }
        case Scalar.Binary e when e.operator().isLogical() && reads(e.right()) -> {
          scalar(e.left());
          when(e.left(), e.operator().symbol().equals("||") ? "!" : "", e.right());
        }
        case Scalar.ReadElement e when Relevance.isWindow(e.tensor()) -> {
          super.scalar(e);
          List<Dim> one = Collections.nCopies(e.indices().size(), Dim.ONE);
          read(e.tensor(), Optional.empty(), e.indices(), one);
        }
        default -> super.scalar(scalar);
      }
    }

    /** Reads that are performed under a condition. */
    private void when(Scalar condition, String not, Scalar part) {
      if (!reads(part) || unknown.isPresent()) {
        return;
      }
      unknown = data.of(condition, stmt);
      if (unknown.isEmpty()) {
        String test = context.scalars.of(condition, line).text();
        out.open("if (" + (not.isEmpty() ? test : "!(" + test + ")") + ")");
        scalar(part);
        out.close();
      }
    }

    private boolean reads(Scalar scalar) {
      boolean[] found = new boolean[1];
      new dev.smalti.processor.ir.IrVisitor() {
        @Override
        public void scalar(Scalar s) {
          found[0] |= s instanceof Scalar.ReadElement e && Relevance.isWindow(e.tensor());
          super.scalar(s);
        }
      }.scalar(scalar);
      return found[0];
    }

    @Override
    public void tile(Tile tile) {
      switch (tile) {
        case Tile.Load load when Relevance.isWindow(load.source()) -> {
          load.offsets().forEach(this::scalar);
          read(load.source(), Optional.empty(), load.offsets(), load.valid());
        }
        case Tile.RemoteLoad load -> {
          scalar(load.peer());
          load.offsets().forEach(this::scalar);
          read(load.source(), Optional.of(load.peer()), load.offsets(), load.shape());
        }
        default -> super.tile(tile);
      }
    }

    private void read(Variable window, Optional<Scalar> peer, List<Scalar> at, List<Dim> box) {
      if (unknown.isPresent()) {
        return;
      }
      unknown =
          data.of(window)
              .or(() -> peer.flatMap(p -> data.of(p, stmt)))
              .or(() -> any(stmt, at, box));
      if (unknown.isEmpty()) {
        String owner = peer.map(p -> peer(window, p, line)).orElse(own());
        access(window, owner, "READ", at, box, line, out);
      }
    }
  }

  private String own() {
    return context.core + ".rank()";
  }

  private void access(
      Variable window,
      String owner,
      String mode,
      List<Scalar> at,
      List<Dim> box,
      int line,
      Lines out) {
    out.line(
        "%s.access(%s, %d, %s, %s.Mode.%s, %s, %s);"
            .formatted(
                name(window),
                context.core,
                line,
                owner,
                Api.EVENT,
                mode,
                positions(at, line),
                longs(box.stream().map(context.dims::asLong).toList())));
  }

  private void stored(
      Variable window,
      String owner,
      Update update,
      List<Scalar> at,
      TileType tile,
      int line,
      Lines out) {
    out.line(
        "%s.store(%s, %d, %s, %s.Mode.%s, %s, %s, %s);"
            .formatted(
                name(window),
                context.core,
                line,
                owner,
                Api.EVENT,
                update == Update.ADD ? "ATOMIC" : "WRITE",
                positions(at, line),
                context.dims.asLong(tile.validRows()).text(),
                context.dims.asLong(tile.validColumns()).text()));
  }

  private String positions(List<Scalar> at, int line) {
    return longs(at.stream().map(s -> context.scalars.of(s, line)).toList());
  }

  private static String longs(List<Java> values) {
    return "new long[] {" + String.join(", ", values.stream().map(Java::text).toList()) + "}";
  }

  private String peer(Variable memory, Scalar peer, int line) {
    return "%s.peer(%s, %d, %s)".formatted(name(memory), context.core, line, text(peer, line));
  }

  private String cell(Variable signal, List<Scalar> cell, int line) {
    List<String> at = cell.stream().map(s -> text(s, line)).toList();
    return "%s.cell(%s, %d, %s)".formatted(name(signal), context.core, line, String.join(", ", at));
  }

  private static String relation(Relation relation) {
    return switch (relation) {
      case GE, EQ -> relation.name();
      case NE, LT, LE, GT ->
          throw new IllegalArgumentException("a signal is awaited with GE or EQ: " + relation);
    };
  }

  private String name(Variable variable) {
    return context.names.of(variable);
  }

  private String text(Scalar scalar, int line) {
    return context.scalars.of(scalar, line).text();
  }

  // ---- memory

  private String place(String name, Place place, int line) {
    return switch (place) {
      case Place.Named(Variable variable) -> name(variable);
      case Place.View view -> view(view, line);
      case Place.Reshaped e when e.isSame() && e.type().shape().size() == 1 ->
          "%s.reshaped(%s, %d, %s)".formatted(name(e.base()), tracer(), line, shape(e.type()));
      case Place.Reshaped(Variable base, TensorType type) ->
          "%s.as(%s, %d, %d, %d, %s)"
              .formatted(
                  name(base),
                  tracer(),
                  line,
                  ((Element) base.tensor().element()).bytes(),
                  ((Element) type.element()).bytes(),
                  shape(type));
      case Place.Devices(Variable _, boolean range, List<Scalar> devices) ->
          "%s.%s(%d, %s)"
              .formatted(
                  first,
                  range ? "devices" : "pick",
                  line,
                  String.join(", ", devices.stream().map(d -> text(d, line)).toList()));
      case Place.NewWindow e -> allocation("window", name, e.type().shape(), line);
      case Place.NewArray _ ->
          throw new IllegalArgumentException("a skeleton has no arrays: " + name);
      case Place.NewTensor(TensorType type, boolean _) ->
          "%s.of(%s.Kind.TENSOR, %s, %s)"
              .formatted(Api.TRACED_MEMORY, Api.TRACED_MEMORY, Literals.quoted(name), shape(type));
      case Place.NewSignal e -> allocation("signal", name, e.type().shape(), line);
    };
  }

  private String shape(TensorType type) {
    return longs(type.shape().stream().map(context.dims::asLong).toList());
  }

  private String allocation(String what, String name, List<Dim> shape, int line) {
    List<String> extents = shape.stream().map(d -> context.dims.asLong(d).text()).toList();
    return "%s.%s(%d, %s, %s)"
        .formatted(first, what, line, Literals.quoted(name), String.join(", ", extents));
  }

  /** Where a view of a tensor lies is not communicated. */
  private String view(Place.View view, int line) {
    List<Java> box = view.extents().stream().map(context.dims::asLong).toList();
    return DataDependent.isTensor(view.base())
        ? "%s.part(%d, %s)".formatted(name(view.base()), view.dropped(), longs(box))
        : "%s.view(%s, %d, %d, %s, %s)"
            .formatted(
                name(view.base()),
                tracer(),
                line,
                view.dropped(),
                positions(view.offsets(), line),
                longs(box));
  }

  // ---- calls

  private String call(Stmt.Call s, int line) {
    List<String> arguments = new ArrayList<>();
    arguments.add(context.core);
    for (int i = 0; i < s.arguments().size(); i++) {
      Expr argument = s.arguments().get(i);
      arguments.add(
          switch (argument) {
            case Scalar scalar ->
                relevance.needs(s, i) ? text(scalar, line) : anything(scalar.type());
            case Place place -> place("", place, line);
            case Tile _, Tasks _ ->
                throw new IllegalArgumentException("a kernel does not take it: " + s);
          });
    }
    return silent.method(s.callee()) + "(" + String.join(", ", arguments) + ")";
  }

  /** In place of a scalar on which nothing of the callee's communication depends. */
  private static String anything(ScalarType type) {
    return type == ScalarType.BOOLEAN ? "false" : "0";
  }

  private void forEachRank(Stmt.ForEachRank s, Lines out) {
    Set<Variable> changing = Captures.of(function, s);
    List<String[]> restore = new ArrayList<>();
    for (Variable variable : new LinkedHashSet<>(changing)) {
      if (data.isKnown(variable) && relevance.needs(variable.name())) {
        String local = name(variable);
        String held = context.names.fresh(variable.name() + "Now");
        out.line(((ScalarType) variable.type()).keyword() + " " + held + " = " + local + ";");
        context.names.alias(variable.name(), held);
        restore.add(new String[] {variable.name(), local});
      }
    }
    String domain = s.domain().map(variable -> name(variable) + ", ").orElse("");
    out.open("%s.forEachRank(%s(%s, %s) ->".formatted(first, domain, context.core, name(s.rank())));
    inProgram = false;
    inner(s.body(), out);
    inProgram = true;
    out.closeWith("});");
    restore.forEach(pair -> context.names.alias(pair[0], pair[1]));
  }
}
