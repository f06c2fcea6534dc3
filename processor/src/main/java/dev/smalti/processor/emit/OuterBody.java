package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.CallbackType;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Relation;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.SymbolBinding;
import dev.smalti.processor.ir.TaskType;
import dev.smalti.processor.ir.Tasks;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The statements of task graphs and programs: scalars as the user wrote them, tensors as objects of
 * the language, calls of generated classes.
 */
final class OuterBody {
  private final Function function;
  private final Context context;
  private final Comments comments;

  /** The lines that call one. */
  private final Set<Integer> collectives;

  /** The local that calls pass on: a core in a task graph, a dispatch in a program. */
  private final String passed;

  /** The core that statements run on: that of the function, or of a block. */
  private String running;

  /** How many tensors it makes. */
  private int tensors;

  /**
   * The body of a function.
   *
   * @param passed the local with the dispatch or the core
   */
  OuterBody(Function function, Context context, EmitOptions options, String passed) {
    this.function = function;
    this.context = context;
    this.comments = new Comments(options.source());
    this.collectives = options.collectives().keySet();
    this.passed = passed;
    this.running = passed;
  }

  void write(Lines out) {
    List<Stmt> statements = new ArrayList<>(function.body().statements());
    if (!statements.isEmpty() && statements.getLast() instanceof Stmt.Return) {
      statements.removeLast();
    }
    block(statements, out);
  }

  private void block(List<Stmt> statements, Lines out) {
    for (Stmt stmt : statements) {
      comments.write(stmt.origin(), out);
      statement(stmt, out);
      if (!Completion.canComplete(stmt)) {
        return;
      }
    }
  }

  private void statement(Stmt stmt, Lines out) {
    int line = context.line(stmt.origin());
    switch (stmt) {
      case Stmt.Let s -> let(s, line, out);
      case Stmt.Assign s when s.value() instanceof Scalar scalar ->
          out.line(
              context.names.of(s.variable())
                  + " = "
                  + context.scalars.of(scalar, line).text()
                  + ";");
      case Stmt.Assign s when s.value() instanceof Tasks tasks ->
          out.line("%s = %s;".formatted(context.names.of(s.variable()), tasks(tasks, line)));
      case Stmt.PutTask s ->
          out.line("%s = %s;".formatted(place(s.array(), s.index(), line), tasks(s.value(), line)));
      case Stmt.Submit s -> submit(s, line, out);
      case Stmt.WriteElement s -> {
        Memory memory = context.memory(s.target());
        List<Java> indices = context.scalars.indices(memory, s.indices(), line);
        out.line(memory.write(indices, context.scalars.operand(memory.element(), s.value(), line)));
      }
      case Stmt.Require s -> new Requirement(s, context.scalars, line).write(out);
      case Stmt.For s when s.rounds() == Stmt.Rounds.BLOCKS -> blocks(s, line, out);
      case Stmt.For s when s.rounds() == Stmt.Rounds.CORES -> cores(s, line, out);
      case Stmt.For s -> {
        String head = ForHead.of(s, context, line, out);
        context.bounds.enter(s);
        out.open(head);
        poll(out);
        block(s.body().statements(), out);
        out.close();
      }
      case Stmt.While s -> {
        out.open("while (" + context.scalars.of(s.condition(), line).text() + ")");
        poll(out);
        block(s.body().statements(), out);
        out.close();
      }
      case Stmt.If s -> {
        out.open("if (" + context.scalars.of(s.condition(), line).text() + ")");
        block(s.then().statements(), out);
        if (!s.otherwise().isEmpty()) {
          out.next("else");
          block(s.otherwise().statements(), out);
        }
        out.close();
      }
      case Stmt.Break _ -> out.line("break;");
      case Stmt.Continue _ -> out.line("continue;");
      case Stmt.Return _ -> out.line("return;");
      case Stmt.Call s -> out.line(call(s, running, line) + ";");
      case Stmt.Callback s -> callback(s, line, out);
      case Stmt.ForEachRank s -> forEachRank(s, line, out);
      default ->
          throw new IllegalArgumentException(
              function.kind() + " functions have no such statement: " + stmt);
    }
  }

  private void poll(Lines out) {
    out.line(passed + ".poll();");
  }

  // ---- definitions

  private void let(Stmt.Let s, int line, Lines out) {
    String name = context.names.of(s.variable());
    switch (s.value()) {
      case Scalar scalar -> {
        out.line(
            s.variable().scalar().keyword()
                + " "
                + name
                + " = "
                + context.scalars.of(scalar, line).text()
                + ";");
        context.bounds.define(s.variable(), scalar);
      }
      case Place.NewArray(TensorType type) -> {
        Memory array =
            Memory.array(s.variable().name(), (Element) type.element(), name, type.shape());
        String java = Primitives.component(array.element());
        String length = context.dims.asInt(type.shape().getFirst()).text();
        out.line("%s[] %s = new %s[%s];".formatted(java, name, java, length));
        context.bind(s.variable().name(), array);
      }
      case Place.Devices devices -> out.line(devices(name, devices, line));
      case Tasks tasks -> {
        String type = Api.TASK + (((TaskType) s.variable().type()).array() ? "[]" : "");
        out.line("%s %s = %s;".formatted(type, name, tasks(tasks, line)));
      }
      case Place place ->
          out.line(
              Api.type(s.variable().type())
                  + " "
                  + name
                  + " = "
                  + place(s.variable().name(), place, line)
                  + ";");
      case Tile _ -> throw new IllegalArgumentException("only kernels compute tiles: " + s);
    }
  }

  private String place(String name, Place place, int line) {
    return switch (place) {
      case Place.Named(Variable variable) -> context.names.of(variable);
      case Place.View view -> view(view, line);
      case Place.Reshaped e when e.isSame() && e.type().shape().size() == 1 ->
          context.names.of(e.base()) + ".flat()";
      case Place.Reshaped(Variable base, TensorType type) ->
          "%s.as(%s, %s.shape(%s))"
              .formatted(
                  context.names.of(base),
                  Api.dtype(type.element()),
                  Api.SMALTI,
                  extents(type.shape()));
      case Place.Devices _ ->
          throw new IllegalArgumentException("a domain is defined, not passed: " + name);
      case Place.NewWindow(TensorType type, Optional<Variable> domain) ->
          "%s.window(%s, %s, %s)"
              .formatted(
                  of(domain),
                  Literals.quoted(name),
                  Api.dtype(type.element()),
                  extents(type.shape()));
      case Place.NewArray _ ->
          throw new IllegalArgumentException("an array is defined, not passed: " + name);
      case Place.NewTensor(TensorType type, boolean zero) ->
          "%s.%s(%d, %s, %d, %s)"
              .formatted(
                  running,
                  zero ? "zeros" : "undefined",
                  tensors++,
                  Api.dtype(type.element()),
                  line,
                  extents(type.shape()));
      case Place.NewSignal(SignalType type, Optional<Variable> domain) ->
          "%s.signal(%s, %s)".formatted(of(domain), Literals.quoted(name), extents(type.shape()));
    };
  }

  /** What makes windows of a domain, and dispatches to it. */
  private String of(Optional<Variable> domain) {
    return domain.map(context.names::of).orElse(passed);
  }

  private String devices(String name, Place.Devices some, int line) {
    List<String> devices = some.devices().stream().map(d -> asInt(d, line)).toList();
    return "%s %s = %s.%s(%s);"
        .formatted(
            Api.DISPATCH,
            name,
            passed,
            some.range() ? "devices" : "pick",
            String.join(", ", devices));
  }

  private String extents(List<Dim> shape) {
    return String.join(", ", shape.stream().map(d -> context.dims.asLong(d).text()).toList());
  }

  /** {@code inputs.at(r)}, {@code x.slice(at(from, 0), shape(n, C))}, or one behind the other. */
  private String view(Place.View view, int line) {
    List<Dim> base = SymbolBinding.shapeOf(view.base().type());
    StringBuilder text = new StringBuilder(context.names.of(view.base()));
    int dropped = view.dropped();
    if (dropped > 0) {
      List<String> leading =
          view.offsets().subList(0, dropped).stream().map(o -> asInt(o, line)).toList();
      text.append(".at(").append(String.join(", ", leading)).append(')');
    }
    List<Scalar> offsets = view.offsets().subList(dropped, base.size());
    List<Dim> extents = view.extents().subList(dropped, base.size());
    if (view.base().type() instanceof SignalType && base.size() == 2 && dropped == 0) {
      return text.append(".lane(").append(asInt(offsets.getLast(), line)).append(')').toString();
    }
    boolean whole =
        extents.equals(base.subList(dropped, base.size()))
            && offsets.stream().allMatch(o -> o instanceof Scalar.Constant c && c.isInt(0));
    if (!whole) {
      List<String> at = offsets.stream().map(o -> context.scalars.of(o, line).text()).toList();
      text.append(".slice(%s.at(".formatted(Api.SMALTI))
          .append(String.join(", ", at))
          .append("), %s.shape(".formatted(Api.SMALTI))
          .append(extents(extents))
          .append("))");
    }
    return text.toString();
  }

  private String asInt(Scalar scalar, int line) {
    Java java = context.scalars.of(scalar, line);
    return scalar.type() == ScalarType.LONG
        ? "%s.toInt(KERNEL, %d, %s, %s)"
            .formatted(Api.CHECKS, line, Literals.quoted("a position"), java.text())
        : java.text();
  }

  // ---- calls

  private String call(Stmt.Call s, String first, int line) {
    if (!s.results().isEmpty()) {
      throw new IllegalArgumentException("helpers are inlined before code is written: " + s);
    }
    List<String> arguments = new ArrayList<>();
    arguments.add(
        collectives.contains(line) ? "%s.calling(KERNEL, %d)".formatted(first, line) : first);
    s.arguments().forEach(a -> arguments.add(argument(a, line)));
    return target(s.callee()) + "(" + String.join(", ", arguments) + ")";
  }

  private String argument(Expr argument, int line) {
    return switch (argument) {
      case Scalar scalar -> context.scalars.of(scalar, line).text();
      case Place place -> place("", place, line);
      case Tile _, Tasks _ ->
          throw new IllegalArgumentException("a kernel does not take it: " + argument);
    };
  }

  private void callback(Stmt.Callback s, int line, Lines out) {
    String callback = context.names.of(s.callback());
    String method = ((CallbackType) s.callback().type()).method();
    List<String> arguments = s.arguments().stream().map(a -> argument(a, line)).toList();
    out.line(
        "%s.fence(KERNEL, %s, %d);"
            .formatted(passed, Literals.quoted(s.callback().name() + "." + method), line));
    out.line("%s.%s(%s);".formatted(callback, method, String.join(", ", arguments)));
  }

  /** The generated class in this package; the public entry in others. */
  private String target(FunctionId callee) {
    return callee.packageName().equals(function.id().packageName())
        ? Api.markOf(ClassFile.implementation(callee, "")) + ".run"
        : Api.markOf(FacadeEmitter.kernelsOf(callee)) + "." + FacadeEmitter.onCoreName(callee);
  }

  private void forEachRank(Stmt.ForEachRank s, int line, Lines out) {
    String rank = context.names.of(s.rank());
    String head = "%s.forEachRank((%s, %s) ->".formatted(of(s.domain()), context.core, rank);
    captured(s, () -> lambda(head, context.core, s.body(), "", line, out), out);
  }

  private void blocks(Stmt.For s, int line, Lines out) {
    blocks("", s, "", line, out);
  }

  /** The shares of a collective, of a rank whose core is known here. */
  private void cores(Stmt.For s, int line, Lines out) {
    String core = context.names.fresh("shareCore");
    String count = context.scalars.of(s.to(), line).text();
    String share = context.names.of(s.variable());
    context.bounds.enter(s);
    String head =
        "%s.spread(KERNEL, %d, %s, (%s, %s) ->".formatted(context.core, line, count, core, share);
    running = core;
    lambda(head, core, s.body(), "", line, out);
    running = passed;
  }

  /**
   * A launch of blocks.
   *
   * @param result what holds its task, if anything
   * @param after what comes before it, as more arguments
   */
  private void blocks(String result, Stmt.For s, String after, int line, Lines out) {
    String core = context.names.fresh("blockCore");
    String count = context.scalars.of(s.to(), line).text();
    String block = context.names.of(s.variable());
    context.bounds.enter(s);
    String head =
        "%s%s.spmd(KERNEL, %d, %s, (%s, %s) ->".formatted(result, passed, line, count, core, block);
    running = core;
    captured(s, () -> lambda(head, core, s.body(), after, line, out), out);
    running = passed;
  }

  // ---- tasks

  private String tasks(Tasks tasks, int line) {
    return switch (tasks) {
      case Tasks.Ref(Variable variable) -> context.names.of(variable);
      case Tasks.Element(Variable array, Scalar index) -> place(array, index, line);
      case Tasks.Reached(Variable signal, List<Scalar> cell, Relation relation, Scalar value) -> {
        String name = context.names.of(signal);
        List<String> at = cell.stream().map(s -> context.scalars.of(s, line).text()).toList();
        yield "%s.reaches(%s, %s.cell(%s, %d, %s), %s.%s, %s, %d)"
            .formatted(
                running,
                name,
                running,
                name,
                line,
                String.join(", ", at),
                Api.COMPARE,
                relation,
                context.scalars.of(value, line).text(),
                line);
      }
      case Tasks.NewArray(Scalar length) ->
          "new %s[%s]".formatted(Api.TASK, context.scalars.of(length, line).text());
    };
  }

  private String place(Variable array, Scalar index, int line) {
    return context.names.of(array) + "[" + context.scalars.of(index, line).text() + "]";
  }

  private void submit(Stmt.Submit s, int line, Lines out) {
    String result = "%s %s = ".formatted(Api.TASK, context.names.of(s.task()));
    String after = after(s, line);
    if (s.body().statements().getFirst() instanceof Stmt.For launch) {
      blocks(result, launch, after, line, out);
      return;
    }
    String core = context.names.fresh("taskCore");
    String head = "%s%s.submit(KERNEL, %d, %s ->".formatted(result, passed, line, core);
    running = core;
    Stmt captured = new Stmt.Submit(s.task(), s.body(), List.of(), s.origin());
    captured(captured, () -> lambda(head, core, s.body(), after, line, out), out);
    running = passed;
  }

  /** {@code , Smalti.after(first, second), Smalti.after(all)}; nothing if nothing comes before. */
  private String after(Stmt.Submit s, int line) {
    List<String> single = new ArrayList<>();
    StringBuilder arrays = new StringBuilder();
    for (Tasks before : s.after()) {
      String text = tasks(before, line);
      if (before.type().array()) {
        arrays.append(", %s.after(%s)".formatted(Api.SMALTI, text));
      } else {
        single.add(text);
      }
    }
    return single.isEmpty()
        ? arrays.toString()
        : ", %s.after(%s)%s".formatted(Api.SMALTI, String.join(", ", single), arrays);
  }

  /** Writes a lambda in which variables that change have the values of now. */
  private void captured(Stmt s, Runnable lambda, Lines out) {
    Map<String, String> outside = new LinkedHashMap<>();
    for (Variable variable : Captures.of(function, s)) {
      outside.put(variable.name(), context.names.of(variable));
      capture(variable, out);
    }
    lambda.run();
    outside.forEach(context.names::alias);
  }

  private void lambda(String head, String first, Block body, String after, int line, Lines out) {
    if (body.statements().size() == 1 && body.statements().getFirst() instanceof Stmt.Call call) {
      out.line(head + " " + call(call, first, line) + after + ");");
      return;
    }
    out.open(head);
    for (Stmt stmt : body.statements()) {
      comments.write(stmt.origin(), out);
      if (stmt instanceof Stmt.Call call) {
        out.line(call(call, first, line) + ";");
      } else {
        statement(stmt, out);
      }
    }
    out.closeWith("}" + after + ");");
  }

  private void capture(Variable variable, Lines out) {
    String local = context.names.of(variable);
    String held = context.names.fresh(variable.name() + "Now");
    out.line(variable.scalar().keyword() + " " + held + " = " + local + ";");
    context.names.alias(variable.name(), held);
  }
}
