package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Relation;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Update;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The statements of a skeleton. */
final class ProtocolBody {
  private final Function function;
  private final Context context;
  private final Comments comments;
  private final DataDependent data;
  private final Relevance relevance;

  /** The local with the trace of one rank, or in a program the one with the world. */
  private final String first;

  private boolean inProgram;

  ProtocolBody(Function function, Context context, Comments comments, String first) {
    this.function = function;
    this.context = context;
    this.comments = comments;
    this.first = first;
    this.inProgram = !first.equals(context.core);
    this.data = new DataDependent(function);
    this.relevance = new Relevance(function, data);
  }

  void write(Lines out) {
    refuseWindowsAsTensors(out);
    List<Stmt> statements = new ArrayList<>(function.body().statements());
    if (!statements.isEmpty() && statements.getLast() instanceof Stmt.Return) {
      statements.removeLast();
    }
    block(statements, out);
  }

  /** A window can be passed where a tensor is declared; its accesses are not in the skeleton. */
  private void refuseWindowsAsTensors(Lines out) {
    if (inProgram) {
      return;
    }
    function.parameters().stream()
        .filter(p -> p.type() instanceof TensorType t && !t.isWindow())
        .forEach(
            p -> {
              String name = context.names.of(p.variable());
              out.open("if (" + name + ".isWindow())");
              out.line(
                  "throw %s.end(%s + %s.name() + %s, %d);"
                      .formatted(
                          context.core,
                          Literals.quoted("the window "),
                          name,
                          Literals.quoted(
                              " is passed for the tensor "
                                  + p.name()
                                  + " of "
                                  + function.id().display()),
                          p.span().line()));
              out.close();
            });
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

  /** Writes a statement; gives whether control can reach its end. */
  private boolean statement(Stmt stmt, Lines out) {
    int line = stmt.origin().line();
    reads(stmt, line, out);
    Optional<DataDependent.Cause> unknown = unknown(stmt);
    if (unknown.isPresent()) {
      undetermined(unknown.get(), line, out);
      return false;
    }
    switch (stmt) {
      case Stmt.Let s when s.value() instanceof Scalar value -> {
        if (data.isKnown(s.variable())) {
          out.line(
              s.variable().scalar().keyword()
                  + " "
                  + context.names.of(s.variable())
                  + " = "
                  + context.scalars.of(value, line).text()
                  + ";");
          context.bounds.define(s.variable(), value);
        }
      }
      case Stmt.Let s when s.value() instanceof Place place ->
          out.line(
              "%s %s = %s;"
                  .formatted(
                      Api.TRACED_MEMORY,
                      context.names.of(s.variable()),
                      place(s.variable().name(), place, line)));
      case Stmt.Assign s when s.value() instanceof Scalar value -> {
        if (data.isKnown(s.variable())) {
          out.line(
              context.names.of(s.variable())
                  + " = "
                  + context.scalars.of(value, line).text()
                  + ";");
        }
      }
      case Stmt.Let _, Stmt.Assign _ -> {}
      case Stmt.Store s -> {
        if (isWindow(s.target())) {
          access(
              s.target(),
              context.core + ".rank()",
              mode(s.update()),
              s.offsets(),
              stored(s.target(), s.value().type()),
              line,
              out);
        }
      }
      case Stmt.RemoteStore s ->
          access(
              s.target(),
              peer(s.target(), s.peer(), line),
              mode(s.update()),
              s.offsets(),
              stored(s.target(), s.value().type()),
              line,
              out);
      case Stmt.WriteElement s -> {
        if (isWindow(s.target())) {
          access(
              s.target(),
              context.core + ".rank()",
              "WRITE",
              s.indices(),
              ones(s.indices().size()),
              line,
              out);
        }
      }
      case Stmt.Notify s ->
          out.line(
              "%s.notify(%s, %s.name(), %s, %s.Update.%s, %s, %d);"
                  .formatted(
                      context.core,
                      peer(s.signal(), s.peer(), line),
                      context.names.of(s.signal()),
                      cell(s.signal(), s.cell(), line),
                      Api.EVENT,
                      s.update(),
                      context.scalars.of(s.value(), line).text(),
                      line));
      case Stmt.Await s ->
          out.line(
              "%s.await(%s.name(), %s, %s.Relation.%s, %s, %d);"
                  .formatted(
                      context.core,
                      context.names.of(s.signal()),
                      cell(s.signal(), s.cell(), line),
                      Api.EVENT,
                      relation(s.relation()),
                      context.scalars.of(s.value(), line).text(),
                      line));
      case Stmt.Barrier _ ->
          throw new IllegalArgumentException("a barrier is lowered before code is written");
      case Stmt.For s -> {
        String head = ForHead.of(s, context, line, out);
        context.bounds.enter(s);
        out.open(head);
        block(s.body().statements(), out);
        out.close();
      }
      case Stmt.While s -> {
        out.open("while (" + context.scalars.of(s.condition(), line).text() + ")");
        block(s.body().statements(), out);
        out.close();
        return Completion.canComplete(s);
      }
      case Stmt.If s -> {
        out.open("if (" + context.scalars.of(s.condition(), line).text() + ")");
        boolean ends = block(s.then().statements(), out);
        if (s.otherwise().isEmpty()) {
          ends = true;
        } else {
          out.next("else");
          ends |= block(s.otherwise().statements(), out);
        }
        out.close();
        return ends;
      }
      case Stmt.Break _ -> {
        out.line("break;");
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
      case Stmt.Call s -> out.line(call(s, context.core, line) + ";");
      case Stmt.ForEachRank s -> forEachRank(s, line, out);
    }
    return true;
  }

  // ---- what is not known

  private void undetermined(DataDependent.Cause cause, int line, Lines out) {
    out.line(
        "throw %s.end(%s + %s.name() + %s, %d);"
            .formatted(
                context.core,
                Literals.quoted(
                    cause.isCell() ? "it depends on a cell of " : "it depends on an element of "),
                context.names.of(cause.memory()),
                Literals.quoted(", read at " + cause.place()),
                line));
  }

  /** Why a relevant statement cannot be performed. */
  private Optional<DataDependent.Cause> unknown(Stmt stmt) {
    return switch (stmt) {
      case Stmt.If s -> any(stmt, List.of(s.condition()), List.of());
      case Stmt.While s -> any(stmt, List.of(s.condition()), List.of());
      case Stmt.For s -> any(stmt, List.of(s.from(), s.to(), s.step()), List.of());
      case Stmt.Store s when isWindow(s.target()) ->
          any(stmt, s.offsets(), stored(s.target(), s.value().type()));
      case Stmt.RemoteStore s ->
          any(stmt, with(s.peer(), s.offsets()), stored(s.target(), s.value().type()));
      case Stmt.WriteElement s when isWindow(s.target()) -> any(stmt, s.indices(), List.of());
      case Stmt.Notify s -> any(stmt, with(s.peer(), with(s.value(), s.cell())), List.of());
      case Stmt.Await s -> any(stmt, with(s.value(), s.cell()), List.of());
      case Stmt.Call s ->
          any(
              stmt,
              s.arguments().stream()
                  .filter(Scalar.class::isInstance)
                  .map(Scalar.class::cast)
                  .toList(),
              List.of());
      case Stmt.Let s when s.value() instanceof Place.View v && !isTensor(v.base()) ->
          any(stmt, v.offsets(), v.extents());
      default -> Optional.empty();
    };
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

  // ---- accesses

  private static boolean isWindow(Variable variable) {
    return variable.type() instanceof TensorType type && type.isWindow();
  }

  private static boolean isTensor(Variable variable) {
    return variable.type() instanceof TensorType type && !type.isWindow();
  }

  /** What a statement reads of windows, in the order of evaluation. */
  private void reads(Stmt stmt, int line, Lines out) {
    IrVisitor reader =
        new IrVisitor() {
          @Override
          public void block(dev.smalti.processor.ir.Block block) {}

          @Override
          public void scalar(Scalar scalar) {
            super.scalar(scalar);
            if (scalar instanceof Scalar.ReadElement e && isWindow(e.tensor())) {
              read(stmt, e.tensor(), "", e.indices(), ones(e.indices().size()), line, out);
            }
          }

          @Override
          public void tile(Tile tile) {
            switch (tile) {
              case Tile.Load load when isWindow(load.source()) ->
                  read(stmt, load.source(), "", load.offsets(), load.valid(), line, out);
              case Tile.RemoteLoad load -> {
                Optional<DataDependent.Cause> cause = data.of(load.peer(), stmt);
                if (cause.isPresent()) {
                  ended(cause.get(), line, out);
                } else {
                  String owner = peer(load.source(), load.peer(), line);
                  read(stmt, load.source(), owner, load.offsets(), load.shape(), line, out);
                }
              }
              default -> super.tile(tile);
            }
          }
        };
    reader.stmt(stmt);
  }

  private void read(
      Stmt stmt,
      Variable window,
      String owner,
      List<Scalar> at,
      List<Dim> box,
      int line,
      Lines out) {
    Optional<DataDependent.Cause> cause = any(stmt, at, box);
    if (cause.isPresent()) {
      ended(cause.get(), line, out);
    } else {
      access(
          window, owner.isEmpty() ? context.core + ".rank()" : owner, "READ", at, box, line, out);
    }
  }

  /** Ends the trace in the middle of a statement, which goes on for javac. */
  private void ended(DataDependent.Cause cause, int line, Lines out) {
    Lines end = new Lines();
    undetermined(cause, line, end);
    out.open("if (!" + context.core + ".partial())");
    out.add(end.text());
    out.close();
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
                context.names.of(window),
                context.core,
                line,
                owner,
                Api.EVENT,
                mode,
                longs(at.stream().map(s -> context.scalars.of(s, line)).toList()),
                longs(box.stream().map(context.dims::asLong).toList())));
  }

  private static String longs(List<Java> values) {
    return "new long[] {" + String.join(", ", values.stream().map(Java::text).toList()) + "}";
  }

  private static String mode(Update update) {
    return update == Update.ADD ? "ATOMIC" : "WRITE";
  }

  private static List<Dim> ones(int axes) {
    return java.util.Collections.nCopies(axes, Dim.ONE);
  }

  /** The box of a store: the last two axes of the target. */
  private static List<Dim> stored(Variable target, TileType type) {
    int axes = target.tensor().shape().size();
    List<Dim> box = new ArrayList<>(ones(axes));
    box.set(axes - 1, type.validColumns());
    if (axes > 1) {
      box.set(axes - 2, type.validRows());
    }
    return box;
  }

  private String peer(Variable memory, Scalar peer, int line) {
    return "%s.peer(%s, %d, %s)"
        .formatted(
            context.names.of(memory), context.core, line, context.scalars.of(peer, line).text());
  }

  private String cell(Variable signal, List<Scalar> cell, int line) {
    List<String> at = cell.stream().map(s -> context.scalars.of(s, line).text()).toList();
    return "%s.cell(%s, %d, %s)"
        .formatted(context.names.of(signal), context.core, line, String.join(", ", at));
  }

  private static String relation(Relation relation) {
    return switch (relation) {
      case GE, EQ -> relation.name();
      case NE, LT, LE, GT ->
          throw new IllegalArgumentException("a signal is awaited with GE or EQ: " + relation);
    };
  }

  // ---- memory

  private String place(String name, Place place, int line) {
    return switch (place) {
      case Place.Named(Variable variable) -> context.names.of(variable);
      case Place.View view -> view(view, line);
      case Place.NewWindow(TensorType type) ->
          "%s.window(%s, %s)".formatted(first, Literals.quoted(name), extents(type.shape()));
      case Place.NewSignal(SignalType type) ->
          "%s.signal(%s, %s)".formatted(first, Literals.quoted(name), extents(type.shape()));
    };
  }

  private String extents(List<Dim> shape) {
    return String.join(", ", shape.stream().map(d -> context.dims.asLong(d).text()).toList());
  }

  private String view(Place.View view, int line) {
    boolean known =
        view.offsets().stream().allMatch(o -> knownOffset(o))
            && view.extents().stream().allMatch(d -> data.of(d).isEmpty());
    List<Java> at = new ArrayList<>();
    for (Scalar offset : view.offsets()) {
      // Where a view of a tensor starts is not communicated.
      at.add(known ? context.scalars.of(offset, line) : Java.primary("0"));
    }
    return "%s.view(%s%d, %d, %s, %s)"
        .formatted(
            context.names.of(view.base()),
            inProgram ? "" : context.core + ", ",
            line,
            view.dropped(),
            longs(at),
            longs(view.extents().stream().map(context.dims::asLong).toList()));
  }

  private boolean knownOffset(Scalar offset) {
    return data.of(offset, function.body().statements().getFirst()).isEmpty();
  }

  // ---- calls

  private String call(Stmt.Call s, String passed, int line) {
    List<String> arguments = new ArrayList<>();
    arguments.add(passed);
    for (Expr argument : s.arguments()) {
      arguments.add(
          switch (argument) {
            case Scalar scalar -> context.scalars.of(scalar, line).text();
            case Place place -> place("", place, line);
            case Tile _ -> throw new IllegalArgumentException("a tile is no argument: " + s);
          });
    }
    return Api.markOf(ProtocolEmitter.skeleton(s.callee()))
        + ".run("
        + String.join(", ", arguments)
        + ")";
  }

  private void forEachRank(Stmt.ForEachRank s, int line, Lines out) {
    Set<Variable> changing = Captures.of(function, s);
    List<String[]> restore = new ArrayList<>();
    for (Variable variable : new LinkedHashSet<>(changing)) {
      String local = context.names.of(variable);
      String held = context.names.fresh(variable.name() + "Now");
      out.line(((ScalarType) variable.type()).keyword() + " " + held + " = " + local + ";");
      context.names.alias(variable.name(), held);
      restore.add(new String[] {variable.name(), local});
    }
    out.open(
        "%s.forEachRank(%d, (%s, %s) ->"
            .formatted(first, line, context.core, context.names.of(s.rank())));
    inProgram = false;
    block(s.body().statements(), out);
    inProgram = true;
    out.closeWith("});");
    restore.forEach(pair -> context.names.alias(pair[0], pair[1]));
  }
}
