package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Relation;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tasks;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Update;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The statements of a kernel, for heap tensors or for segments. */
final class KernelBody {
  private final Context context;
  private final TileLoops loops;
  private final Splitter splitter;
  private final Comments comments;

  KernelBody(Context context, TileLoops loops, Splitter splitter, Comments comments) {
    this.context = context;
    this.loops = loops;
    this.splitter = splitter;
    this.comments = comments;
  }

  /** All statements; long runs of them are parts of the splitter. */
  String of(Block block) {
    List<Stmt> statements = new ArrayList<>(block.statements());
    if (!statements.isEmpty() && statements.getLast() instanceof Stmt.Return) {
      statements.removeLast();
    }
    return block(statements);
  }

  private String block(List<Stmt> statements) {
    List<Piece> pieces = new ArrayList<>();
    for (Stmt stmt : statements) {
      statement(stmt, pieces);
      if (!Completion.canComplete(stmt)) {
        break; // What follows is never reached, and javac refuses it.
      }
    }
    return splitter.join(pieces);
  }

  private void statement(Stmt stmt, List<Piece> pieces) {
    context.slots.nextStatement();
    context.hints.at(stmt.origin());
    Lines out = new Lines();
    comments.write(stmt.origin(), out);
    switch (stmt) {
      case Stmt.Let let when let.value() instanceof Tile tile -> letTile(let, tile, out, pieces);
      default -> {
        int mark = splitter.mark();
        List<Local> declares = new ArrayList<>();
        plain(stmt, out, declares);
        declares.forEach(splitter::declare);
        pieces.add(
            new Piece(
                out.text(), declares, splitter.since(mark), isPinned(stmt), false, stmt.origin()));
      }
    }
  }

  private void plain(Stmt stmt, Lines out, List<Local> declares) {
    int line = context.line(stmt.origin());
    switch (stmt) {
      case Stmt.Let let -> let(let, out, declares);
      case Stmt.Assign assign -> assign(assign, out);
      case Stmt.Store s ->
          loops.compute(
              s.value(),
              new Destination.ToMemory(context.memory(s.target()), s.offsets(), s.update()),
              line,
              out);
      case Stmt.RemoteStore s -> {
        Memory peer = new BoxAccess(context, line, out).peer(context.memory(s.target()), s.peer());
        loops.compute(
            s.value(), new Destination.ToMemory(peer, s.offsets(), s.update()), line, out);
      }
      case Stmt.Transfer s -> TransferCode.write(context, s, out);
      case Stmt.WriteElement s -> {
        Memory memory = context.memory(s.target());
        List<Java> indices = context.scalars.indices(memory, s.indices(), line);
        Java value = context.scalars.operand(memory.element(), s.value(), line);
        out.line(memory.write(indices, value));
      }
      case Stmt.Notify s -> out.line(notify(s, line));
      case Stmt.Await s -> out.line(await(s, line));
      case Stmt.Barrier _, Stmt.Announce _ ->
          throw new IllegalArgumentException("it is lowered before code is written: " + stmt);
      case Stmt.Require s -> new Requirement(s, context.scalars, line).write(out);
      case Stmt.For s -> loop(s, out);
      case Stmt.While s -> {
        out.open("while (" + context.scalars.of(s.condition(), line).text() + ")");
        out.line(context.core + ".poll();");
        out.add(block(s.body().statements()));
        out.close();
      }
      case Stmt.If s -> branch(s, out);
      case Stmt.Break _ -> out.line("break;");
      case Stmt.Continue _ -> out.line("continue;");
      case Stmt.Return _ -> out.line("return;");
      case Stmt.Call _, Stmt.PutTask _, Stmt.Submit _, Stmt.Callback _, Stmt.ForEachRank _ ->
          throw new IllegalArgumentException(
              "a kernel makes no calls when code is written: " + stmt);
    }
  }

  // ---- definitions

  private void letTile(Stmt.Let let, Tile value, Lines out, List<Piece> pieces) {
    TileLocal tile = new TileLocal(context.names.of(let.variable()), let.variable().tile());
    int line = context.line(let.origin());
    List<Local> declares = List.of(tile.local());
    if (tile.isSingle()) {
      loops.compute(value, new Destination.ToLocal(tile, true), line, out);
      context.bind(tile, let.variable());
      declares.forEach(splitter::declare);
      pieces.add(new Piece(out.text(), declares, declares, false, false, let.origin()));
      return;
    }
    out.line(context.tileDeclaration(tile, let.variable(), line));
    declares.forEach(splitter::declare);
    pieces.add(new Piece(out.text(), declares, declares, false, true, let.origin()));
    Lines compute = new Lines();
    loops.compute(value, new Destination.ToLocal(tile, false), line, compute);
    context.bind(tile, let.variable());
    pieces.add(new Piece(compute.text(), List.of(), List.of(), false, false, let.origin()));
  }

  private void let(Stmt.Let let, Lines out, List<Local> declares) {
    int line = context.line(let.origin());
    switch (let.value()) {
      case Scalar scalar -> {
        String name = context.names.of(let.variable());
        String type = let.variable().scalar().keyword();
        out.line(type + " " + name + " = " + context.scalars.of(scalar, line).text() + ";");
        declares.add(new Local(type, name));
        context.bounds.define(let.variable(), scalar);
      }
      case Place place -> place(let.variable(), place, line, out, declares);
      case Tile _ -> throw new AssertionError("a tile: " + let);
      case Tasks _ -> throw new IllegalArgumentException("a kernel has no tasks: " + let);
    }
  }

  private void place(Variable variable, Place place, int line, Lines out, List<Local> declares) {
    switch (place) {
      case Place.Named(Variable other) -> {
        if (other.type() instanceof SignalType) {
          context.bind(variable.name(), context.signal(other));
        } else {
          context.bind(variable.name(), context.memory(other));
        }
      }
      case Place.View view when context.isMemory(view) ->
          memoryView(variable, view, line, out, declares);
      case Place.View view -> signalView(variable, view, line, out, declares);
      case Place.Reshaped e -> reshaped(variable, e, line, out, declares);
      case Place.NewArray(TensorType type) -> array(variable, type, out, declares);
      case Place.Devices _, Place.NewWindow _, Place.NewTensor _, Place.NewSignal _ ->
          throw new IllegalArgumentException("a kernel makes no tensors, windows and signals");
    }
  }

  /** Scratch of the core, which has to be cleared each time. */
  private void array(Variable variable, TensorType type, Lines out, List<Local> declares) {
    String name = context.names.of(variable);
    Element element = (Element) type.element();
    String length = context.dims.asInt(type.shape().getFirst()).text();
    out.line(
        Context.scratchDeclaration(
            element, name, context.core, context.slots.of(variable) + ", " + length));
    String zero = element == Element.BOOL ? "(byte) 0" : "0";
    out.line("%s.fill(%s, 0, %s, %s);".formatted(Api.ARRAYS, name, length, zero));
    declares.add(new Local(Primitives.component(element) + "[]", name));
    context.bind(variable.name(), Memory.array(variable.name(), element, name, type.shape()));
  }

  private void memoryView(
      Variable variable, Place.View view, int line, Lines out, List<Local> declares) {
    Memory base = context.memory(view.base());
    context.checkExtents(view.extents(), out);
    List<Java> at = held(view.offsets(), variable.name() + "From", line, out, declares);
    context.checkRegion(base.name(), base.shape(), view.offsets(), at, view.extents(), line, out);
    String name = context.names.fresh(variable.name() + "At");
    out.line("long " + name + " = " + base.address(at).text() + ";");
    declares.add(new Local("long", name));
    int axes = base.shape().size();
    context.bind(
        variable.name(),
        new Memory(
            variable.name(),
            base.element(),
            base.heap(),
            base.data(),
            base.window(),
            name,
            base.strides().subList(Math.min(view.dropped(), axes - 1), axes - 1),
            ((TensorType) view.type()).shape()));
  }

  /** The same bytes: no code but what checks that there are such elements. */
  private void reshaped(
      Variable variable, Place.Reshaped place, int line, Lines out, List<Local> declares) {
    Memory base = context.memory(place.base());
    checkDense(base, line, out);
    boolean flat = place.isSame() && place.type().shape().size() == 1;
    if (flat) {
      checkCount(base, place.type(), line, out);
    } else {
      checkFits(base, place, line, out);
    }
    Element element = (Element) place.type().element();
    context.bind(
        variable.name(),
        new Memory(
            variable.name(),
            element,
            base.heap(),
            base.data(),
            base.window(),
            start(variable, base, element, line, out, declares),
            strides(variable, place.type().shape(), out, declares),
            place.type().shape()));
  }

  private void checkDense(Memory base, int line, Lines out) {
    for (int axis = 0; axis < base.strides().size(); axis++) {
      Dim extent = base.shape().get(axis);
      if (!extent.isConstant(1)) {
        List<Dim> inner = base.shape().subList(axis + 1, base.shape().size());
        out.line(
            "%s.dense(KERNEL, %d, %s, %d, %s, %s, %s);"
                .formatted(
                    Api.CHECKS,
                    line,
                    Literals.quoted(base.name()),
                    axis,
                    context.dims.asLong(extent).text(),
                    base.strides().get(axis),
                    context.dims.asLong(TensorType.count(inner).orElseThrow()).text()));
      }
    }
  }

  private void checkCount(Memory base, TensorType type, int line, Lines out) {
    Java count = context.dims.asLong(type.shape().getFirst());
    if (!count.isSimple()) {
      out.line(
          "%s.extent(KERNEL, %d, %s, %s);"
              .formatted(Api.CHECKS, line, Literals.quoted(base.name()), count.text()));
    }
  }

  /** Extents of a view of its own: each is positive, and together they are inside of the base. */
  private void checkFits(Memory base, Place.Reshaped place, int line, Lines out) {
    List<Dim> shape = place.type().shape();
    context.checkExtents(shape, out);
    if (place.spare().map(Dim::constant).filter(OptionalLong::isPresent).isPresent()) {
      return; // The front end has refused one that is too large.
    }
    Element element = (Element) place.type().element();
    Dim given = TensorType.count(base.shape()).orElseThrow();
    out.line(
        "%s.fits(KERNEL, %d, %s, %s, %s, %d, %s);"
            .formatted(
                Api.CHECKS,
                line,
                Literals.quoted(base.name()),
                context.dims.asLong(given.times(Dim.of(base.element().bytes()))).text(),
                Literals.quoted(element.toString()),
                element.bytes(),
                String.join(
                    ", ", shape.stream().map(d -> context.dims.asLong(d).text()).toList())));
  }

  /** Where the first element is, counted in elements of the view. */
  private String start(
      Variable variable, Memory base, Element element, int line, Lines out, List<Local> declares) {
    int from = base.element().bytes();
    int to = element.bytes();
    if (from == to) {
      return base.at();
    }
    String name = context.names.fresh(variable.name() + "At");
    Java at = Java.primary(base.at());
    Java value =
        from > to
            ? Java.primary(Integer.toString(from / to)).times(at)
            : Java.primary(
                "%s.aligned(KERNEL, %d, %s, %s, %s, %d)"
                    .formatted(
                        Api.CHECKS,
                        line,
                        Literals.quoted(base.name()),
                        (from == 1 ? at : Java.primary(Integer.toString(from)).times(at)).text(),
                        Literals.quoted(element.toString()),
                        to));
    out.line("long " + name + " = " + value.text() + ";");
    declares.add(new Local("long", name));
    return name;
  }

  private List<String> strides(
      Variable variable, List<Dim> shape, Lines out, List<Local> declares) {
    List<String> strides = new ArrayList<>();
    for (int axis = 0; axis < shape.size() - 1; axis++) {
      Dim inner = TensorType.count(shape.subList(axis + 1, shape.size())).orElseThrow();
      String name = context.names.fresh(variable.name() + "Stride" + axis);
      out.line("long " + name + " = " + context.dims.asLong(inner).text() + ";");
      declares.add(new Local("long", name));
      strides.add(name);
    }
    return strides;
  }

  private void signalView(
      Variable variable, Place.View view, int line, Lines out, List<Local> declares) {
    SignalPlace base = context.signal(view.base());
    List<Java> at = held(view.offsets(), variable.name() + "From", line, out, declares);
    context.checkRegion(base.name(), base.shape(), view.offsets(), at, view.extents(), line, out);
    List<Java> coordinates = base.coordinates(at);
    int fixed = base.fixed().size() + view.dropped();
    context.bind(
        variable.name(),
        new SignalPlace(
            variable.name(),
            base.signal(),
            coordinates.subList(0, fixed),
            coordinates.subList(fixed, coordinates.size()),
            ((SignalType) view.type()).shape()));
  }

  /** Coordinates as names that keep their values, or constants. */
  private List<Java> held(
      List<Scalar> offsets, String hint, int line, Lines out, List<Local> declares) {
    List<Java> at = new ArrayList<>();
    for (Scalar offset : offsets) {
      Java java = context.scalars.of(offset, line);
      boolean stable =
          offset instanceof Scalar.Constant
              || offset instanceof Scalar.Read read && context.bounds.isFixed(read.variable());
      if (!stable) {
        String name = context.names.fresh(hint);
        String type = offset.type().keyword();
        out.line(type + " " + name + " = " + java.text() + ";");
        declares.add(new Local(type, name));
        java = Java.primary(name);
      }
      at.add(java);
    }
    return at;
  }

  private void assign(Stmt.Assign assign, Lines out) {
    int line = context.line(assign.origin());
    switch (assign.value()) {
      case Scalar scalar ->
          out.line(
              context.names.of(assign.variable())
                  + " = "
                  + context.scalars.of(scalar, line).text()
                  + ";");
      case Tile tile ->
          loops.compute(
              tile, new Destination.ToLocal(context.tile(assign.variable()), false), line, out);
      case Place _, Tasks _ ->
          throw new IllegalArgumentException("a kernel does not assign it: " + assign);
    }
  }

  // ---- communication

  private String notify(Stmt.Notify s, int line) {
    SignalPlace signal = context.signal(s.signal());
    return "%s.notify(%s, %s, %s, %s.%s, %s, %d);"
        .formatted(
            context.core,
            signal.signal(),
            context.scalars.of(s.peer(), line).text(),
            context.scalars.cell(signal, s.cell(), line),
            Api.UPDATE,
            s.update() == Update.ADD ? "ADD" : "SET",
            context.scalars.of(s.value(), line).text(),
            line);
  }

  private String await(Stmt.Await s, int line) {
    SignalPlace signal = context.signal(s.signal());
    return "%s.await(%s, %s, %s.%s, %s, %d);"
        .formatted(
            context.core,
            signal.signal(),
            context.scalars.cell(signal, s.cell(), line),
            Api.COMPARE,
            relation(s.relation()),
            context.scalars.of(s.value(), line).text(),
            line);
  }

  private static String relation(Relation relation) {
    return relation.name();
  }

  // ---- control

  private void loop(Stmt.For s, Lines out) {
    int line = context.line(s.origin());
    context.bounds.enter(s);
    Optional<JoinedRows> joined = JoinedRows.of(s, context);
    if (joined.isPresent()) {
      joinedRows(s, joined.get(), out);
      return;
    }
    String head = ForHead.of(s, context, line, out);
    splitter.declare(new Local(s.variable().scalar().keyword(), context.names.of(s.variable())));
    out.open(head);
    if (!isShort(s)) {
      out.line(context.core + ".poll();");
    }
    out.add(block(s.body().statements()));
    out.close();
  }

  /** A round is one statement over many rows. */
  private void joinedRows(Stmt.For s, JoinedRows joined, Lines out) {
    int line = context.line(s.origin());
    Stmt.For rounds = joined.rounds(line, out);
    out.open(ForHead.of(rounds, context, line, out));
    if (!isShort(s)) {
      out.line(context.core + ".poll();");
    }
    Stmt round = joined.enter(rounds, line, out);
    joined.locals().forEach(splitter::declare);
    out.add(block(List.of(round)));
    out.close();
    joined.leave();
  }

  /** A constant number of few rounds. */
  private static boolean isShort(Stmt.For s) {
    return s.from() instanceof Scalar.Constant from
        && s.to() instanceof Scalar.Constant to
        && Math.abs(((Number) to.value()).longValue() - ((Number) from.value()).longValue()) <= 16;
  }

  private void branch(Stmt.If s, Lines out) {
    int line = context.line(s.origin());
    out.open("if (" + context.scalars.of(s.condition(), line).text() + ")");
    out.add(block(s.then().statements()));
    Block otherwise = s.otherwise();
    while (otherwise.statements().size() == 1
        && otherwise.statements().getFirst() instanceof Stmt.If inner) {
      String condition = context.scalars.of(inner.condition(), context.line(inner.origin())).text();
      out.next("else if (" + condition + ")");
      out.add(block(inner.then().statements()));
      otherwise = inner.otherwise();
    }
    if (!otherwise.isEmpty()) {
      out.next("else");
      out.add(block(otherwise.statements()));
    }
    out.close();
  }

  // ---- what must stay in its method

  /** Whether code gives locals from outside of it new values, or leaves it. */
  private boolean isPinned(Stmt stmt) {
    Set<String> defined = new HashSet<>();
    boolean[] pinned = new boolean[1];
    new IrVisitor() {
      private int loops;

      @Override
      public void define(Variable variable) {
        super.define(variable);
        defined.add(variable.name());
      }

      @Override
      public void stmt(Stmt s) {
        switch (s) {
          case Stmt.Return _ -> pinned[0] = true;
          case Stmt.Break _, Stmt.Continue _ -> pinned[0] |= loops == 0;
          case Stmt.Assign a when !defined.contains(a.variable().name()) ->
              pinned[0] |=
                  !(a.variable().type() instanceof TileType type) || TileLocal.isSingle(type);
          default -> {}
        }
        boolean loop = s instanceof Stmt.For || s instanceof Stmt.While;
        loops += loop ? 1 : 0;
        super.stmt(s);
        loops -= loop ? 1 : 0;
      }
    }.stmt(stmt);
    return pinned[0];
  }

  /** Every tile or array of a function, in order of definition. */
  static List<Variable> tiles(Function function) {
    List<Variable> tiles = new ArrayList<>();
    new IrVisitor() {
      @Override
      public void define(Variable variable) {
        super.define(variable);
        if (variable.type() instanceof TileType
            || variable.type() instanceof TensorType type && type.isArray()) {
          tiles.add(variable);
        }
      }
    }.function(function);
    return tiles;
  }
}
