package dev.smalti.processor.pass;

import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileFunction;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Which tiles of some statements are taken apart along an axis. Element-wise operations, and what
 * keeps the axis, have a strip where their operands have one; what is left is computed as a whole,
 * again for each strip.
 */
final class StripSplit {
  private final StripAxis axis;
  private final Dim extent;
  private final Set<String> defined;
  private final Set<String> split = new HashSet<>();
  private final Set<Variable> tiles = new LinkedHashSet<>();
  private final ExtentBounds bounds;
  private final List<Again> again = new ArrayList<>();
  private boolean fits = true;
  private boolean products;
  private boolean changed;

  /**
   * What is done as a whole for each strip.
   *
   * @param what in words that go on with "for each strip"
   * @param at where
   */
  record Again(String what, Origin at) {}

  private StripSplit(Variable tile, StripAxis axis, Set<String> defined, ExtentBounds bounds) {
    this.axis = axis;
    this.defined = defined;
    this.extent = axis.valid(tile.tile());
    this.bounds = bounds;
    add(tile);
  }

  /**
   * Finds them; empty if a statement cannot be taken apart. Tiles from in front of the statements
   * may be among them, see {@link #fromAhead}: then they are not complete yet.
   *
   * @param body complete: what it defines is not used behind it
   * @param tile one that is taken apart, defined in the body
   */
  static Optional<StripSplit> of(
      List<Stmt> body, Variable tile, StripAxis axis, VariableFacts facts, ExtentBounds bounds) {
    Dim extent = axis.valid(tile.tile());
    if (extent.isConstant(1)
        || axis.extent(tile.tile()).isConstant(1)
        || !bounds.isPositive(extent)) {
      return Optional.empty();
    }
    Set<String> defined = defined(body);
    StripSplit split = new StripSplit(tile, axis, defined, bounds);
    do {
      split.changed = false;
      split.again.clear();
      body.forEach(stmt -> split.stmt(stmt, 0));
    } while (split.changed && split.fits);
    return split.fits ? Optional.of(split) : Optional.empty();
  }

  private static Set<String> defined(List<Stmt> body) {
    Set<String> defined = new HashSet<>();
    IrVisitor visitor =
        new IrVisitor() {
          @Override
          public void define(Variable variable) {
            defined.add(variable.name());
          }
        };
    body.forEach(visitor::stmt);
    return defined;
  }

  StripAxis axis() {
    return axis;
  }

  /** What is taken apart: the valid extent of every such tile. */
  Dim extent() {
    return extent;
  }

  /** Names of the tiles that are taken apart. */
  Set<String> names() {
    return Set.copyOf(split);
  }

  boolean contains(Variable variable) {
    return split.contains(variable.name());
  }

  /** What is computed as a whole, again for each strip. */
  List<Again> again() {
    return List.copyOf(again);
  }

  /** Names of the tiles that are taken apart and come from in front of the statements. */
  Set<String> fromAhead() {
    Set<String> names = new HashSet<>(split);
    names.removeAll(defined);
    return names;
  }

  boolean hasProducts() {
    return products;
  }

  /**
   * The largest extent along the other axis: a number where each of them is bounded by one. It is
   * needed in front of the statements; what is known only among them is left out.
   */
  Dim across(ExtentBounds bounds) {
    StripAxis other = axis == StripAxis.ROWS ? StripAxis.COLUMNS : StripAxis.ROWS;
    long number = 1;
    Set<Dim> open = new LinkedHashSet<>();
    for (Variable tile : tiles) {
      Dim valid = other.valid(tile.tile());
      OptionalLong most = bounds.most(valid);
      if (most.isPresent()) {
        number = Math.max(number, most.getAsLong());
      } else {
        bounds.without(defined, valid).ifPresent(open::add);
      }
    }
    if (open.isEmpty() || number > 1) {
      open.add(Dim.of(number));
    }
    return open.stream().reduce(Dim::max).orElseThrow();
  }

  // ---- statements

  private void stmt(Stmt stmt, int loops) {
    switch (stmt) {
      case Stmt.Let s when s.value() instanceof Tile tile -> define(s.variable(), tile, s.origin());
      case Stmt.Let s when s.value() instanceof Place place ->
          require(place instanceof Place.View || place instanceof Place.Named);
      case Stmt.Let s -> require(isPlain((Scalar) s.value()));
      case Stmt.Assign s when s.value() instanceof Tile tile ->
          define(s.variable(), tile, s.origin());
      case Stmt.Assign s -> require(isPlain((Scalar) s.value()));
      case Stmt.Store s -> store(s.value(), s.offsets(), s.origin());
      case Stmt.RemoteStore s -> store(s.value(), s.offsets(), s.origin());
      case Stmt.For s -> {
        require(
            s.rounds() == Stmt.Rounds.IN_ORDER
                && isPlain(s.from())
                && isPlain(s.to())
                && isPlain(s.step()));
        s.body().statements().forEach(inner -> stmt(inner, loops + 1));
      }
      case Stmt.While s -> {
        require(isPlain(s.condition()));
        s.body().statements().forEach(inner -> stmt(inner, loops + 1));
      }
      case Stmt.If s -> {
        require(isPlain(s.condition()));
        s.then().statements().forEach(inner -> stmt(inner, loops));
        s.otherwise().statements().forEach(inner -> stmt(inner, loops));
      }
      case Stmt.Require s -> require(isPlain(s.condition()));
      case Stmt.Break _, Stmt.Continue _ -> require(loops > 0);
      case Stmt.Transfer _,
          Stmt.WriteElement _,
          Stmt.Notify _,
          Stmt.Await _,
          Stmt.Barrier _,
          Stmt.Announce _,
          Stmt.Return _,
          Stmt.Call _,
          Stmt.PutTask _,
          Stmt.Submit _,
          Stmt.Callback _,
          Stmt.ForEachRank _ ->
          require(false);
    }
  }

  private void require(boolean holds) {
    fits &= holds;
  }

  /** Whether it has the same value for each strip: no cell is looked at. */
  private static boolean isPlain(Scalar scalar) {
    boolean[] plain = {true};
    new IrVisitor() {
      @Override
      public void scalar(Scalar inner) {
        plain[0] &= !(inner instanceof Scalar.ReadCell);
        super.scalar(inner);
      }
    }.scalar(scalar);
    return plain[0];
  }

  private void define(Variable variable, Tile tile, Origin at) {
    if (contains(variable) || reads(tile)) {
      add(variable);
      strip(tile, at);
    } else {
      whole(tile);
      if (tile instanceof Tile.Reduce) {
        again.add(new Again(variable.name() + " is folded", at));
      } else if (!TileTrees.products(tile).isEmpty()) {
        again.add(new Again(variable.name() + " is multiplied", at));
      }
    }
  }

  private void store(Tile value, List<Scalar> offsets, Origin at) {
    require(axis.axis(offsets.size()) >= 0 && axis.valid(value.type()).equals(extent));
    strip(value, at);
  }

  private void add(Variable variable) {
    TileType type = variable.tile();
    require(isStrip(type));
    changed |= split.add(variable.name());
    tiles.add(variable);
  }

  /** Whether the extent is what is taken apart, all of which the shape has room for. */
  private boolean isStrip(TileType type) {
    return axis.valid(type).equals(extent) && bounds.isAtMost(extent, axis.extent(type));
  }

  // ---- tiles

  /** Whether a tile that is taken apart is an operand along the axis. */
  private boolean reads(Tile tile) {
    return switch (tile) {
      case Tile.Ref(Variable variable) -> contains(variable);
      case Tile.Reduce e -> axis.survives(e.axis()) && reads(e.operand());
      case Tile.Matmul e -> reads(e.accumulator()) || reads(e.left());
      case Tile.Whole e ->
          isByRow(e)
              && IntStream.range(0, e.operands().size())
                  .anyMatch(i -> hasRowsOf(e, i) && reads(e.operands().get(i)));
      default -> TileTrees.operands(tile).stream().anyMatch(this::reads);
    };
  }

  private boolean isByRow(Tile.Whole e) {
    return axis == StripAxis.ROWS
        && switch (e.function()) {
          case ROW_ARG_MAX, ROW_ARG_MIN, ROW_ARG_TOP, CONCAT, IOTA, GATHER, GATHER_ROWS, SCATTER ->
              true;
          default -> false;
        };
  }

  /** Whether the rows of an operand are those of the result. */
  static boolean hasRowsOf(Tile.Whole e, int operand) {
    return e.function() != TileFunction.GATHER_ROWS || operand != 0;
  }

  /** Nothing in it may be taken apart. */
  private void whole(Tile tile) {
    require(!(tile instanceof Tile.Ref(Variable variable) && contains(variable)));
    require(scalarsArePlain(tile));
    TileTrees.operands(tile).forEach(this::whole);
  }

  /** Everything in it that is not stretched is taken apart. */
  private void strip(Tile tile, Origin at) {
    if (axis.extent(tile.type()).isConstant(1)) {
      whole(tile);
      return;
    }
    require(isStrip(tile.type()) && scalarsArePlain(tile));
    switch (tile) {
      case Tile.Ref(Variable variable) -> add(variable);
      case Tile.Load e -> require(isSingle(e.shape()) && isSingle(e.valid()));
      case Tile.RemoteLoad e -> require(isSingle(e.shape()));
      case Tile.Fill _, Tile.Splat _ -> {}
      case Tile.Unary _, Tile.Binary _, Tile.Fma _, Tile.Compare _, Tile.Select _, Tile.Cast _ ->
          TileTrees.operands(tile).forEach(operand -> strip(operand, at));
      case Tile.Reduce e -> {
        require(axis.survives(e.axis()));
        strip(e.operand(), at);
      }
      case Tile.Matmul e -> {
        require(axis == StripAxis.ROWS && !e.leftTransposed());
        products = true;
        strip(e.accumulator(), at);
        strip(e.left(), at);
        whole(e.right());
        again.add(new Again("the right factor is read", at));
      }
      case Tile.Whole e -> {
        require(isByRow(e));
        for (int i = 0; i < e.operands().size(); i++) {
          if (hasRowsOf(e, i)) {
            strip(e.operands().get(i), at);
          } else {
            whole(e.operands().get(i));
          }
        }
      }
    }
  }

  /** Whether rows are rows of one axis: the axes before have one element each. */
  private boolean isSingle(List<Dim> box) {
    return axis == StripAxis.COLUMNS
        || box.size() >= 2
            && box.subList(0, box.size() - 2).stream().allMatch(extent -> extent.isConstant(1));
  }

  /** Scalars of the node itself. */
  private static boolean scalarsArePlain(Tile tile) {
    return switch (tile) {
      case Tile.Splat e -> isPlain(e.value());
      case Tile.Fill e -> isPlain(e.value());
      case Tile.Load e -> e.offsets().stream().allMatch(StripSplit::isPlain);
      case Tile.RemoteLoad e ->
          isPlain(e.peer()) && e.offsets().stream().allMatch(StripSplit::isPlain);
      case Tile.Whole e -> e.scalars().stream().allMatch(StripSplit::isPlain);
      default -> true;
    };
  }
}
