package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Announcement;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.FunctionId;
import dev.smalti.processor.ir.FunctionTable;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Parameter;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Reach;
import dev.smalti.processor.ir.Reaches;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.SignalType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tasks;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Variable;
import dev.smalti.processor.ir.WorldType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What of a function decides its communication: the rest is not in its skeleton. */
final class Relevance {
  private final FunctionTable functions;
  private final Reaches reaches;
  private final DataDependent data;
  private final Divisions divisions;
  private final Set<String> needed = new HashSet<>();
  private final Map<FunctionId, Relevance> callees = new HashMap<>();

  /**
   * Of a function.
   *
   * @param functions where callees are found, in the form of which skeletons are written
   */
  Relevance(Function function, FunctionTable functions, Reaches reaches, DataDependent data) {
    this.functions = functions;
    this.reaches = reaches;
    this.data = data;
    this.divisions = new Divisions(function);
    extents(function);
    int before;
    do {
      before = needed.size();
      collect(function.body());
    } while (needed.size() > before);
  }

  /** A skeleton checks the extents of all arguments, some of which scalar parameters give. */
  private void extents(Function function) {
    Set<String> scalars =
        function.parameters().stream()
            .filter(parameter -> parameter.type() instanceof ScalarType)
            .map(Parameter::name)
            .collect(Collectors.toSet());
    for (Parameter parameter : function.parameters()) {
      List<Dim> shape =
          switch (parameter.type()) {
            case TensorType type -> type.shape();
            case SignalType type -> type.shape();
            default -> List.of();
          };
      shape.stream()
          .flatMap(dim -> dim.names().stream())
          .filter(scalars::contains)
          .forEach(needed::add);
    }
  }

  /** How far a statement reaches. */
  Reach reach(Stmt stmt) {
    return reaches.of(stmt);
  }

  /** Whether a statement may jump out of itself. */
  static boolean leaves(Stmt stmt) {
    boolean[] found = new boolean[1];
    new IrVisitor() {
      private int loops;

      @Override
      public void stmt(Stmt s) {
        switch (s) {
          case Stmt.Return _ -> found[0] = true;
          case Stmt.Break _, Stmt.Continue _ -> found[0] |= loops == 0;
          default -> {}
        }
        boolean loop = s instanceof Stmt.For || s instanceof Stmt.While;
        loops += loop ? 1 : 0;
        super.stmt(s);
        loops -= loop ? 1 : 0;
      }
    }.stmt(stmt);
    return found[0];
  }

  /** Whether a statement is in the skeleton. */
  boolean isRelevant(Stmt stmt) {
    return switch (stmt) {
      case Stmt.Let s -> isRelevant(s.variable(), s) || mayFail(s);
      case Stmt.Assign s -> isRelevant(s.variable(), s) || mayFail(s);
      case Stmt.For s -> communicates(s) || changes(s.body());
      case Stmt.While s -> communicates(s) || changes(s.body());
      case Stmt.If s -> communicates(s) || leaves(s) || changes(s.then()) || changes(s.otherwise());
      case Stmt.Break _, Stmt.Continue _, Stmt.Return _, Stmt.ForEachRank _ -> true;
      case Stmt.Require _ -> true;
      default -> communicates(stmt) || mayFail(stmt);
    };
  }

  boolean mayFail(Stmt stmt) {
    return !failing(stmt).isEmpty();
  }

  /** What a statement computes, of known values, and what may fail: whether it is used or not. */
  List<Scalar> failing(Stmt stmt) {
    return divisions.failing(stmt).stream().filter(s -> data.of(s, stmt).isEmpty()).toList();
  }

  Divisions divisions() {
    return divisions;
  }

  private boolean communicates(Stmt stmt) {
    return reaches.of(stmt) != Reach.OWN;
  }

  private boolean isRelevant(Variable variable, Stmt stmt) {
    return switch (variable.type()) {
      case ScalarType _ ->
          needed.contains(variable.name()) && data.isKnown(variable) || communicates(stmt);
      case TensorType type when type.isArray() -> false;
      case TensorType type ->
          data.isKnown(variable) && (type.isWindow() || needed.contains(variable.name()));
      case SignalType _ -> data.isKnown(variable);
      case WorldType _ -> true;
      default -> communicates(stmt);
    };
  }

  /** Whether statements give a known scalar that is needed its value; jumps alone do not count. */
  private boolean changes(Block block) {
    return block.statements().stream()
        .anyMatch(
            stmt ->
                switch (stmt) {
                  case Stmt.Let _ -> false; // It does not live on.
                  case Stmt.Assign s -> isRelevant(s.variable(), s);
                  case Stmt.For s -> changes(s.body());
                  case Stmt.While s -> changes(s.body());
                  case Stmt.If s -> changes(s.then()) || changes(s.otherwise());
                  default -> false;
                });
  }

  // ---- the parameters of callees

  /** Whether what a callee communicates depends on a scalar parameter. */
  boolean needs(Stmt.Call call, int parameter) {
    Optional<Function> callee = functions.find(call.callee());
    if (callee.isEmpty()) {
      return true;
    }
    Relevance inside =
        callees.computeIfAbsent(
            call.callee(),
            _ -> new Relevance(callee.get(), functions, reaches, new DataDependent(callee.get())));
    return inside.needs(callee.get().parameters().get(parameter).name());
  }

  /** Whether what is communicated depends on a variable. */
  boolean needs(String variable) {
    return needed.contains(variable);
  }

  // ---- names

  private void collect(Block block) {
    for (Stmt stmt : block.statements()) {
      if (isRelevant(stmt)) {
        collect(stmt);
      }
    }
  }

  private void collect(Stmt stmt) {
    scalars(failing(stmt));
    windowReads(stmt);
    switch (stmt) {
      case Stmt.For s -> {
        scalars(List.of(s.from(), s.to(), s.step()));
        collect(s.body());
      }
      case Stmt.While s -> {
        scalars(List.of(s.condition()));
        collect(s.body());
      }
      case Stmt.If s -> {
        scalars(List.of(s.condition()));
        collect(s.then());
        collect(s.otherwise());
      }
      case Stmt.Require s -> {
        scalars(List.of(s.condition()));
        scalars(s.values());
      }
      case Stmt.ForEachRank s -> collect(s.body());
      case Stmt.Let s -> value(s.variable(), s.value());
      case Stmt.Assign s -> value(s.variable(), s.value());
      case Stmt.Store s when isWindow(s.target()) -> {
        scalars(s.offsets());
        stored(s.value().type());
      }
      case Stmt.RemoteStore s -> {
        scalars(List.of(s.peer()));
        scalars(s.offsets());
        stored(s.value().type());
      }
      case Stmt.Transfer s -> {
        scalars(List.of(s.peer()));
        scalars(s.chunk());
        needed.add(s.local().name());
      }
      case Stmt.WriteElement s when isWindow(s.target()) -> scalars(s.indices());
      case Stmt.Notify s -> {
        scalars(List.of(s.peer(), s.value()));
        scalars(s.cell());
      }
      case Stmt.Await s -> {
        scalars(List.of(s.value()));
        scalars(s.cell());
      }
      case Stmt.Announce(Announcement.Begins s, Origin _) -> {
        place(s.signal());
        s.memory().forEach(this::place);
        scalars(s.root().stream().toList());
      }
      case Stmt.Call s -> {
        for (int i = 0; i < s.arguments().size(); i++) {
          argument(s, i);
        }
      }
      case Stmt.PutTask s -> {
        scalars(List.of(s.index()));
        tasks(s.value());
      }
      case Stmt.Submit s -> {
        s.after().forEach(this::tasks);
        collect(s.body());
      }
      default -> {}
    }
  }

  private void value(Variable variable, Expr value) {
    switch (value) {
      case Scalar scalar -> {
        if (needed.contains(variable.name())) {
          scalars(List.of(scalar));
        }
      }
      case Place place -> place(place);
      case Tasks tasks -> tasks(tasks);
      case Tile _ -> {}
    }
  }

  private void tasks(Tasks tasks) {
    switch (tasks) {
      case Tasks.Ref _ -> {}
      case Tasks.Element e -> scalars(List.of(e.index()));
      case Tasks.Reached e -> {
        scalars(e.cell());
        scalars(List.of(e.value()));
      }
      case Tasks.NewArray e -> scalars(List.of(e.length()));
    }
  }

  private void place(Place place) {
    switch (place) {
      case Place.Named p -> needed.add(p.variable().name());
      case Place.View p -> {
        needed.add(p.base().name());
        dims(p.extents());
        if (!DataDependent.isTensor(p.base())) {
          scalars(p.offsets());
        }
      }
      case Place.Reshaped p -> {
        needed.add(p.base().name());
        dims(p.type().shape());
      }
      case Place.Devices p -> scalars(p.devices());
      case Place.NewWindow p -> dims(p.type().shape());
      case Place.NewArray _ -> {}
      case Place.NewTensor p -> dims(p.type().shape());
      case Place.NewSignal p -> dims(p.type().shape());
    }
  }

  private void argument(Stmt.Call call, int index) {
    switch (call.arguments().get(index)) {
      case Scalar scalar -> {
        if (needs(call, index)) {
          scalars(List.of(scalar));
        }
      }
      case Place place -> place(place);
      case Tasks tasks -> tasks(tasks);
      case Tile _ -> {}
    }
  }

  private void stored(TileType type) {
    dims(List.of(type.validRows(), type.validColumns()));
  }

  private void dims(List<Dim> dims) {
    dims.forEach(dim -> needed.addAll(dim.names()));
  }

  private void scalars(List<Scalar> scalars) {
    IrVisitor names =
        new IrVisitor() {
          @Override
          public void use(Variable variable) {
            needed.add(variable.name());
          }

          @Override
          public void dim(Dim dim) {
            needed.addAll(dim.names());
          }
        };
    scalars.forEach(names::scalar);
  }

  /** What a statement itself, not one inside it, reads of windows. */
  private void windowReads(Stmt stmt) {
    new IrVisitor() {
      @Override
      public void block(Block block) {}

      @Override
      public void scalar(Scalar scalar) {
        super.scalar(scalar);
        switch (scalar) {
          case Scalar.ReadElement e when isWindow(e.tensor()) -> scalars(e.indices());
          case Scalar.Conditional e when reaches.of(e, Relevance::isWindow) != Reach.OWN ->
              scalars(List.of(e.condition()));
          case Scalar.Binary e
              when e.operator().isLogical()
                  && reaches.of(e.right(), Relevance::isWindow) != Reach.OWN ->
              scalars(List.of(e.left()));
          default -> {}
        }
      }

      @Override
      public void tile(Tile tile) {
        super.tile(tile);
        switch (tile) {
          case Tile.Load load when isWindow(load.source()) -> {
            Relevance.this.scalars(load.offsets());
            Relevance.this.dims(load.valid());
          }
          case Tile.RemoteLoad load -> {
            Relevance.this.scalars(List.of(load.peer()));
            Relevance.this.scalars(load.offsets());
            Relevance.this.dims(load.shape());
          }
          default -> {}
        }
      }
    }.stmt(stmt);
  }

  static boolean isWindow(Variable variable) {
    return variable.type() instanceof TensorType type && type.isWindow();
  }
}
