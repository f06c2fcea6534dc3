package dev.smalti.processor.device;

import dev.smalti.processor.device.Buffer.Life;
import dev.smalti.processor.device.Layouts.Shape;
import dev.smalti.processor.device.Uses.Made;
import dev.smalti.processor.device.Uses.Product;
import dev.smalti.processor.device.Uses.Role;
import dev.smalti.processor.device.Uses.Value;
import dev.smalti.processor.ir.Function;
import dev.smalti.processor.ir.Origin;
import dev.smalti.processor.ir.Tile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Which memories the tiles of a kernel need, and when.
 *
 * <p>A loaded tile goes where it is used: to Vec, to Mat for a product, or to both. A product lies
 * in Acc, everything else that is computed in Vec. What is used elsewhere than it lies is moved
 * there for as long as it is used; the factors of a product are in Left and Right, and a row that
 * it starts from in Bias, while it runs. A product that is added to one which nothing else needs
 * any more takes its place. Else no result shares a place with an operand.
 *
 * <p>Where a device cannot move tiles between its two units, those that go from one to the other
 * pass through a ring: two slots of the largest, more if more are needed at the same time, for the
 * whole kernel.
 */
final class Buffers {
  private static final Set<Role> VECTOR = EnumSet.of(Role.VECTOR);
  private static final Set<Role> MATRIX = EnumSet.of(Role.FACTOR, Role.BIAS);
  private static final Set<Role> ACCUMULATOR = EnumSet.of(Role.ACCUMULATOR);
  private static final int SLOTS = 2;

  private final Uses uses;
  private final Device device;
  private final Layouts layouts;
  private final Function function;
  private final List<Buffer> buffers = new ArrayList<>();
  private final Map<String, Buffer> accumulators = new LinkedHashMap<>();
  private final EnumMap<Space, List<Buffer>> crossing = new EnumMap<>(Space.class);

  private Buffers(Function function, Uses uses, Device device) {
    this.function = function;
    this.uses = uses;
    this.device = device;
    this.layouts = new Layouts(device);
  }

  /** In the order in which they are needed; rings first. */
  static List<Buffer> of(Function function, Uses uses, Device device) {
    Buffers all = new Buffers(function, uses, device);
    uses.values().forEach(value -> value.shape().ifPresent(shape -> all.add(value, shape)));
    uses.products().forEach(all::add);
    all.buffers.addAll(all.accumulators.values());
    all.buffers.sort(Comparator.comparingInt(buffer -> buffer.life().from()));
    all.crossing.forEach((space, tiles) -> all.buffers.addFirst(all.ring(space, tiles)));
    return List.copyOf(all.buffers);
  }

  private void add(Value value, Shape shape) {
    Set<Space> home = home(value);
    Space from = home.contains(Space.ACC) ? Space.ACC : home.iterator().next();
    for (Space space : home) {
      Set<Role> roles = EnumSet.of(Role.ASSIGNED, Role.STORE);
      roles.addAll(rolesIn(space));
      if (home.contains(Space.ACC) && home.contains(Space.VEC)) {
        roles.addAll(EnumSet.allOf(Role.class)); // It is where it was made last.
      } else if (space == from) {
        leaving(value, home).forEach(to -> roles.addAll(rolesIn(to)));
      }
      put(value, shape, space, value.life(roles), "");
    }
    for (Space space : leaving(value, home)) {
      Life life = value.used(rolesIn(space)).orElseThrow();
      if (crosses(from, space)) {
        crossing
            .computeIfAbsent(space, _ -> new ArrayList<>())
            .add(buffer(value, shape, space, life, ""));
      } else {
        put(value, shape, space, life, "");
      }
    }
  }

  /** Where a value is first. */
  private static Set<Space> home(Value value) {
    Set<Space> home = EnumSet.noneOf(Space.class);
    if (value.is(Made.PRODUCT)) {
      home.add(Space.ACC);
    }
    if (value.is(Made.COMPUTED) || value.is(Made.LOADED) && value.is(Made.PRODUCT)) {
      home.add(Space.VEC);
    }
    if (home.isEmpty()) {
      boolean loaded = value.is(Made.LOADED);
      if (loaded && (value.has(Role.FACTOR) || value.has(Role.BIAS))) {
        home.add(Space.MAT);
      }
      if (!loaded && value.has(Role.ACCUMULATOR)) {
        home.add(Space.ACC);
      }
      if (home.isEmpty() || value.has(Role.VECTOR) || value.has(Role.STORE)) {
        home.add(Space.VEC);
      }
    }
    return home;
  }

  /** Where it is used as well. */
  private static Set<Space> leaving(Value value, Set<Space> home) {
    Set<Space> others = EnumSet.noneOf(Space.class);
    for (Space space : List.of(Space.VEC, Space.MAT, Space.ACC)) {
      if (!home.contains(space) && value.used(rolesIn(space)).isPresent()) {
        others.add(space);
      }
    }
    return others;
  }

  private static Set<Role> rolesIn(Space space) {
    return switch (space) {
      case VEC -> VECTOR;
      case MAT -> MATRIX;
      case ACC -> ACCUMULATOR;
      case LEFT, RIGHT, BIAS -> EnumSet.noneOf(Role.class);
    };
  }

  /** Whether a tile goes from one unit to the other and needs a ring for it. */
  private boolean crosses(Space from, Space to) {
    return !device.movesBetweenUnits()
        && (from == Space.ACC && to == Space.VEC || from == Space.VEC && to == Space.MAT);
  }

  private void put(Value value, Shape shape, Space space, Life life, String part) {
    Buffer buffer = buffer(value, shape, space, life, part);
    if (space == Space.ACC) {
      accumulators.put(value.name(), buffer);
    } else {
      buffers.add(buffer);
    }
  }

  private Buffer buffer(Value value, Shape shape, Space space, Life life, String part) {
    return new Buffer(
        value.name() + part,
        shape.toString(),
        shape.element().name(),
        bytes(shape, space),
        space,
        life,
        value.origin());
  }

  private long bytes(Shape shape, Space space) {
    return switch (space) {
      case VEC -> layouts.vec(shape);
      case MAT -> layouts.mat(shape);
      case LEFT, RIGHT -> layouts.factor(shape);
      case ACC -> layouts.acc(shape);
      case BIAS -> layouts.bias(shape);
    };
  }

  // ---- products

  private void add(Product product) {
    Optional<Shape> left = product.leftShape();
    Optional<Shape> right = product.rightShape();
    OptionalLong slice =
        left.isPresent() && right.isPresent()
            ? layouts.slice(left.get(), right.get())
            : OptionalLong.empty();
    Life life = new Life(product.at(), product.at() + 1);
    String part = slice.isPresent() ? " in slices" : "";
    left.ifPresent(
        shape ->
            put(
                product.left().orElseThrow(),
                slice.isPresent()
                    ? new Shape(shape.element(), shape.rows(), slice.getAsLong())
                    : shape,
                Space.LEFT,
                life,
                part));
    right.ifPresent(
        shape ->
            put(
                product.right().orElseThrow(),
                slice.isPresent()
                    ? new Shape(shape.element(), slice.getAsLong(), shape.columns())
                    : shape,
                Space.RIGHT,
                life,
                part));
    start(product, life);
  }

  /** What the product is added to. */
  private void start(Product product, Life life) {
    if (!(product.matmul().accumulator() instanceof Tile.Ref ref)) {
      return;
    }
    Optional<Value> from =
        uses.values().stream().filter(v -> v.name().equals(ref.variable().name())).findFirst();
    if (from.isPresent() && from.get().uses(Role.BIAS, product)) {
      from.get().shape().ifPresent(s -> put(from.get(), s, Space.BIAS, life, ""));
    } else {
      takeOver(ref.variable().name(), product.result().name(), product.at());
    }
  }

  /** The result is where what it is added to was, if that ends here. */
  private void takeOver(String from, String to, int at) {
    Buffer sum = accumulators.get(from);
    Buffer result = accumulators.get(to);
    if (sum != null
        && result != null
        && !from.equals(to)
        && sum.life().to() == at
        && result.life().from() == at + 1) {
      accumulators.remove(from);
      accumulators.put(
          to,
          new Buffer(
              sum.name() + ", " + result.name(),
              result.shape(),
              result.type(),
              Math.max(sum.bytes(), result.bytes()),
              Space.ACC,
              sum.life().and(result.life()),
              sum.origin()));
    }
  }

  // ---- rings

  private Buffer ring(Space space, List<Buffer> tiles) {
    long slot = tiles.stream().mapToLong(Buffer::bytes).max().orElseThrow();
    long atOnce =
        tiles.stream()
            .mapToLong(
                tile -> tiles.stream().filter(o -> o.life().contains(tile.life().from())).count())
            .max()
            .orElseThrow();
    long slots = Math.max(SLOTS, atOnce);
    return new Buffer(
        "ring of %d slots for %s"
            .formatted(slots, String.join(", ", tiles.stream().map(Buffer::name).toList())),
        "",
        "",
        slots * FirstFit.roundUp(slot, space.alignment()),
        space,
        new Life(0, uses.last()),
        Origin.of(function.span()));
  }
}
