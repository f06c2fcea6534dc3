package dev.smalti.processor.emit;

import dev.smalti.processor.ir.Block;
import dev.smalti.processor.ir.Dim;
import dev.smalti.processor.ir.ElementType;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Place;
import dev.smalti.processor.ir.Scalar;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.TensorType;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.UnaryOp;
import dev.smalti.processor.ir.Update;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Counts what a kernel moves and computes, as code is written for it: a statement is a loop, which
 * reads each box that stands in it once and computes each operation once for each of its elements.
 * A loop whose rounds nobody can count has a name for them.
 */
final class CostReader {
  private final Bounds bounds;
  private final Map<String, String> memory = new HashMap<>();
  private final List<String> uncounted = new ArrayList<>();
  private final List<Held> scratch = new ArrayList<>();
  private final Set<String> told;

  private CostReader(Function kernel) {
    this.bounds = new Bounds(kernel);
    this.told = new HashSet<>(kernel.symbols());
    told.add(Function.RANKS);
    kernel.parameters().forEach(parameter -> told.add(parameter.name()));
    kernel.parameters().stream()
        .filter(parameter -> parameter.type() instanceof TensorType)
        .forEach(parameter -> memory.put(parameter.name(), parameter.name()));
  }

  /**
   * What was found.
   *
   * @param cost with names for what is not known
   * @param uncounted the names of numbers of rounds, {@code rounds12} for the loop of line 12
   * @param scratch tiles that are held; of a strip the greatest
   */
  record Counted(Cost cost, List<String> uncounted, List<Held> scratch) {
    Counted {
      uncounted = List.copyOf(uncounted);
      scratch = List.copyOf(scratch);
    }
  }

  /** A tile in scratch. */
  record Held(String name, Dim rows, Dim columns, ElementType element) {}

  /** Counts a kernel after all passes. Numbers that a long cannot hold are left out. */
  static Counted of(Function kernel) {
    CostReader reader = new CostReader(kernel);
    try {
      Cost cost = reader.block(kernel.body());
      return new Counted(cost, reader.uncounted, reader.scratch);
    } catch (ArithmeticException overflow) {
      return new Counted(Cost.NONE, List.of(), List.of());
    }
  }

  // ---- statements

  private Cost block(Block block) {
    Cost sum = Cost.NONE;
    boolean left = false;
    for (Stmt stmt : block.statements()) {
      Cost next = stmt(stmt);
      sum = sum.plus(left ? next.atMostThis() : next);
      left |= mayLeave(stmt);
    }
    return sum;
  }

  /** Whether what follows may not be reached. */
  private static boolean mayLeave(Stmt stmt) {
    return switch (stmt) {
      case Stmt.Break _, Stmt.Continue _, Stmt.Return _ -> true;
      case Stmt.If s ->
          s.then().statements().stream().anyMatch(CostReader::mayLeave)
              || s.otherwise().statements().stream().anyMatch(CostReader::mayLeave);
      default -> false;
    };
  }

  private Cost stmt(Stmt stmt) {
    return switch (stmt) {
      case Stmt.Let s -> let(s);
      case Stmt.Assign(Variable _, Tile value, var _) -> tree(value);
      case Stmt.Store s -> tree(s.value()).plus(store(s.target(), s.value(), s.update()));
      case Stmt.RemoteStore s -> tree(s.value()).plus(store(s.target(), s.value(), s.update()));
      case Stmt.Transfer s -> transfer(s);
      case Stmt.WriteElement s -> elements(s).plus(written(s.target(), Dim.ONE));
      case Stmt.For s -> loop(s);
      case Stmt.While s -> rounds(s, block(s.body()));
      case Stmt.If s -> block(s.then()).or(block(s.otherwise()));
      default -> elements(stmt);
    };
  }

  private Cost let(Stmt.Let let) {
    switch (let.value()) {
      case Scalar scalar -> bounds.define(let.variable(), scalar);
      case Place.Named(Variable base) -> alias(let.variable(), base);
      case Place.View view -> alias(let.variable(), view.base());
      case Place.Reshaped view -> alias(let.variable(), view.base());
      default -> {}
    }
    if (let.value() instanceof Tile tile) {
      hold(let.variable());
      return tree(tile);
    }
    return elements(let);
  }

  private void hold(Variable tile) {
    TileType type = tile.tile();
    if (!TileLocal.isSingle(type)) {
      Dim rows = greatest(bounds.known(type.validRows()));
      Dim columns = greatest(bounds.known(type.validColumns()));
      scratch.add(new Held(tile.name(), rows, columns, type.element()));
    }
  }

  private void alias(Variable view, Variable base) {
    String of = memory.get(base.name());
    if (of != null) {
      memory.put(view.name(), of);
    }
  }

  /** What the round of a loop that has most does in each of them. */
  private static Cost greatest(Variable counter, Cost round) {
    Cost most = round.map(n -> greatest(n, d -> !d.names().contains(counter.name())));
    return most.equals(round) ? round : most.atMostThis();
  }

  private Dim greatest(Dim extent) {
    return greatest(extent, d -> told.containsAll(d.names()));
  }

  /** With the side that is known of each minimum of which the other one is not. */
  private static Dim greatest(Dim extent, Predicate<Dim> known) {
    Dim sum = Dim.ZERO;
    for (Map.Entry<List<Dim.Atom>, Long> term : extent.terms().entrySet()) {
      Dim product = Dim.of(term.getValue());
      for (Dim.Atom atom : term.getKey()) {
        product = product.times(greatest(atom, known));
      }
      sum = sum.plus(product);
    }
    return sum;
  }

  private static Dim greatest(Dim.Atom atom, Predicate<Dim> known) {
    return switch (atom) {
      case Dim.Name(String name) -> Dim.named(name);
      case Dim.Composite(Dim.Operator operator, Dim a, Dim b) -> {
        boolean one = operator == Dim.Operator.MIN && known.test(a) != known.test(b);
        yield one ? known.test(a) ? a : b : a.combine(operator, b);
      }
    };
  }

  private Cost store(Variable target, Tile value, Update update) {
    Dim elements = box(value.type());
    Cost written = written(target, elements);
    return update == Update.ADD
        ? written.plus(read(target, elements)).plus(arithmetic(elements, value.type()))
        : written;
  }

  private Cost transfer(Stmt.Transfer s) {
    Dim elements = TensorType.count(s.local().tensor().shape()).orElseThrow();
    return switch (s.way()) {
      case PUT -> read(s.local(), elements).plus(written(s.window(), elements));
      case GET -> read(s.window(), elements).plus(written(s.local(), elements));
      case ADD ->
          read(s.local(), elements)
              .plus(read(s.window(), elements))
              .plus(written(s.window(), elements));
    };
  }

  /** Single elements that the scalars of a statement read. */
  private Cost elements(Stmt stmt) {
    List<Variable> read = new ArrayList<>();
    new IrVisitor() {
      @Override
      public void scalar(Scalar scalar) {
        if (scalar instanceof Scalar.ReadElement element) {
          read.add(element.tensor());
        }
        super.scalar(scalar);
      }
    }.stmt(stmt);
    return read.stream().map(tensor -> read(tensor, Dim.ONE)).reduce(Cost.NONE, Cost::plus);
  }

  private Cost read(Variable from, Dim elements) {
    String name = memory.get(from.name());
    return name == null ? Cost.NONE : Cost.reading(name, bounds.known(elements));
  }

  private Cost written(Variable to, Dim elements) {
    String name = memory.get(to.name());
    return name == null ? Cost.NONE : Cost.writing(name, bounds.known(elements));
  }

  // ---- loops

  private Cost loop(Stmt.For loop) {
    bounds.enter(loop);
    Cost body = block(loop.body());
    Cost once =
        loop.body().statements().stream().anyMatch(CostReader::mayLeave) ? body.atMostThis() : body;
    return series(loop)
        .filter(series -> series.sums(once))
        .map(series -> once.map(series::sum))
        .orElseGet(() -> rounds(loop, greatest(loop.variable(), once)));
  }

  /** The rounds of a loop, if it is known which way it counts. */
  private Optional<Series> series(Stmt.For loop) {
    Optional<Dim> from = known(loop.from());
    Optional<Dim> to = known(loop.to());
    Optional<Dim> step = known(loop.step());
    if (from.isEmpty() || to.isEmpty() || step.isEmpty()) {
      return Optional.empty();
    }
    String counter = loop.variable().name();
    Dim back = Dim.ZERO.minus(step.get());
    if (bounds.isPositive(step.get())) {
      return Optional.of(new Series(counter, from.get(), to.get(), step.get()));
    }
    return bounds.isPositive(back)
        ? Optional.of(Series.down(counter, from.get(), to.get(), back))
        : Optional.empty();
  }

  private Optional<Dim> known(Scalar scalar) {
    return bounds.dimOf(scalar).map(bounds::known);
  }

  /** So many rounds as the name says that the loop has. */
  private Cost rounds(Stmt loop, Cost body) {
    if (body.equals(Cost.NONE)) {
      return body;
    }
    String name = "rounds" + loop.origin().line();
    if (!uncounted.contains(name)) {
      uncounted.add(name);
    }
    return body.map(n -> n.times(Dim.named(name)));
  }

  // ---- trees

  private Cost tree(Tile tree) {
    return node(tree, new HashSet<>());
  }

  private Cost node(Tile tile, Set<Tile> seen) {
    if (!seen.add(tile)) {
      return Cost.NONE;
    }
    Cost own =
        switch (tile) {
          case Tile.Load load -> read(load.source(), product(load.valid()));
          case Tile.RemoteLoad load -> read(load.source(), product(load.shape()));
          case Tile.Unary t -> function(t);
          case Tile.Binary t -> arithmetic(box(t.type()), t.type());
          case Tile.Fma t -> arithmetic(box(t.type()).times(Dim.of(2)), t.type());
          case Tile.Reduce t -> fold(t);
          case Tile.Matmul t -> product(t, seen);
          case Tile.Whole t -> gathered(t);
          case Tile.Ref _, Tile.Splat _, Tile.Fill _, Tile.Compare _, Tile.Select _, Tile.Cast _ ->
              Cost.NONE;
        };
    return elementwise(tile).stream().map(operand -> node(operand, seen)).reduce(own, Cost::plus);
  }

  /** The operands that are read once for each element: a load that is gathered from is not. */
  private static List<Tile> elementwise(Tile tile) {
    return tile instanceof Tile.Whole ? List.of() : Operands.of(tile);
  }

  /** Of memory as much is read as there is in the end. */
  private Cost gathered(Tile.Whole whole) {
    return whole.operands().stream()
        .filter(Tile.Load.class::isInstance)
        .map(load -> read(((Tile.Load) load).source(), box(whole.type())))
        .reduce(Cost.NONE, Cost::plus);
  }

  /** A root that is divided into one is two operations. */
  private Cost function(Tile.Unary t) {
    int each = t.op() == UnaryOp.RSQRT ? 2 : 1;
    return arithmetic(box(t.type()).times(Dim.of(each)), t.type());
  }

  private Cost fold(Tile.Reduce fold) {
    TileType operand = fold.operand().type();
    return arithmetic(box(operand).minus(box(fold.type())), operand);
  }

  private Cost product(Tile.Matmul t, Set<Tile> seen) {
    TileType left = t.left().type();
    Dim depth = t.leftTransposed() ? left.validRows() : left.validColumns();
    Dim steps = box(t.type()).times(depth).times(Dim.of(2));
    return arithmetic(steps, t.type())
        .plus(node(t.accumulator(), seen))
        .plus(node(t.left(), seen))
        .plus(node(t.right(), seen));
  }

  private Cost arithmetic(Dim count, TileType type) {
    return Cost.computing(bounds.known(count), Api.concrete(type.element()).isFloating());
  }

  private static Dim box(TileType type) {
    return type.validRows().times(type.validColumns());
  }

  private static Dim product(List<Dim> extents) {
    return extents.stream().reduce(Dim.ONE, Dim::times);
  }
}
