package dev.smalti.processor.pass;

import dev.smalti.processor.hint.Hints;
import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Expr;
import dev.smalti.processor.ir.FreshNames;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.ScalarType;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileFunction;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Statements at the front of a list that can run row by row, and what moves in front of them. */
final class RowRun {
  /** One box of memory that the run touches, row by row. */
  private record Access(String root, boolean writes, Optional<Region> region, boolean byRow) {}

  /** A statement that cannot run row by row with those before it. */
  private record End(Stmt stmt) {
    /** Why what it, or what follows it, uses is not used in the loop that makes it: a sentence. */
    String why() {
      return "The loop over its rows ends before line %d, which %s."
          .formatted(stmt.origin().line(), does());
    }

    private String does() {
      return switch (stmt) {
        case Stmt.Let let when let.value() instanceof Tile tile -> does(tile);
        case Stmt.Let _, Stmt.Assign _ -> "computes what is no tile, or carries one";
        case Stmt.Store _ -> "may store where another row is read";
        case Stmt.For _, Stmt.While _, Stmt.If _ -> "is a loop or branch";
        default -> "is no operation on tiles";
      };
    }

    private static String does(Tile tile) {
      return switch (tile) {
        case Tile.Reduce e when e.axis() == Tile.Axis.COLUMN ->
            "folds columns, for which all rows have to be there";
        case Tile.Matmul _ -> "multiplies matrices";
        case Tile.Whole _ -> "takes elements from other rows";
        case Tile.RemoteLoad _ -> "reads from a peer";
        case Tile.Load _ -> "loads other rows, or some that may have been stored before";
        default -> "needs more than one row";
      };
    }
  }

  private final VariableFacts facts;
  private final ExtentBounds bounds;
  private final Set<String> materialised;

  private final List<Stmt> hoisted = new ArrayList<>();
  private final List<Stmt> body = new ArrayList<>();
  private final List<Access> accesses = new ArrayList<>();
  private final Set<String> inside = new HashSet<>();
  private Optional<Dim> rows = Optional.empty();

  /** The statement that a run did not take. */
  private Optional<End> ended = Optional.empty();

  private RowRun(VariableFacts facts, ExtentBounds bounds, Set<String> materialised) {
    this.facts = facts;
    this.bounds = bounds;
    this.materialised = materialised;
  }

  /** The longest run that starts with the first of the statements. */
  static Optional<RowRun> longest(
      List<Stmt> statements, VariableFacts facts, ExtentBounds bounds, Hints hints) {
    Set<String> materialised = new HashSet<>();
    while (true) {
      RowRun widest = new RowRun(facts, bounds, materialised);
      int best = widest.extend(statements, statements.size());
      if (best > 0) {
        RowRun run = new RowRun(facts, bounds, materialised);
        run.extend(statements, best);
        run.sink();
        return Optional.of(run).filter(RowRun::pays);
      }
      Set<Variable> outside = widest.liveOut();
      if (hints.areWanted()) {
        widest.ended.ifPresent(end -> outside.forEach(tile -> hints.apart(tile, end.why())));
      }
      Set<String> liveOut = outside.stream().map(Variable::name).collect(Collectors.toSet());
      if (liveOut.isEmpty()
          || statements.getFirst() instanceof Stmt.Let first
              && liveOut.contains(first.variable().name())) {
        return Optional.empty();
      }
      materialised.addAll(liveOut);
    }
  }

  /** Takes statements while it can; the length of the longest prefix after which none lives on. */
  private int extend(List<Stmt> statements, int end) {
    int best = 0;
    for (int i = 0; i < end; i++) {
      Stmt stmt = statements.get(i);
      boolean taken =
          stmt instanceof Stmt.Let let
              ? accept(let) || i > 0 && hoist(let)
              : stmt instanceof Stmt.Store store && accept(store);
      if (!taken) {
        ended = Optional.of(new End(stmt));
        break;
      }
      if (stmt instanceof Stmt.Store && liveOut().isEmpty()) {
        best = i + 1;
      }
    }
    return best;
  }

  /**
   * Takes rows of memory back into the loop that one of its statements reads as they are: a row of
   * weights that is held may be too long for scratch, and one that is read again costs no more. One
   * that is converted is better held.
   */
  private void sink() {
    for (Stmt stmt : List.copyOf(hoisted)) {
      if (stmt instanceof Stmt.Let let && let.value() instanceof Tile.Load load && isRow(load)) {
        OptionalInt user = user(let.variable());
        if (user.isPresent() && !isWritten(load)) {
          hoisted.remove(let);
          body.add(user.getAsInt(), let);
        }
      }
    }
  }

  /** The same for each row. */
  private boolean isSunk(Stmt stmt) {
    return stmt instanceof Stmt.Let let && !inside.contains(let.variable().name());
  }

  private static boolean isRow(Tile.Load load) {
    return load.type().rows().isConstant(1)
        && !load.type().columns().isConstant(1)
        && load.type().element() instanceof Element element
        && !element.isNarrow();
  }

  /** The statement of the loop that alone uses a tile, and uses it once. */
  private OptionalInt user(Variable tile) {
    if (facts.isAssigned(tile) || facts.uses(tile) != 1) {
      return OptionalInt.empty();
    }
    return IntStream.range(0, body.size())
        .filter(i -> Effects.of(body.get(i), facts).variables().contains(tile.name()))
        .findFirst();
  }

  private boolean isWritten(Tile.Load load) {
    Set<String> reads = Effects.of((Expr) load, facts).reads();
    return accesses.stream().anyMatch(a -> a.writes() && reads.contains(a.root()));
  }

  private boolean pays() {
    return body.stream()
        .anyMatch(
            stmt -> stmt instanceof Stmt.Let let && !let.variable().tile().columns().isConstant(1));
  }

  int length() {
    return body.size() + hoisted.size();
  }

  /** What stands in front of the loop, in order. */
  List<Stmt> hoisted() {
    return Collections.unmodifiableList(hoisted);
  }

  Stmt loop(FreshNames names) {
    Variable row = names.variable("r", ScalarType.INT);
    RowForm form = new RowForm(inside, row);
    List<Stmt> ofOneRow = body.stream().map(stmt -> isSunk(stmt) ? stmt : form.stmt(stmt)).toList();
    return new Stmt.For(
        row,
        Scalar.Constant.of(0),
        new Scalar.Extent(rows.orElseThrow()),
        Scalar.Constant.of(1),
        new Block(ofOneRow),
        body.getFirst().origin());
  }

  // ---- what belongs to a run

  private boolean accept(Stmt.Let let) {
    boolean belongs =
        let.value() instanceof Tile tile
            && !materialised.contains(let.variable().name())
            && !facts.isAssigned(let.variable())
            && hasPlainScalars(tile)
            && isByRow(tile);
    if (belongs) {
      inside.add(let.variable().name());
      body.add(let);
    }
    return belongs;
  }

  private boolean accept(Stmt.Store store) {
    if (!(store.value() instanceof Tile.Ref ref)
        || !isInside(ref)
        || store.offsets().size() < 2
        || !store.offsets().stream().allMatch(RowRun::isPlain)) {
      return false;
    }
    Optional<Region> region = Region.of(store, facts);
    boolean taken = touch(new Access(facts.root(store.target()), true, region, true));
    if (taken) {
      body.add(store);
    }
    return taken;
  }

  /** A definition that may as well stand in front: it needs nothing that the run makes. */
  private boolean hoist(Stmt.Let let) {
    Effects effects = Effects.of(let.value(), facts);
    boolean independent =
        !effects.communicates()
            && Collections.disjoint(effects.variables(), inside)
            && accesses.stream().noneMatch(a -> a.writes() && effects.reads().contains(a.root()));
    if (independent) {
      hoisted.add(let);
    }
    return independent;
  }

  private boolean isByRow(Tile tile) {
    return switch (tile) {
      case Tile.Load load -> hasRows(load.type()) && isSplit(load) && touch(access(load));
      case Tile.Fill fill -> hasRows(fill.type());
      case Tile.Ref ref -> isInside(ref);
      case Tile.Unary e -> areByRow(e.operand());
      case Tile.Cast e -> areByRow(e.operand());
      case Tile.Binary e -> areByRow(e.left(), e.right());
      case Tile.Fma e -> areByRow(e.a(), e.b(), e.c());
      case Tile.Compare e -> areByRow(e.left(), e.right());
      case Tile.Select e -> areByRow(e.mask(), e.yes(), e.no());
      case Tile.Reduce e -> e.axis() == Tile.Axis.ROW && areByRow(e.operand());
      case Tile.Whole e when e.function() == TileFunction.IOTA ->
          e.scalars().getFirst().type() == ScalarType.INT && hasRows(e.type());
      case Tile.Whole e -> e.function().isByRow() && allByRow(e);
      case Tile.Splat _, Tile.RemoteLoad _, Tile.Matmul _ -> false;
    };
  }

  private boolean areByRow(Tile... operands) {
    boolean any = false;
    for (Tile operand : operands) {
      boolean in = operand instanceof Tile.Ref ref && isInside(ref);
      boolean stretched = operand.type().rows().isConstant(1);
      boolean simple = operand instanceof Tile.Ref || operand instanceof Tile.Splat;
      if (!simple || !in && !stretched) {
        return false;
      }
      any |= in;
    }
    return any;
  }

  /** None stretches here: every operand has the rows of the run, and so has the result. */
  private boolean allByRow(Tile.Whole whole) {
    Dim valid = whole.type().validRows();
    return whole.operands().stream()
        .allMatch(
            o -> o instanceof Tile.Ref ref && isInside(ref) && o.type().validRows().equals(valid));
  }

  private boolean isInside(Tile.Ref ref) {
    return inside.contains(ref.variable().name());
  }

  /** The rows of the run: those of its first tile. */
  private boolean hasRows(TileType type) {
    Dim valid = type.validRows();
    if (rows.isPresent()) {
      return rows.get().equals(valid) && bounds.isAtMost(valid, type.rows());
    }
    boolean fits =
        !type.rows().isConstant(1)
            && !valid.isConstant(1)
            && bounds.isPositive(valid)
            && bounds.isAtMost(valid, type.rows());
    if (fits) {
      rows = Optional.of(valid);
    }
    return fits;
  }

  /** Leading axes that are flattened into rows are taken whole. */
  private static boolean isSplit(Tile.Load load) {
    int rowAxes = load.shape().size() - 1;
    return isSingle(load.valid(), rowAxes - 1)
        ? isSingle(load.shape(), rowAxes - 1)
        : load.shape().subList(0, rowAxes).equals(load.valid().subList(0, rowAxes));
  }

  private static boolean isSingle(List<Dim> box, int axes) {
    return box.subList(0, axes).stream().allMatch(extent -> extent.isConstant(1));
  }

  private Access access(Tile.Load load) {
    boolean byRow = isSingle(load.shape(), load.shape().size() - 2);
    return new Access(facts.root(load.source()), false, Region.of(load, facts), byRow);
  }

  // ---- memory

  /** Notes an access, unless it may meet an earlier one at another row. */
  private boolean touch(Access access) {
    boolean safe = accesses.stream().allMatch(other -> keepsOrder(access, other));
    if (safe) {
      accesses.add(access);
    }
    return safe;
  }

  private static boolean keepsOrder(Access a, Access b) {
    if (!a.root().equals(b.root()) || !a.writes() && !b.writes()) {
      return true;
    }
    if (a.region().isEmpty() || b.region().isEmpty()) {
      return false;
    }
    Region x = a.region().get();
    Region y = b.region().get();
    return x.isDisjointFrom(y) || a.byRow() && b.byRow() && x.hasRowsOf(y);
  }

  /** Whether scalars in it depend on nothing that a store of the run could change. */
  private static boolean hasPlainScalars(Tile tile) {
    boolean[] plain = {true};
    new IrVisitor() {
      @Override
      public void scalar(Scalar scalar) {
        plain[0] &= isPlain(scalar);
      }
    }.tile(tile);
    return plain[0];
  }

  private static boolean isPlain(Scalar scalar) {
    boolean[] plain = {true};
    new IrVisitor() {
      @Override
      public void scalar(Scalar inner) {
        plain[0] &= !(inner instanceof Scalar.ReadElement) && !(inner instanceof Scalar.ReadCell);
        super.scalar(inner);
      }
    }.scalar(scalar);
    return plain[0];
  }

  // ---- liveness

  /** Tiles of the run that are used outside of it as well. */
  private Set<Variable> liveOut() {
    Set<Variable> live = new LinkedHashSet<>();
    List<String> uses = new ArrayList<>();
    IrVisitor visitor =
        new IrVisitor() {
          @Override
          public void use(Variable variable) {
            uses.add(variable.name());
          }
        };
    body.forEach(visitor::stmt);
    for (Stmt stmt : body) {
      if (stmt instanceof Stmt.Let let
          && Collections.frequency(uses, let.variable().name()) != facts.uses(let.variable())) {
        live.add(let.variable());
      }
    }
    return live;
  }
}
