package dev.smalti.processor.device;

import dev.smalti.processor.device.Buffer.Life;
import dev.smalti.processor.ir.Element;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.IrVisitor;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Stmt;
import dev.smalti.processor.ir.Tile;
import dev.smalti.processor.ir.TileType;
import dev.smalti.processor.ir.Variable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What is done with each tile of a function, with statements numbered as they stand.
 *
 * <p>A cast of a narrow tile that only products read is theirs: the matrix unit takes narrow
 * factors as they are, so the tile itself is the factor and the cast none of the values.
 */
final class Uses extends IrVisitor {
  /** What a statement does with a tile. */
  enum Role {
    /** Computes with it, element by element or as a whole. */
    VECTOR,
    /** Writes it to memory. */
    STORE,
    /** Multiplies it. */
    FACTOR,
    /** Adds a product to it. */
    ACCUMULATOR,
    /** Adds a product to it, the one row of each row. */
    BIAS,
    /** Gives it another value. */
    ASSIGNED
  }

  /** Where a value comes from. */
  enum Made {
    LOADED,
    FILLED,
    PRODUCT,
    COMPUTED
  }

  /** A loop, by its moments. */
  static final class Loop {
    private final int from;
    private int to;

    private Loop(int from) {
      this.from = from;
      this.to = from;
    }
  }

  /**
   * One use.
   *
   * @param role what for
   * @param at which moment; that of the write where the result cannot lie in the same place
   * @param open the loops around it, the outermost first
   */
  record Use(Role role, int at, List<Loop> open) {}

  /**
   * A product.
   *
   * @param at which moment: that of the read
   * @param matmul what is computed
   * @param left the factor, without its cast; empty if no variable
   * @param right the factor, without its cast; empty if no variable
   * @param result what takes it
   */
  record Product(
      int at, Tile.Matmul matmul, Optional<Value> left, Optional<Value> right, Value result) {
    /** The shape of the left factor, as the product reads it, if it is known. */
    Optional<Layouts.Shape> leftShape() {
      return left.flatMap(Value::shape).map(shape -> turned(shape, matmul.leftTransposed()));
    }

    /** The shape of the right factor, as the product reads it, if it is known. */
    Optional<Layouts.Shape> rightShape() {
      return right.flatMap(Value::shape).map(shape -> turned(shape, matmul.rightTransposed()));
    }

    /** Over how many elements it sums. */
    OptionalLong depth() {
      return leftShape().stream().mapToLong(Layouts.Shape::columns).findFirst();
    }

    private static Layouts.Shape turned(Layouts.Shape shape, boolean transposed) {
      return transposed ? shape.transposed() : shape;
    }
  }

  /** A tile variable. */
  static final class Value {
    private final Variable variable;
    private final Origin origin;
    private final int from;
    private final List<Loop> around;
    private final Set<Made> made = EnumSet.noneOf(Made.class);
    private final List<Use> uses = new ArrayList<>();
    private final Set<Value> operands = new LinkedHashSet<>();

    private Value(Variable variable, Origin origin, int from, List<Loop> around) {
      this.variable = variable;
      this.origin = origin;
      this.from = from;
      this.around = List.copyOf(around);
    }

    String name() {
      return variable.name();
    }

    TileType type() {
      return variable.tile();
    }

    Origin origin() {
      return origin;
    }

    int from() {
      return from;
    }

    /** What it is computed from. */
    Set<Value> operands() {
      return Set.copyOf(operands);
    }

    boolean is(Made how) {
      return made.contains(how);
    }

    boolean has(Role role) {
      return uses.stream().anyMatch(use -> use.role() == role);
    }

    /** Whether a product uses it so. */
    boolean uses(Role role, Product product) {
      return uses.stream().anyMatch(use -> use.role() == role && use.at() / 2 == product.at() / 2);
    }

    /** Its shape, if that is known while compiling. */
    Optional<Layouts.Shape> shape() {
      return type().rows().constant().isPresent() && type().columns().constant().isPresent()
          ? Optional.of(
              new Layouts.Shape(
                  (Element) type().element(),
                  type().rows().constant().getAsLong(),
                  type().columns().constant().getAsLong()))
          : Optional.empty();
    }

    /**
     * From its first statement to the last use in one of these roles: to the end of a loop around
     * the use that is not around the first statement, for the next round needs it again.
     */
    Life life(Set<Role> roles) {
      Life life = new Life(from, from);
      for (Use use : uses) {
        if (roles.contains(use.role())) {
          life = life.and(whole(use));
        }
      }
      return life;
    }

    /**
     * As {@link #life}, but only from the first of these uses on, which reads it: for a copy that
     * is made for them. Empty if there is none.
     */
    Optional<Life> used(Set<Role> roles) {
      return uses.stream()
          .filter(use -> roles.contains(use.role()))
          .map(this::whole)
          .reduce(Life::and)
          .map(life -> new Life(life.from() / 2 * 2, life.to()));
    }

    private Life whole(Use use) {
      return use.open().stream()
          .filter(loop -> !around.contains(loop))
          .findFirst()
          .map(loop -> new Life(loop.from, loop.to))
          .orElse(new Life(use.at(), use.at()));
    }
  }

  private final Map<String, Value> values = new LinkedHashMap<>();
  private final Map<Value, Value> casts = new LinkedHashMap<>();
  private final List<Product> products = new ArrayList<>();
  private final List<Loop> open = new ArrayList<>();
  private final TreeMap<Integer, Origin> places = new TreeMap<>();
  private int now;
  private Predicate<TileType> inPlace = _ -> true;
  private Set<Value> operands = new LinkedHashSet<>();

  private Uses() {}

  static Uses of(Function function) {
    Uses uses = new Uses();
    uses.block(function.body());
    uses.giveCastsToProducts();
    return uses;
  }

  /** In the order in which they are defined. */
  List<Value> values() {
    return List.copyOf(values.values());
  }

  List<Product> products() {
    return List.copyOf(products);
  }

  /** The last moment. */
  int last() {
    return written();
  }

  /** Where the last statement up to a moment stands. */
  Origin place(int moment) {
    return places.floorEntry(Math.max(1, moment / 2)).getValue();
  }

  // ---- statements

  @Override
  public void stmt(Stmt stmt) {
    now++;
    places.put(now, stmt.origin());
    operands = new LinkedHashSet<>();
    inPlace = _ -> true;
    switch (stmt) {
      case Stmt.Let s when s.value() instanceof Tile tile -> {
        inPlace = inPlace(tile);
        tile(tile);
        Value value = new Value(s.variable(), s.origin(), written(), open);
        values.put(value.name(), value);
        made(value, tile);
      }
      case Stmt.Assign s when s.value() instanceof Tile tile -> {
        inPlace = inPlace(tile);
        tile(tile);
        Value value = value(s.variable());
        use(value, Role.ASSIGNED, written());
        made(value, tile);
      }
      case Stmt.Store s when s.value() instanceof Tile.Ref ref ->
          use(value(ref.variable()), Role.STORE);
      case Stmt.RemoteStore s when s.value() instanceof Tile.Ref ref ->
          use(value(ref.variable()), Role.STORE);
      case Stmt.For _, Stmt.While _ -> loop(stmt);
      default -> super.stmt(stmt);
    }
  }

  private void loop(Stmt stmt) {
    Loop loop = new Loop(read());
    open.add(loop);
    super.stmt(stmt);
    now++;
    loop.to = written();
    open.removeLast();
  }

  /**
   * Which operands of an operation its result may replace: those that are read as it is written.
   */
  private static Predicate<TileType> inPlace(Tile tile) {
    return switch (tile) {
      case Tile.Unary _, Tile.Binary _, Tile.Fma _, Tile.Compare _, Tile.Select _, Tile.Cast _ ->
          operand ->
              operand.rows().equals(tile.type().rows())
                  && operand.columns().equals(tile.type().columns())
                  && bytes(operand) == bytes(tile.type());
      case Tile.Matmul _ -> operand -> operand.sameBox(tile.type());
      default -> _ -> false;
    };
  }

  private static int bytes(TileType type) {
    return type.element() instanceof Element element ? element.bytes() : 0;
  }

  private void made(Value value, Tile tile) {
    value.operands.addAll(operands);
    value.operands.remove(value);
    switch (tile) {
      case Tile.Load _, Tile.RemoteLoad _ -> value.made.add(Made.LOADED);
      case Tile.Fill _, Tile.Splat _ -> value.made.add(Made.FILLED);
      case Tile.Matmul m -> {
        value.made.add(Made.PRODUCT);
        products.add(new Product(read(), m, named(m.left()), named(m.right()), value));
      }
      default -> value.made.add(Made.COMPUTED);
    }
    if (tile instanceof Tile.Cast(Tile.Ref(Variable narrow), TileType type)
        && narrow.tile().element() instanceof Element from
        && from.isNarrow()
        && from.wide() == type.element()) {
      casts.put(value, value(narrow));
    }
  }

  // ---- tiles

  @Override
  public void tile(Tile tile) {
    switch (tile) {
      case Tile.Ref(Variable variable) -> use(value(variable), Role.VECTOR);
      case Tile.Matmul m -> {
        accumulator(m);
        factor(m.left());
        factor(m.right());
      }
      default -> super.tile(tile);
    }
  }

  private void factor(Tile tile) {
    named(tile).ifPresentOrElse(value -> use(value, Role.FACTOR, written()), () -> tile(tile));
  }

  private void accumulator(Tile.Matmul product) {
    Optional<Value> from = named(product.accumulator());
    if (from.isEmpty()) {
      tile(product.accumulator());
      return;
    }
    TileType type = from.get().type();
    boolean wide = type.columns().equals(product.type().columns());
    boolean row = type.rows().isConstant(1);
    boolean whole = wide && type.rows().equals(product.type().rows());
    if (wide && row && (!whole || from.get().is(Made.LOADED))) {
      use(from.get(), Role.BIAS, written());
    } else {
      use(from.get(), whole ? Role.ACCUMULATOR : Role.VECTOR);
    }
  }

  private Optional<Value> named(Tile tile) {
    return tile instanceof Tile.Ref ref ? Optional.of(value(ref.variable())) : Optional.empty();
  }

  private Value value(Variable variable) {
    return Objects.requireNonNull(values.get(variable.name()), variable.name());
  }

  private int read() {
    return 2 * now;
  }

  private int written() {
    return 2 * now + 1;
  }

  private void use(Value value, Role role) {
    use(value, role, inPlace.test(value.type()) ? read() : written());
  }

  private void use(Value value, Role role, int at) {
    value.uses.add(new Use(role, at, List.copyOf(open)));
    operands.add(value);
  }

  // ---- casts

  private void giveCastsToProducts() {
    casts.forEach(
        (cast, narrow) -> {
          if (cast.uses.stream().allMatch(use -> use.role() == Role.FACTOR)) {
            values.remove(cast.name());
            narrow.uses.removeIf(
                use -> use.role() == Role.VECTOR && use.at() / 2 == cast.from() / 2);
            narrow.uses.addAll(cast.uses);
            products.replaceAll(product -> without(cast, narrow, product));
          }
        });
  }

  private static Product without(Value cast, Value narrow, Product product) {
    return new Product(
        product.at(),
        product.matmul(),
        product.left().map(factor -> factor == cast ? narrow : factor),
        product.right().map(factor -> factor == cast ? narrow : factor),
        product.result());
  }
}
